import type { HeaderPair } from '../wire.ts'
import { plural } from '../words/plural.ts'
import type { NewestAnswer } from './newest-answer.ts'

type Sent = NewestAnswer['sent']

/** The headers of an answer by names in lower case. */
type Answered = ReadonlyMap<string, string>

/** What the status of a refusal, with the headers of its answer, says by itself; undefined where it may have any reason. */
export function whyByStatus({ status, sent, answer, endpoint, isSpoilt }: NewestAnswer): string | undefined {
  if (isSpoilt && ofContent.includes(status)) return undefined
  // An endpoint may stand in for a receiver that it cannot reach.
  if (endpoint !== null && status > 501) return undefined
  const headers = new Map(answer.headers.map(([name, value]) => [name.toLowerCase(), value]))
  return byStatus[status]?.(sent, headers)
}

/** Whoever holds a request against a model does so before the signature is looked at. */
export const takesNotItsFields =
  'It holds the request against a model or a schema, which misses something in it or takes it otherwise: verify the bytes first, then read what the event has.'

/** What spoils a signature may have spoilt the content, too. */
const ofContent: readonly number[] = [413, 415, 422]

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
  // Rails in production says no more of its guard against forged forms; it tells its time.
  422: ({ url }, headers) =>
    headers.has('x-runtime')
      ? `In Rails that is a guard against forged forms, where the controller has one: skip_forgery_protection excepts ${new URL(url).pathname} from it. Or a model misses something.`
      : takesNotItsFields,
  429: () => 'It takes no more requests for now: a limit stands before it.',
  // So answers http.server of Python where do_POST is missing.
  501: ({ method }) => `It takes no ${method}.`,
  502: () =>
    'So answers a proxy that gets no answer from what stands behind it: does the receiver run, where the proxy looks for it?',
  503: () => 'So answers what takes no requests for now: does the receiver run, and is it ready?',
  504: () =>
    'So answers a proxy that has waited too long for what stands behind it: does the receiver answer before it works?',
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
