/** Addresses that lead to one receiver, and what is said of subscriptions that share such an address. */
import { plural } from './plural.ts'

const local: readonly string[] = ['127.0.0.1', '[::1]', 'localhost']

/** A URL without what makes no difference to its receiver: the name of this machine, credentials and the fragment. */
export function addressKey(url: string): string {
  const { protocol, hostname, port, pathname, search } = new URL(url)
  return `${protocol}//${local.includes(hostname) ? 'localhost' : hostname}:${port}${pathname}${search}`
}

/** Without a full stop; an empty text where no other subscription has the address. */
export const sameAddressWords = (ids: readonly string[]): string =>
  ids.length === 0
    ? ''
    : `${plural(ids.length, 'other subscription')} (${ids.join(', ')}) ${ids.length === 1 ? 'sends' : 'send'} to the same address, so an event that both match arrives twice`
