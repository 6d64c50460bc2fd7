import { lookup as systemLookup } from 'node:dns'
import { BlockList, isIP, isIPv6, type LookupFunction } from 'node:net'

const local = new BlockList()
for (const [address, bits] of [
  ['127.0.0.0', 8],
  ['10.0.0.0', 8],
  ['172.16.0.0', 12],
  ['192.168.0.0', 16],
  ['169.254.0.0', 16],
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

/** Whether an address belongs to this machine or to a private network. IPv4-mapped addresses count as what they map. */
export function isLocalAddress(address: string): boolean {
  const bare = address.replace(/%.*$/, '')
  return local.check(bare, isIPv6(bare) ? 'ipv6' : 'ipv4')
}

/** An address that deliveries may not leave for. */
export class BlockedAddress extends Error {
  constructor(readonly address: string) {
    super(`${address} is a public address. Allow it with delivery.allow_public.`)
  }
}

/** Throws {@link BlockedAddress} for a URL whose host is itself a public address; names are judged when they are resolved. */
export function refusePublicLiteral(url: URL) {
  const host = url.hostname.replace(/^\[|\]$/g, '')
  if (isIP(host) !== 0 && !isLocalAddress(host)) throw new BlockedAddress(host)
}

/** A lookup that hands on only local addresses, so that what is judged is what is connected to. */
export const localLookup: LookupFunction = (hostname, options, callback) => {
  systemLookup(hostname, { ...options, all: true }, (error, addresses) => {
    if (error) return callback(error, [])
    const allowed = addresses.filter(({ address }) => isLocalAddress(address))
    const [first] = allowed
    if (!first) return callback(new BlockedAddress(addresses[0]?.address ?? hostname), [])
    if (options.all) return callback(null, allowed)
    callback(null, first.address, first.family)
  })
}
