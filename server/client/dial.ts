/** Connects to a host by the first of its addresses that answers. */
import { ADDRCONFIG } from 'node:dns'
import { isIP, type LookupFunction, type Socket } from 'node:net'
import { platform } from 'node:os'
import type { Outside } from '../outside.ts'
import { lacksDescriptor } from './outcome.ts'

/** After this time without an answer, the next address is tried in parallel. Milliseconds of real time (RFC 8305, 5). */
const besideMs = 250

/**
 * As for Node's own connections: without IPv6 no IPv6 address is looked up, since some name servers never answer such
 * queries. Not on Windows.
 */
const hints = platform() === 'win32' ? 0 : ADDRCONFIG

/** Called once with the result. */
export interface DialListener<Opened> {
  /** The name was found. Not called for an IP address. */
  found(): void
  connected(opened: Opened): void
  failed(error: Error): void
}

/**
 * Connects to a host by the first of its addresses that answers. The next address is tried once one fails, or in parallel to
 * a slow one, which continues. A busy receiver may take a second to accept, and its other address family may refuse at once.
 * Node's `autoSelectFamily` gives up on slow addresses. The returned function cancels silently until the connection is made.
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
      // The lookup may answer synchronously, before the caller has the cancel function.
      if (error) return queueMicrotask(() => fail(error))
      if (over) return
      on.found()
      left = byTurns(typeof found === 'string' ? [found] : found.map(({ address }) => address))
      next()
    })
  return end
}

/** Addresses alternating by family, starting with the family of the first address (RFC 8305, 4). */
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
