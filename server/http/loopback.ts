import { BlockList, isIPv6 } from 'node:net'

const loopback = new BlockList()
loopback.addSubnet('127.0.0.0', 8, 'ipv4')
loopback.addAddress('::1', 'ipv6')

/** Whether an IP address is this machine's own loopback. */
export const isLoopback = (address: string): boolean =>
  // What nearly every request comes from; the list costs more than the rest of the check.
  address === '127.0.0.1' || address === '::1' || loopback.check(address, isIPv6(address) ? 'ipv6' : 'ipv4')
