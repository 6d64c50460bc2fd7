import { type LookupAddress, lookup as systemLookup } from 'node:dns'
import { isIP, type LookupFunction } from 'node:net'
import type { Outside } from '../outside.ts'
import { objectionTo, objectionToHost } from './network-policy.ts'
import { lacksDescriptor } from './outcome.ts'
import { boundPlaces } from './remembered.ts'

const loopback: LookupAddress[] = [
  { address: '127.0.0.1', family: 4 },
  { address: '::1', family: 6 },
]
/** Whoever took so long for a name takes as long again, in ms. */
const slowMs = 1000

export interface NamesOptions {
  allowPublic: boolean
  outside: Pick<Outside, 'elapsed'>
  /** Instead of the system's, for tests. */
  lookup?: LookupFunction | undefined
}

/** What names mean, and whether it may be sent to. */
export function createNames({ allowPublic, outside, lookup = systemLookup }: NamesOptions) {
  const ask = knowing(inTurn(lookup, outside))

  return {
    /** A lookup that judges nobody. */
    ask,
    /**
     * A lookup that hands on only addresses that may be sent to. A connection makes one and uses what it brings, so what is
     * judged is what is connected to, whatever the name means a moment later.
     */
    lookup: ((hostname, options, callback) => {
      ask(hostname, { ...options, all: true }, (error, found) => {
        if (error) return callback(error, [])
        const addresses = listOf(found)
        const allowed = addresses.filter(({ address }) => objectionTo(address, allowPublic) === null)
        const [first] = allowed
        if (!first) {
          const refused = addresses[0]?.address
          const objection = refused === undefined ? null : objectionTo(refused, allowPublic)
          return callback(objection ?? notFound(hostname), [])
        }
        if (options.all) return callback(null, allowed)
        callback(null, first.address, first.family)
      })
    }) satisfies LookupFunction,
    /**
     * Why a request for this host may not go to a proxy, which looks names up by itself: here all that the name means has to
     * be allowed. A name that nobody here knows is let go only where public addresses are allowed.
     */
    async objectionBehindProxy(host: string): Promise<Error | null> {
      if (isIP(host) !== 0 || allowPublic) return objectionToHost(host, allowPublic)
      return new Promise((resolve) =>
        ask(host, { all: true }, (error, found) => {
          if (error && lacksDescriptor(error)) return resolve(error)
          if (error) return resolve(notFound(host, 'unknown_here'))
          const objections = listOf(found).map(({ address }) => objectionTo(address, false))
          resolve(objections.find((one) => one !== null) ?? null)
        }),
      )
    },
  }
}

const listOf = (found: string | LookupAddress[] | undefined): LookupAddress[] =>
  typeof found === 'string' ? [{ address: found, family: isIP(found) }] : (found ?? [])

const notFound = (hostname: string, code = 'ENOTFOUND'): NodeJS.ErrnoException =>
  Object.assign(new Error(`${code} ${hostname}`), { code, hostname })

/**
 * As another lookup, which asks nobody for names that mean something by themselves: `localhost` and those below it this
 * machine by both families, whatever a system has of them, and those below `invalid` nothing (RFC 6761, 6.3 and 6.4).
 */
function knowing(lookup: LookupFunction): LookupFunction {
  return (hostname, options, callback) => {
    const [, top] = /^(?:.+\.)?(localhost|invalid)\.?$/i.exec(hostname) ?? []
    if (top === undefined) return lookup(hostname, options, callback)
    queueMicrotask(() => {
      if (top.toLowerCase() === 'localhost') callback(null, loopback)
      else callback(notFound(hostname), [])
    })
  }
}

/**
 * As another lookup, which is spared: few threads ask, and a name server that is silent holds each for long. A name is asked
 * for once, however many wait for it, and of those that were slow before one at a time, so that they hold up no others.
 */
function inTurn(lookup: LookupFunction, { elapsed }: Pick<Outside, 'elapsed'>): LookupFunction {
  const waiting = new Map<string, Parameters<LookupFunction>[2][]>()
  const slow = new Set<string>()
  const behindSlow: (() => void)[] = []
  let slowUnderWay = false

  // Whoever has waited in the line hands it on, also where his name is forgotten by then.
  function ask(hostname: string, options: Parameters<LookupFunction>[1], isSlow = slow.has(hostname)) {
    if (isSlow && slowUnderWay) return void behindSlow.push(() => ask(hostname, options, true))
    slowUnderWay ||= isSlow
    const began = elapsed()
    lookup(hostname, options, (...answer) => {
      if (elapsed() - began > slowMs) boundPlaces(slow.add(hostname))
      else slow.delete(hostname)
      if (isSlow) {
        slowUnderWay = false
        behindSlow.shift()?.()
      }
      const callbacks = waiting.get(hostname) ?? []
      waiting.delete(hostname)
      for (const tell of callbacks) tell(...answer)
    })
  }

  return (hostname, options, callback) => {
    const before = waiting.get(hostname)
    if (before !== undefined) return void before.push(callback)
    waiting.set(hostname, [callback])
    ask(hostname, options)
  }
}
