import { type LookupAddress, lookup as systemLookup } from 'node:dns'
import { BlockList, isIP, isIPv6, type LookupFunction } from 'node:net'
import { lacksDescriptor } from './outcome.ts'

const local = new BlockList()
for (const [address, bits] of [
  ['127.0.0.0', 8],
  ['10.0.0.0', 8],
  ['172.16.0.0', 12],
  ['192.168.0.0', 16],
  ['100.64.0.0', 10],
] as const) {
  local.addSubnet(address, bits, 'ipv4')
}
for (const [address, bits] of [
  ['fc00::', 7],
  ['fe80::', 10],
] as const)
  local.addSubnet(address, bits, 'ipv6')
local.addAddress('0.0.0.0', 'ipv4')
local.addAddress('::', 'ipv6')
local.addAddress('::1', 'ipv6')

/** Addresses of many or of nobody: a connection to one cannot be made. */
const many = new BlockList()
many.addSubnet('224.0.0.0', 4, 'ipv4')
many.addAddress('255.255.255.255', 'ipv4')
many.addSubnet('ff00::', 8, 'ipv6')

/**
 * An address without its zone, and the IPv4 address in place of an IPv6 one that stands for it: mapped (::ffff:0:0/96, RFC 4291),
 * NAT64 (64:ff9b::/96, RFC 6052) and 6to4 (2002::/16, RFC 3056).
 */
function meant(address: string): string {
  const bare = address.replace(/%.*$/, '')
  if (!isIPv6(bare)) return bare
  const groups = groupsOf(bare)
  const isPrefixed = (...prefix: number[]) => prefix.every((group, i) => groups[i] === group)
  if (isPrefixed(0, 0, 0, 0, 0, 0xffff) || isPrefixed(0x64, 0xff9b, 0, 0, 0, 0))
    return dotted(groups.slice(6))
  if (isPrefixed(0x2002)) return dotted(groups.slice(1, 3))
  return bare
}

/** The eight groups of an IPv6 address. */
function groupsOf(address: string): number[] {
  // A URL writes an embedded IPv4 address as two groups.
  const [before = '', after] = new URL(`http://[${address}]`).hostname.slice(1, -1).split('::')
  const numbers = (text = '') =>
    text === '' ? [] : text.split(':').map((group) => Number.parseInt(group, 16))
  const [first, last] = [numbers(before), numbers(after)]
  return [...first, ...new Array<number>(8 - first.length - last.length).fill(0), ...last]
}

const dotted = (groups: number[]) => groups.flatMap((group) => [group >> 8, group & 255]).join('.')
const familyOf = (address: string) => (isIPv6(address) ? 'ipv6' : 'ipv4')

/** Whether an address belongs to this machine or to a private network; one that stands for another counts as that other. */
export function isLocalAddress(address: string): boolean {
  const real = meant(address)
  return local.check(real, familyOf(real))
}

/** An address that no delivery may leave for; the message is a sentence with the next move. */
export class BlockedAddress extends Error {}

/** Why an address is not sent to, or null. */
function objectionTo(address: string, allowPublic: boolean): BlockedAddress | null {
  const real = meant(address)
  if (many.check(real, familyOf(real)))
    return new BlockedAddress(
      `${address} is the address of a group, not of one receiver. Use the receiver's own.`,
    )
  if (allowPublic || isLocalAddress(address)) return null
  return new BlockedAddress(`${address} is a public address. Allow it with delivery.allow_public.`)
}

/** Why a host that is itself an address is not sent to; null as well for a name, which is judged when it is looked up. */
export function objectionToHost(host: string, allowPublic: boolean): BlockedAddress | null {
  return isIP(host) === 0 ? null : objectionTo(host, allowPublic)
}

const loopback: LookupAddress[] = [
  { address: '127.0.0.1', family: 4 },
  { address: '::1', family: 6 },
]

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

/** Asks once for a name that is asked for again before the answer comes: few threads ask, and a silent name server holds each for long. */
function asksOnce(lookup: LookupFunction): LookupFunction {
  const waiting = new Map<string, Parameters<LookupFunction>[2][]>()
  return (hostname, options, callback) => {
    const before = waiting.get(hostname)
    if (before !== undefined) return void before.push(callback)
    const callbacks = [callback]
    waiting.set(hostname, callbacks)
    lookup(hostname, options, (...answer) => {
      waiting.delete(hostname)
      for (const tell of callbacks) tell(...answer)
    })
  }
}

/**
 * A lookup that hands on only addresses that may be sent to. A connection makes one and uses what it brings, so what is judged is
 * what is connected to, whatever the name means a moment later.
 */
export function judgingLookup(allowPublic: boolean, lookup: LookupFunction = systemLookup): LookupFunction {
  const ask = knowing(asksOnce(lookup))
  return (hostname, options, callback) => {
    function judge(addresses: readonly LookupAddress[]) {
      const allowed = addresses.filter(({ address }) => objectionTo(address, allowPublic) === null)
      const [first] = allowed
      if (!first) {
        const refused = addresses[0]?.address
        const objection = refused === undefined ? null : objectionTo(refused, allowPublic)
        return callback(objection ?? notFound(hostname), [])
      }
      if (options.all) return callback(null, allowed)
      callback(null, first.address, first.family)
    }
    ask(hostname, { ...options, all: true }, (error, found) => {
      if (error) return callback(error, [])
      judge(typeof found === 'string' ? [{ address: found, family: isIP(found) }] : (found ?? []))
    })
  }
}

const notFound = (hostname: string, why = 'has no address'): NodeJS.ErrnoException =>
  Object.assign(new Error(`${hostname} ${why}`), { code: 'ENOTFOUND' })

/**
 * Why a request for this host may not go to a proxy, which looks names up by itself: here all that the name means has to be
 * allowed. A name that nobody here knows is let go only where public addresses are allowed.
 */
export async function objectionBehindProxy(
  host: string,
  allowPublic: boolean,
  lookup: LookupFunction = systemLookup,
): Promise<Error | null> {
  if (isIP(host) !== 0 || allowPublic) return objectionToHost(host, allowPublic)
  return new Promise((resolve) =>
    knowing(lookup)(host, { all: true }, (error, found) => {
      if (error && lacksDescriptor(error)) return resolve(error)
      if (error || typeof found === 'string')
        return resolve(
          notFound(
            host,
            'is not known here, so nobody can tell whether it is public. Allow it with delivery.allow_public.',
          ),
        )
      resolve(found.map(({ address }) => objectionTo(address, false)).find((one) => one !== null) ?? null)
    }),
  )
}
