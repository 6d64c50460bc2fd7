/** Checks the URLs of `forward_to`. */
import { z } from 'zod'
import { isLoopback } from '../../http/loopback.ts'
import { webAddress } from '../../schema/fields.ts'

const mostAddresses = 10

const address = () =>
  webAddress()
    .refine(
      (text) => !URL.canParse(text) || new URL(text).username === '',
      'must not contain a user or password',
    )
    .refine((text) => !text.includes('#'), 'must not contain a fragment (#)')

/** `forward_to` as given: one URL or several. null and an empty list remove it. */
export const forwardAddresses = () =>
  z.union(
    [address(), z.array(address()).max(mostAddresses, `must be at most ${mostAddresses} addresses`)],
    'must be an http or https URL, or a list of such URLs',
  )

/** The first of these URLs that leads to this endpoint itself. */
export function leadsBack(
  addresses: readonly string[],
  { name, ownOrigins }: { name: string; ownOrigins: readonly string[] },
): string | undefined {
  const origins = ownOrigins.map((origin) => new URL(origin))
  const isOwn = (url: URL) =>
    origins.some(
      ({ origin, port }) => url.origin === origin || (url.port === port && isLocalName(url.hostname)),
    )
  return addresses.find((text) => {
    const url = new URL(text)
    return isOwn(url) && (url.pathname === `/in/${name}` || url.pathname.startsWith(`/in/${name}/`))
  })
}

const isLocalName = (host: string) =>
  host === 'localhost' ||
  host.endsWith('.localhost') ||
  (/^[\d.[\]:a-f]+$/.test(host) && isLoopback(host.replace(/^\[|\]$/g, '')))
