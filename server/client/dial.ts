import { ADDRCONFIG } from 'node:dns'
import { isIP, type LookupFunction, type Socket } from 'node:net'
import { platform } from 'node:os'
import type { Outside } from '../outside.ts'
import { lacksDescriptor } from './outcome.ts'

/** For so long an address is waited for before the next is tried beside it, in ms of real time (RFC 8305, 5). */
const besideMs = 250

/** As Node's own connections do: where there is no IPv6 no name server is asked for it, which some leave unanswered; not on Windows. */
const hints = platform() === 'win32' ? 0 : ADDRCONFIG

/** Told how it ended, once. */
export interface DialListener<Opened> {
  /** The name is looked up; not called for an address. */
  found(): void
  connected(opened: Opened): void
  failed(error: Error): void
}

/**
 * Connects to a host by the first of its addresses that answers. The next is tried as soon as one fails, and beside one that is slow,
 * which goes on: a busy receiver takes a second for a connection, and where it listens on one family only the other refuses at once.
 * Node's own `autoSelectFamily` gives up whoever is slow. The answer stops it without a word, until it is connected.
 */
export function dial<Opened extends { socket: Socket }>(
  host: string,
  by: {
    lookup: LookupFunction
    /** Begins to connect to an address. */
    open(address: string): Opened
    after: Outside['after']
  },
  on: DialListener<Opened>,
): () => void {
  const opened = new Set<Opened>()
  const errors: Error[] = []
  let left: string[] = []
  let cancelNext = () => {}
  let over = false

  function end() {
    over = true
    cancelNext()
    for (const { socket } of opened) socket.destroy()
  }

  function fail(error: Error) {
    if (over) return
    end()
    on.failed(error)
  }

  function next() {
    cancelNext()
    const address = left.shift()
    if (address !== undefined) tryOne(address)
    if (left.length > 0) cancelNext = by.after(besideMs, next)
  }

  function tryOne(address: string) {
    const one = by.open(address)
    opened.add(one)
    const failed = (error: Error) => {
      if (over) return
      opened.delete(one)
      errors.push(error)
      next()
      if (opened.size === 0) fail(errors.find(lacksDescriptor) ?? errors[0] ?? error)
    }
    one.socket.once('error', failed)
    one.socket.once('connect', () => {
      if (over) return
      one.socket.off('error', failed)
      opened.delete(one)
      end()
      on.connected(one)
    })
  }

  if (isIP(host) !== 0) tryOne(host)
  else
    by.lookup(host, { all: true, hints }, (error, found) => {
      // It may be answered at once, when nobody can stop this yet.
      if (error) return queueMicrotask(() => fail(error))
      if (over) return
      on.found()
      left = byTurns(typeof found === 'string' ? [found] : found.map(({ address }) => address))
      next()
    })
  return end
}

/** The families by turns, that of the first address first (RFC 8305, 4). */
function byTurns(addresses: readonly string[]): string[] {
  const family = isIP(addresses[0] ?? '')
  const others = addresses.filter((address) => isIP(address) !== family)
  const turns: string[] = []
  for (const address of addresses) {
    if (isIP(address) !== family) continue
    turns.push(address, ...others.splice(0, 1))
  }
  return [...turns, ...others]
}
