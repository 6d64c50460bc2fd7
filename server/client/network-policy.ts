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

/** Addresses of many or of nobody: a connection to one cannot be made. */
const isOfMany = networks('224.0.0.0/4', '255.255.255.255', 'ff00::/8')

/** Clouds tell a machine its secrets there: on its own link, and beside that among private and carrier-grade addresses. */
const isMetadata = networks(
  '169.254.0.0/16',
  '100.100.100.200',
  'fd00:ec2::/32',
  'fd20:ce::254',
  'fd00:42::42',
)

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

/** Whether an address belongs to this machine or to a private network; one that stands for another counts as that other. */
export function isLocalAddress(address: string): boolean {
  const real = meant(address)
  return isLocal(real) && !isMetadata(real)
}

/** An address that no delivery may leave for. */
export class BlockedAddress extends Error {
  readonly outcome: Failed
  constructor(code: 'group_address' | 'metadata_address' | 'public_address', address: string) {
    const outcome: Failed = { kind: 'blocked', code, address }
    super(sayBlocked(outcome))
    this.outcome = outcome
  }
}

/** Why an address is not sent to, or null. */
export function objectionTo(address: string, allowPublic: boolean): BlockedAddress | null {
  const real = meant(address)
  if (isOfMany(real)) return new BlockedAddress('group_address', address)
  if (allowPublic || isLocalAddress(address)) return null
  return new BlockedAddress(isMetadata(real) ? 'metadata_address' : 'public_address', address)
}

/** Why a host that is itself an address is not sent to; null as well for a name, which is judged when it is looked up. */
export function objectionToHost(host: string, allowPublic: boolean): BlockedAddress | null {
  return isIP(host) === 0 ? null : objectionTo(host, allowPublic)
}

/** Names that are never public: of one word, and below what is kept for private networks (RFC 6761, 6762, 8375). */
const privateName = /^[^.]+\.?$|\.(?:localhost|local|internal|test|invalid|lan|home\.arpa)\.?$/i

/**
 * What is known of an address before anything is sent to it: of an address that it is blocked, of a name only on what it
 * depends, as it is judged by what it means when it is connected to. Null where there is nothing to say.
 */
export function cautionAbout(url: string, allowPublic: boolean): string | null {
  if (allowPublic) return null
  const host = new URL(url).hostname.replace(/^\[|\]$/g, '')
  if (isIP(host) === 0)
    return privateName.test(host)
      ? null
      : `${host} is sent to only while it is a loopback or private address, unless delivery.allow_public is true`
  const objection = objectionTo(host, allowPublic)
  return objection && `nothing will be sent: ${objection.message}`
}
