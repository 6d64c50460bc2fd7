import { plural } from '../../plural.ts'
import type { HeaderPair } from '../../wire.ts'
import type { Refusal } from './refused.ts'

type Sent = Refusal['sent']

/** The headers of an answer by names in lower case. */
type Answered = ReadonlyMap<string, string>

/** What the status of a refusal, with the headers of its answer, says by itself; undefined where it may have any reason. */
export function whyByStatus({ status, sent, answer }: Refusal): string | undefined {
  const headers = new Map(answer.headers.map(([name, value]) => [name.toLowerCase(), value]))
  return byStatus[status]?.(sent, headers)
}

/** Whoever holds a request against a model does so before the signature is looked at. */
export const takesNotItsFields =
  'It holds the request against a model or a schema, which misses something in it or takes it otherwise: verify the bytes first, then read what the event has.'

/** Those that say what is amiss, and that it is not the signature. */
const byStatus: Record<number, (sent: Sent, headers: Answered) => string | undefined> = {
  301: redirected,
  302: redirected,
  303: redirected,
  307: redirected,
  308: redirected,
  401: asksForLogin,
  404: ({ method, url }) =>
    `Is ${new URL(url).pathname} the path that the receiver listens at, and does it take ${method} there?`,
  405: ({ method, url }) => `It takes no ${method} at ${new URL(url).pathname}.`,
  413: ({ size }) => `It takes no body of ${plural(size, 'byte')}.`,
  415: ({ headers }) => `It takes no ${headerIn(headers, 'content-type') ?? 'body without a Content-Type'}.`,
  422: () => takesNotItsFields,
}

const headerIn = (headers: readonly HeaderPair[], wanted: string) =>
  headers.find(([name]) => name.toLowerCase() === wanted)?.[1]

function redirected({ url }: Sent, headers: Answered): string | undefined {
  const location = headers.get('location')
  if (location === undefined || !URL.canParse(location, url)) return undefined
  const to = new URL(location, url)
  const isSame = bare(to) === bare(new URL(url))
  const next = isSame
    ? 'that is the address to send to.'
    : 'is that the receiver, or does a login stand before it?'
  return `It redirects to ${to.href.slice(0, 300)}, and redirects are not followed: ${next}`
}

/** An address without what a server redirects for: its scheme, www and the slash at its end. */
const bare = ({ host, pathname, search }: URL) =>
  host.replace(/^www\./, '').replace(/:\d+$/, '') + pathname.replace(/\/$/, '') + search

/** A 401 that names the login which it wants. */
function asksForLogin({ url, headers }: Sent, answered: Answered): string | undefined {
  const wanted = /^[\w-]+/.exec(answered.get('www-authenticate') ?? '')?.[0]
  if (wanted === undefined || headerIn(headers, 'authorization') !== undefined) return undefined
  return `It asks for Authorization: ${wanted}, which a webhook does not bring: except ${new URL(url).pathname} from the guard that stands before the receiver${/^basic$/i.test(wanted) ? ', or give the address a user and password' : ''}.`
}
