/** Looks host names up, and refuses addresses that the sandbox may not send to. */
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
/** A name whose lookup took this long is treated as slow, in ms. */
const slowMs = 1000

export interface NamesOptions {
  allowPublic: boolean
  outside: Pick<Outside, 'elapsed'>
  /** Replaces the system's lookup in tests. */
  lookup?: LookupFunction | undefined
}

/** Looks names up and judges their addresses. */
export function createNames({ allowPublic, outside, lookup = systemLookup }: NamesOptions) {
  const ask = knowing(inTurn(lookup, outside))

  return {
    /** A lookup that refuses no address. */
    ask,
    /**
     * A lookup that only returns allowed addresses. The connection uses the judged address itself, so a later
     * change of the name has no effect.
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
     * Why a request for this host may not go to a proxy, which looks names up itself. All addresses of the
     * name must be allowed. A name that is unknown here is only allowed if public addresses are.
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
 * A lookup that answers reserved names itself (RFC 6761, 6.3 and 6.4). `localhost` and its subdomains are this machine in
 * both families, and names below `invalid` do not exist.
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
 * A lookup with limits, since few threads ask and a silent name server holds each for long. Parallel lookups of a name share
 * one query. Names that were slow before are looked up one at a time, so that they delay no others.
 */
function inTurn(lookup: LookupFunction, { elapsed }: Pick<Outside, 'elapsed'>): LookupFunction {
  const waiting = new Map<string, Parameters<LookupFunction>[2][]>()
  const slow = new Set<string>()
  const behindSlow: (() => void)[] = []
  let slowUnderWay = false

  // Passes the turn on after waiting in line, even if the name is no longer remembered.
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
