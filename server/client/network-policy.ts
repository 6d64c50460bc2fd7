/** Decides which addresses deliveries may be sent to. */
import { isIP, isIPv6 } from 'node:net'
import { networks } from '../memory/networks.ts'
import { type Failed, sayBlocked } from '../words/outcome.ts'

const isLocal = networks(
  '127.0.0.0/8',
  '10.0.0.0/8',
  '172.16.0.0/12',
  '192.168.0.0/16',
  '100.64.0.0/10',
  'fc00::/7',
  'fe80::/10',
  '0.0.0.0',
  '::',
  '::1',
)

/** Multicast and broadcast addresses, to which no connection is possible. */
const isOfMany = networks('224.0.0.0/4', '255.255.255.255', 'ff00::/8')

/** Cloud metadata services, which hand out secrets. Some use private or carrier-grade addresses. */
const isMetadata = networks(
  '169.254.0.0/16',
  '100.100.100.200',
  'fd00:ec2::/32',
  'fd20:ce::254',
  'fd00:42::42',
)

/**
 * An address without its zone. An IPv6 address that embeds an IPv4 address becomes that address: mapped (::ffff:0:0/96,
 * RFC 4291), NAT64 (64:ff9b::/96, RFC 6052) and 6to4 (2002::/16, RFC 3056).
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

/**
 * Whether an address belongs to this machine or a private network. An address that embeds another counts as the embedded one.
 */
export function isLocalAddress(address: string): boolean {
  const real = meant(address)
  return isLocal(real) && !isMetadata(real)
}

/** An address to which no delivery may be sent. */
export class BlockedAddress extends Error {
  readonly outcome: Failed
  constructor(code: 'group_address' | 'metadata_address' | 'public_address', address: string) {
    const outcome: Failed = { kind: 'blocked', code, address }
    super(sayBlocked(outcome))
    this.outcome = outcome
  }
}

/** Why the sandbox does not send to an address, or null. */
export function objectionTo(address: string, allowPublic: boolean): BlockedAddress | null {
  const real = meant(address)
  if (isOfMany(real)) return new BlockedAddress('group_address', address)
  if (allowPublic || isLocalAddress(address)) return null
  return new BlockedAddress(isMetadata(real) ? 'metadata_address' : 'public_address', address)
}

/** Why the sandbox does not send to a host that is an address. Null for a name, which is judged when it is looked up. */
export function objectionToHost(host: string, allowPublic: boolean): BlockedAddress | null {
  return isIP(host) === 0 ? null : objectionTo(host, allowPublic)
}

/**
 * Names that are never public: single words, and names below the domains reserved for private networks (RFC 6761, 6762,
 * 8375).
 */
const privateName = /^[^.]+\.?$|\.(?:localhost|local|internal|test|invalid|lan|home\.arpa)\.?$/i

/**
 * A warning about a URL before anything is sent: a blocked address, or a name whose address decides. Null if there is
 * nothing to warn about.
 */
export function cautionAbout(url: string, allowPublic: boolean): string | null {
  if (allowPublic) return null
  const host = new URL(url).hostname.replace(/^\[|\]$/g, '')
  if (isIP(host) === 0)
    return privateName.test(host)
      ? null
      : `the sandbox only sends to ${host} while it is a loopback or private address, unless delivery.allow_public is true`
  const objection = objectionTo(host, allowPublic)
  return objection && `nothing will be sent: ${objection.message}`
}
