/** Recognizes why a receiver refused a request. */
import type { EvidenceOf, Fact, HeaderPair, RefusalCause } from '../wire.ts'
import type { NewestAnswer } from './answers.ts'
import { type AnsweredLine, linesOf, lineWith, namesSignature, readBytes } from './lines.ts'
import { misreading, missesUnnamed } from './misreading.ts'
import { redirects } from './receiver.ts'
import { failureOf, refuserOf } from './refusal-signs.ts'

type Evidence = EvidenceOf<'refused_by_status'>
/** Why a request was refused, with the evidence. */
type Why = Pick<Evidence, 'cause'> & Partial<Pick<Evidence, 'to' | 'asks_for' | 'by'>>

/**
 * The reason that the words or the status of a refusal show; undefined if there could be any reason. A refusal
 * that the fault requires only counts if the receiver would also refuse the correct request.
 */
export function refusalFact(refusal: NewestAnswer): Fact | undefined {
  const { status, sent, scheme, endpoint, isSpoilt } = refusal
  const { method, url, headers, size } = sent
  const text = refusal.answer.body.subarray(0, readBytes).toString('utf8')
  const lines = linesOf(text)
  const lineOf = (words: RegExp) => lineWith(lines, ({ text }) => text.search(words))
  const refused = (why: Why, line: string | null): Fact => {
    const content_type = headerIn(headers, 'content-type') ?? null
    const evidence = { line, method, url, size, content_type, to: null, asks_for: null, by: null, ...why }
    return { code: 'refused_by_status', evidence }
  }

  const plain = lineOf(plainToTls)
  if (plain !== undefined && url.startsWith('http:'))
    return refused({ cause: 'speaks_tls', to: url.replace('http:', 'https:') }, plain)
  const other = schemeWanted(lines, refusal)
  if (other !== undefined) return { code: 'wants_other_scheme', evidence: { ...other, signed_by: scheme } }
  const spaced = lineOf(spacedSecret)
  if (spaced !== undefined) return { code: 'secret_has_white_space', evidence: { line: spaced } }
  const noSecret = lineOf(ofSecret)
  if (noSecret !== undefined) return { code: 'lacks_secret', evidence: { line: noSecret } }
  const parsed = lineWith(lines, ({ text }) => Math.max(text.search(parsedBody), text.search(readBefore)))
  if (parsed !== undefined) return { code: 'verifies_parsed_body', evidence: { line: parsed } }
  const misread = isSpoilt ? undefined : misreading(lines, sent)
  if (misread !== undefined) return { code: 'misreads_signature', evidence: misread }
  const refuser = refuserOf({ status, headers: refusal.answer.headers, text, lines })
  if (refuser !== undefined && counts(refuser.cause, refusal)) {
    const { cause, by, line } = refuser
    return refused({ cause, by, ...(cause === 'slash_missing' && { to: withSlash(url) }) }, line)
  }
  // An endpoint may answer for a receiver that it cannot reach.
  const isOfEndpoint = endpoint !== null && status > 501
  const failure = isSpoilt || isOfEndpoint ? undefined : failureOf(lines)
  const why = isOfEndpoint ? undefined : whyByStatus(refusal, lines)
  if (failure !== undefined && (why === undefined || ofDatabase.includes(failure.cause)))
    return { code: 'failed_inside', evidence: { status, ...failure } }
  if (why !== undefined) return refused(why, null)
  // A response that mentions the signature may refuse it.
  const isOwnFailure = status >= 500 && endpoint === null && !lines.some(({ text }) => namesSignature(text))
  return isOwnFailure && !isSpoilt
    ? { code: 'failed_inside', evidence: { status, cause: 'unknown', line: null } }
    : undefined
}

/** A status such as 409 or 503 says less than the error of a database. */
const ofDatabase: readonly string[] = ['duplicate_key', 'database']

/** Whether a cause counts for this request: a fault may have spoilt the content, or the request may have a login. */
function counts(cause: RefusalCause, { isSpoilt, sent }: NewestAnswer): boolean {
  if (cause === 'login') return headerIn(sent.headers, 'authorization') === undefined
  return !isSpoilt || !ofContent.has(cause)
}

function withSlash(address: string): string {
  const { origin, pathname, search } = new URL(address)
  return `${origin}${pathname}/${search}`
}

/** How Go, nginx, Apache and Tomcat answer plain HTTP at a TLS port. */
const plainToTls =
  /HTTP request to an HTTPS server|plain HTTP request was sent to HTTPS port|speaking plain HTTP to an SSL-enabled|combination of host and port requires TLS/i

/**
 * How verifiers say that the body is not bytes: Standard Webhooks (the first two), Stripe, GitHub, Node and
 * Python. A second parser says so too.
 */
const parsedBody =
  /properties of (?:undefined|null) \(reading 'constructor'\)|payload to be of type string or buffer|no webhook payload was provided|parsed javascript object|payload must be (?:a string|provided as a string)|\bdata\b.{1,6} argument must be of type string or an instance of|'(?:dict|list)' object has no attribute '(?:de|en)code'|object supporting the buffer API required|bytes-like object is required, not '(?:dict|list)'|hash_hmac\(\): Argument #2 \(\$data\) must be of type string|\b(?:missing|no|without|requires?|enable) (?:a |the )?raw ?body\b|\braw ?body (?:is )?(?:missing|undefined|required|not (?:set|found|available))\b|"?\[object Obj.{0,20} is not valid JSON|Unexpected token '?o'? in JSON at position 1\b|the JSON object must be str, bytes or bytearray, not dict/i

/** How a web Request, Express, Starlette, Django, servlets and Spring say that a parser has already read the body. */
const readBefore =
  /(?:getReader|getInputStream)\(\) has already been called|required request body is missing|body has already been read|body is unusable|body used already|stream is not readable|stream consumed|cannot access body after reading/i

/**
 * How verifiers say that the secret is missing or not base64: the same, Svix, Python's hmac, PHP's hash_hmac and Java's
 * Mac. Then how receivers say so themselves, which name the secret's variable or a setting. A header that a request should
 * have, such as x-admin-secret, is not meant.
 */
const ofSecret = new RegExp(
  [
    "no webhook secret value|expected secret to be of type string|secret can't be empty|incorrect characters for decoding",
    '\\bkey\\b.{1,6} argument must be of type string or an instance of|key: expected bytes or bytearray',
    'hash_hmac\\(\\): (?:Argument #3|Passing null to parameter #3)|\\bEmpty key\\b|Zero-length key|"\\w*secret\\w*" is null',
    '(?<![-\\w])secrets? (?:key )?(?:is |was |has )?(?:not (?:been )?(?:set|configured|defined)|unset|undefined)\\b',
    '\\b(?:missing|unset|undefined|no) (?:(?:environment|env|config(?:uration)?) )?(?:variable |value )?[\\W]?\\w*_SECRET\\b',
    '\\w_SECRET\\b\\W{0,3}(?: \\w+){0,3} (?:missing|not (?:set|configured|defined|found)|required|undefined|unset)\\b',
    "KeyError: '\\w*SECRET\\w*'",
    '\\bsecret\\b.{0,40} must (?:start|begin) with',
  ].join('|'),
  'i',
)

/** Stripe's library, beside its words for any wrong signature. */
const spacedSecret = /\bsecret contains white ?space/i

/**
 * GitHub's library reports a missing secret or body in the same words. They count as a missing header only if the
 * request had another header.
 */
const missesOfOthers: typeof missesUnnamed = [
  ...missesUnnamed,
  ['x-hub-signature-256', /payload & signature required/i],
]

/** The scheme whose headers the receiver misses, and the line that shows it. */
function schemeWanted(lines: readonly AnsweredLine[], { scheme, sent, recipes }: NewestAnswer) {
  const all = Object.values(recipes)
  // A header that the fault removed is rightly missed, and another scheme may have the same header.
  const ownHeaders = all.find((recipe) => recipe.scheme === scheme)?.headers ?? {}
  const known = [...sent.headers.map(([name]) => name), ...Object.keys(ownHeaders)]
  const names = new Set(known.map((name) => name.toLowerCase()))
  for (const recipe of all) {
    if (recipe.scheme === scheme) continue
    // A header name of one word, such as Signature, occurs in many texts.
    const own = Object.keys(recipe.headers)
      .map((name) => name.toLowerCase())
      .filter((name) => name.includes('-') && !names.has(name))
    const line =
      lineWith(lines, ({ words }) => Math.max(-1, ...own.map((name) => words.get(name) ?? -1))) ??
      missesOfOthers
        .filter(([header]) => own.includes(header))
        .map(([, words]) => lineWith(lines, ({ text }) => text.search(words)))
        .find((found) => found !== undefined)
    if (line !== undefined) return { wanted: recipe.scheme, line }
  }
  return undefined
}

/** The reason that the status and headers of a refusal show; undefined if there could be any reason. */
function whyByStatus(
  { status, sent, answer, isSpoilt }: NewestAnswer,
  lines: readonly AnsweredLine[],
): Why | undefined {
  if (redirects.includes(status)) return redirected(sent.url, headerIn(answer.headers, 'location'))
  if (status === 401) return asksForLogin(sent.headers, headerIn(answer.headers, 'www-authenticate'))
  // Rails in production does not name its forgery protection, but sends its run time.
  if (status === 422 && headerIn(answer.headers, 'x-runtime') !== undefined)
    return isSpoilt ? undefined : { cause: 'fields_or_guard' }
  const cause = byStatus[status]
  // The field that it misses may be the header of the signature.
  if (cause === 'fields' && lines.some(({ text }) => namesSignature(text))) return undefined
  return cause && !(isSpoilt && ofContent.has(cause)) ? { cause } : undefined
}

/** Causes in the content, which a fault of the signature may have spoilt too. */
const ofContent: ReadonlySet<RefusalCause> = new Set([
  'size',
  'content_type',
  'fields',
  'unreadable_body',
  'conflict',
])

/** Statuses with a clear reason other than the signature. */
const byStatus: Record<number, RefusalCause> = {
  404: 'path',
  405: 'method',
  409: 'conflict',
  410: 'path',
  413: 'size',
  415: 'content_type',
  // Laravel, whose page may be of the app's own.
  419: 'forgery_guard',
  422: 'fields',
  429: 'busy',
  // Python's http.server without do_POST answers this.
  501: 'method',
  502: 'proxy_unanswered',
  503: 'unavailable',
  504: 'proxy_late',
  // Cloudflare, for a server that it cannot reach, or not in time.
  521: 'proxy_unanswered',
  522: 'proxy_unanswered',
  523: 'proxy_unanswered',
  524: 'proxy_late',
}

const headerIn = (headers: readonly HeaderPair[], wanted: string): string | undefined =>
  headers.findLast(([name]) => name.toLowerCase() === wanted)?.[1]

function redirected(url: string, location: string | undefined): Why | undefined {
  if (location === undefined || !URL.canParse(location, url)) return undefined
  const to = new URL(location, url)
  const isSame = bare(to) === bare(new URL(url))
  const cause = isSame ? 'moved' : loginPath.test(to.pathname) ? 'login' : 'redirect'
  return { cause, to: to.href.slice(0, 300) }
}

const loginPath = /[/_-](?:log|sign)[-_]?in\b|\/(?:auth|sso|saml|oauth2?)\//i

/** An address without the parts for which servers redirect: scheme, www and final slash. */
const bare = ({ host, pathname, search }: URL) =>
  host.replace(/^www\./, '').replace(/:\d+$/, '') + pathname.replace(/\/$/, '') + search

/** A 401 that names the required authentication. */
function asksForLogin(sent: readonly HeaderPair[], wanted = ''): Why | undefined {
  const asks_for = /^[\w-]+/.exec(wanted)?.[0]
  if (asks_for === undefined || headerIn(sent, 'authorization') !== undefined) return undefined
  return { cause: 'login', asks_for }
}
