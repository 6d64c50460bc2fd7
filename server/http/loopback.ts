import { networks } from '../memory/networks.ts'

const loopback = networks('127.0.0.0/8', '::1')

/** Whether an IP address is this machine's own loopback. */
export const isLoopback = (address: string): boolean =>
  // What nearly every request comes from; the list costs more than the rest of the check.
  address === '127.0.0.1' || address === '::1' || loopback(address)
