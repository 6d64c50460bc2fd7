import type { Found, HeaderPair, RefusalCause } from '../wire.ts'
import type { NewestAnswer } from './answers.ts'

type Evidence = Extract<Found, { code: 'refused_by_status' }>['evidence']
/** Why a request was refused, with what tells it. */
export type Why = Pick<Evidence, 'cause'> & Partial<Pick<Evidence, 'to' | 'asks_for'>>

/** What the status of a refusal, with the headers of its answer, says by itself; undefined where it may have any reason. */
export function whyByStatus({ status, sent, answer, endpoint, isSpoilt }: NewestAnswer): Why | undefined {
  if (isSpoilt && ofContent.includes(status)) return undefined
  // An endpoint may stand in for a receiver that it cannot reach.
  if (endpoint !== null && status > 501) return undefined
  if (redirects.includes(status)) return redirected(sent.url, headerIn(answer.headers, 'location'))
  if (status === 401) return asksForLogin(sent.headers, headerIn(answer.headers, 'www-authenticate'))
  // Rails in production says no more of its guard against forged forms; it tells its time.
  if (status === 422 && headerIn(answer.headers, 'x-runtime') !== undefined)
    return { cause: 'fields_or_guard' }
  const cause = byStatus[status]
  return cause && { cause }
}

const redirects: readonly number[] = [301, 302, 303, 307, 308]
/** What spoils a signature may have spoilt the content, too. */
const ofContent: readonly number[] = [413, 415, 422]

/** Those that say what is amiss, and that it is not the signature. */
const byStatus: Record<number, RefusalCause> = {
  404: 'path',
  405: 'method',
  413: 'size',
  415: 'content_type',
  422: 'fields',
  429: 'busy',
  // So answers http.server of Python where do_POST is missing.
  501: 'method',
  502: 'proxy_unanswered',
  503: 'unavailable',
  504: 'proxy_late',
}

export const headerIn = (headers: readonly HeaderPair[], wanted: string): string | undefined =>
  headers.findLast(([name]) => name.toLowerCase() === wanted)?.[1]

function redirected(url: string, location: string | undefined): Why | undefined {
  if (location === undefined || !URL.canParse(location, url)) return undefined
  const to = new URL(location, url)
  return { cause: bare(to) === bare(new URL(url)) ? 'moved' : 'redirect', to: to.href.slice(0, 300) }
}

/** An address without what a server redirects for: its scheme, www and the slash at its end. */
const bare = ({ host, pathname, search }: URL) =>
  host.replace(/^www\./, '').replace(/:\d+$/, '') + pathname.replace(/\/$/, '') + search

/** A 401 that names the login which it wants. */
function asksForLogin(sent: readonly HeaderPair[], wanted = ''): Why | undefined {
  const asks_for = /^[\w-]+/.exec(wanted)?.[0]
  if (asks_for === undefined || headerIn(sent, 'authorization') !== undefined) return undefined
  return { cause: 'login', asks_for }
}
