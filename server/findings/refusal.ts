import type { Found } from '../wire.ts'
import type { NewestAnswer } from './answers.ts'
import { headerIn, type Why, whyByStatus } from './by-status.ts'
import { type AnsweredLine, linesOf, lineWith, namesSignature, readBytes } from './lines.ts'
import { misreading, missesUnnamed } from './misreading.ts'

/**
 * What a refusal says of its own reason, by its words or by its status; nothing where it may have any. One that had to come says so
 * only where it would have come to what is right, too.
 */
export function refusalFinding(refusal: NewestAnswer): Found | undefined {
  const { number, status, sent, scheme, endpoint, isSpoilt } = refusal
  const attempts = [number]
  const { method, url, headers, size } = sent
  const lines = linesOf(refusal.answer.body.subarray(0, readBytes).toString('utf8'))
  const lineOf = (words: RegExp) => lineWith(lines, ({ text }) => text.search(words))
  const refused = (why: Why, line: string | null): Found => {
    const content_type = headerIn(headers, 'content-type') ?? null
    const evidence = { line, method, url, size, content_type, to: null, asks_for: null, ...why }
    return { code: 'refused_by_status', evidence, attempts }
  }

  const plain = lineOf(plainToTls)
  if (plain !== undefined && url.startsWith('http:'))
    return refused({ cause: 'speaks_tls', to: url.replace('http:', 'https:') }, plain)
  const other = schemeWanted(lines, refusal)
  if (other !== undefined)
    return { code: 'wants_other_scheme', evidence: { ...other, signed_by: scheme }, attempts }
  const noSecret = lineOf(ofSecret)
  if (noSecret !== undefined) return { code: 'lacks_secret', evidence: { line: noSecret }, attempts }
  const parsed = lineWith(lines, ({ text }) => Math.max(text.search(parsedBody), text.search(readBefore)))
  if (parsed !== undefined) return { code: 'verifies_parsed_body', evidence: { line: parsed }, attempts }
  const misread = isSpoilt ? undefined : misreading(lines, sent)
  if (misread !== undefined) return { code: 'misreads_signature', evidence: misread, attempts }
  for (const [words, cause] of byWords) {
    const line = lineOf(words)
    if (line !== undefined)
      return refused({ cause, ...(cause === 'slash_missing' && { to: withSlash(url) }) }, line)
  }
  const why = whyByStatus(refusal)
  if (why !== undefined) return refused(why, null)
  // Whose words name the signature may have refused it; an endpoint may stand in for a receiver that it cannot reach.
  const isOwnFailure = status >= 500 && endpoint === null && !lines.some(({ text }) => namesSignature(text))
  return isOwnFailure && !isSpoilt ? { code: 'failed_inside', evidence: { status }, attempts } : undefined
}

function withSlash(address: string): string {
  const { origin, pathname, search } = new URL(address)
  return `${origin}${pathname}/${search}`
}

/** How Go, nginx, Apache and Tomcat answer plain HTTP where they speak TLS. */
const plainToTls =
  /HTTP request to an HTTPS server|plain HTTP request was sent to HTTPS port|speaking plain HTTP to an SSL-enabled|combination of host and port requires TLS/i

/** How verifiers say that they were given no bytes: those of Standard Webhooks, the first of undefined, of Stripe, of GitHub and of Node and Python themselves. */
const parsedBody =
  /properties of (?:undefined|null) \(reading 'constructor'\)|payload to be of type string or buffer|no webhook payload was provided|parsed javascript object|payload must be (?:a string|provided as a string)|\bdata\b.{1,6} argument must be of type string or an instance of|'(?:dict|list)' object has no attribute '(?:de|en)code'|object supporting the buffer API required|bytes-like object is required, not '(?:dict|list)'/i

/** How a web Request, Express, Starlette and Django say that the body was read before, by what parsed it. */
const readBefore =
  /body has already been read|body is unusable|body used already|stream is not readable|stream consumed|cannot access body after reading/i

/** How the same verifiers, Svix's, and hmac of Python say that they were given no secret, or one that is no base64. */
const ofSecret =
  /no webhook secret value|expected secret to be of type string|secret can't be empty|incorrect characters for decoding|\bkey\b.{1,6} argument must be of type string or an instance of|key: expected bytes or bytearray/i

/** Of GitHub's, which misses a secret or a body in the same words, this tells the header where it was not sent alone. */
const missesOfOthers: typeof missesUnnamed = [
  ...missesUnnamed,
  ['x-hub-signature-256', /payload & signature required/i],
]

/** What stands before a receiver, by the words in which it refuses. */
const byWords: readonly (readonly [words: RegExp, cause: Why['cause']])[] = [
  // The guards of Django, Express, Rails and Laravel against forged forms.
  [/\bcsrf\b|InvalidAuthenticityToken|Can't verify CSRF|^\s*Page Expired/i, 'forgery_guard'],
  // Those of Django, Rails, Starlette, webpack and Vite against names that they do not know.
  [
    /Invalid HTTP_HOST header|Blocked hosts?:|Invalid Host header|This host \(.{1,99}\) is not allowed/i,
    'unknown_host',
  ],
  // Django, while it is debugged, in place of a redirect.
  [/URL doesn't end in a slash and you have APPEND_SLASH set/, 'slash_missing'],
  [/"FST_ERR_VALIDATION"|param is missing or the value is empty/, 'fields'],
]

/** The scheme whose headers the receiver misses, and the line that says so. */
function schemeWanted(lines: readonly AnsweredLine[], { scheme, sent, recipes }: NewestAnswer) {
  const all = Object.values(recipes)
  // What a fault left out of its own headers is rightly missed, and another scheme may have the same.
  const ownHeaders = all.find((recipe) => recipe.scheme === scheme)?.headers ?? {}
  const known = [...sent.headers.map(([name]) => name), ...Object.keys(ownHeaders)]
  const names = new Set(known.map((name) => name.toLowerCase()))
  for (const recipe of all) {
    if (recipe.scheme === scheme) continue
    // A name of one word, such as Signature, stands in many a text.
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
