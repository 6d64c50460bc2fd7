/** Tells which network an IP address belongs to. */
import { BlockList } from 'node:net'

const familyOf = (address: string) => (address.includes(':') ? 'ipv6' : 'ipv4')

/**
 * Returns a test for these addresses and networks.
 * @param members such as `127.0.0.1` and `10.0.0.0/8`
 */
export function networks(...members: readonly string[]): (address: string) => boolean {
  const list = new BlockList()
  for (const member of members) {
    const [address = '', bits] = member.split('/')
    if (bits === undefined) list.addAddress(address, familyOf(address))
    else list.addSubnet(address, Number(bits), familyOf(address))
  }
  return (address) => list.check(address, familyOf(address))
}
