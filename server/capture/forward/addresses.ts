import { z } from 'zod'
import { isLoopback } from '../../http/loopback.ts'
import { webAddress } from '../../schema/fields.ts'

const mostAddresses = 10

const address = () =>
  webAddress()
    .refine(
      (text) => !URL.canParse(text) || new URL(text).username === '',
      'must hold no user and no password',
    )
    .refine((text) => !text.includes('#'), 'must end before its #')

/** `forward_to` as it is given: one address or several; null and none take it off. */
export const forwardAddresses = () =>
  z.union(
    [address(), z.array(address()).max(mostAddresses, `must be ${mostAddresses} addresses at most`)],
    'must be an http or https URL, or a list of such',
  )

/** Which of these addresses is that of this very endpoint. */
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
