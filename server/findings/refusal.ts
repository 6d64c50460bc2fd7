import { takesNotItsFields, whyByStatus } from './by-status.ts'
import { failedInside } from './failed.ts'
import { type AnsweredLine, linesOf, lineWith } from './lines.ts'
import { misreading, missesUnnamed } from './misreading.ts'
import { cameOf, type NewestAnswer } from './newest-answer.ts'
import { type FoundIn, found } from './table.ts'

/**
 * What a refusal says of its own reason, by its words or by its status; nothing where it may have any. One that had to come says so
 * only where it would have come to what is right, too.
 */
export function refusalFindings(refusal: NewestAnswer): FoundIn[] {
  const { number, sent, isSpoilt } = refusal
  const lines = linesOf(refusal.answer.body.subarray(0, readBytes).toString('utf8'))
  const came = cameOf(refusal)

  const plain = lineWith(lines, ({ text }) => text.search(plainToTls))
  if (plain !== undefined && sent.url.startsWith('http:'))
    return [
      found(
        'refused_by_status',
        `${came}, “${plain}”. It speaks TLS: the address is ${sent.url.replace('http:', 'https:')}.`,
        [number],
      ),
    ]
  const wanted = schemeWanted(lines, refusal)
  if (wanted !== undefined)
    return [
      found(
        'wants_other_scheme',
        `${came}, “${wanted.line}”. It verifies as ${wanted.scheme}, and this is signed by ${refusal.scheme}: give the subscription the scheme ${wanted.scheme}, or the receiver a verifier of ${refusal.scheme}.`,
        [number],
      ),
    ]
  const noSecret = lineWith(lines, ({ text }) => text.search(ofSecret))
  if (noSecret !== undefined)
    return [
      found(
        'lacks_secret',
        `${came}, “${noSecret}”. It was given no secret, or none in the form that it reads: is the variable set where the receiver runs, with all of the subscription's secret?`,
        [number],
      ),
    ]
  const parsed = lineWith(lines, ({ text }) => Math.max(text.search(parsedBody), text.search(readBefore)))
  if (parsed !== undefined)
    return [
      found(
        'verifies_parsed_body',
        `${came}, “${parsed}”. It needs the bytes as they came, before anything parses them: express.raw({ type: '*/*' }) on the path in Express, await request.text() where there is a web Request, request.body in Django, request.get_data() in Flask.`,
        [number],
      ),
    ]
  const misread = isSpoilt ? undefined : misreading(lines, sent)
  if (misread !== undefined)
    return [found('misreads_signature', `${came}, “${misread.line}”. ${misread.why}`, [number])]
  for (const [words, why] of byWords) {
    const line = lineWith(lines, ({ text }) => text.search(words))
    if (line !== undefined)
      return [found('refused_by_status', `${came}, “${line}”. ${why(new URL(sent.url))}`, [number])]
  }
  const why = whyByStatus(refusal)
  if (why !== undefined) return [found('refused_by_status', `${came}. ${why}`, [number])]
  return isSpoilt ? [] : failedInside(refusal, lines)
}

/** Words of a reason stand at its beginning. */
const readBytes = 16_384

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

/** What stands before a receiver, by the words in which it refuses, and what to do about it. */
const byWords: readonly (readonly [words: RegExp, why: (url: URL) => string])[] = [
  // The guards of Django, Express, Rails and Laravel against forged forms.
  [
    /\bcsrf\b|InvalidAuthenticityToken|Can't verify CSRF|^\s*Page Expired/i,
    ({ pathname }) =>
      `A guard against forged forms stands before the receiver: except ${pathname} from it, by @csrf_exempt in Django, skip_forgery_protection in Rails, validateCsrfTokens in Laravel.`,
  ],
  // Those of Django, Rails, Starlette, webpack and Vite against names that they do not know.
  [
    /Invalid HTTP_HOST header|Blocked hosts?:|Invalid Host header|This host \(.{1,99}\) is not allowed/i,
    ({ hostname }) =>
      `It does not know ${hostname} as its own name: allow it there, by ALLOWED_HOSTS in Django, config.hosts in Rails, server.allowedHosts in Vite.`,
  ],
  // Django, while it is debugged, in place of a redirect.
  [
    /URL doesn't end in a slash and you have APPEND_SLASH set/,
    (url) => `${url.origin}${url.pathname}/${url.search} is the address to send to.`,
  ],
  [/"FST_ERR_VALIDATION"|param is missing or the value is empty/, () => takesNotItsFields],
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
    if (line !== undefined) return { scheme: recipe.scheme, line }
  }
  return undefined
}
