import { plural } from '../../plural.ts'
import type { Recipes } from '../../signing/recipes.ts'
import type { HeaderPair } from '../../wire.ts'
import { type FoundIn, found } from './table.ts'

/** The newest attempt of a delivery that was answered, no fault having touched it. */
export interface Refusal {
  number: number
  status: number
  sent: { method: string; url: string; headers: readonly HeaderPair[]; size: number }
  /** What was answered, as it came. */
  answer: Buffer
  scheme: string
  recipes: Recipes
  /** Which endpoint of the sandbox has passed it on, if any. */
  endpoint: string | null
}

/** What a refusal says of its own reason, by its words or by its status; nothing where it may have any. */
export function refusalFindings(refusal: Refusal): FoundIn[] {
  const { number, status, endpoint, sent } = refusal
  const lines = linesOf(refusal.answer.subarray(0, readBytes).toString('utf8'))
  const by = endpoint === null ? '' : `, passed on by the endpoint ${endpoint}`
  const came = `Attempt ${number}${by}: HTTP ${status}`

  const plain = lineWith(lines, ({ text }) => plainToTls.test(text))
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
  const parsed = lineWith(lines, ({ text }) => parsedBody.test(text))
  if (parsed !== undefined)
    return [
      found(
        'verifies_parsed_body',
        `${came}, “${parsed}”. It needs the bytes as they came, before anything parses them: express.raw({ type: '*/*' }) on the path in Express, await request.text() where there is a web Request.`,
        [number],
      ),
    ]
  const why = byStatus[status]?.(sent)
  return why === undefined ? [] : [found('refused_by_status', `${came}. ${why}`, [number])]
}

/** Words of a reason stand at its beginning. */
const readBytes = 16_384

/** How Go, nginx, Apache and Tomcat answer plain HTTP where they speak TLS. */
const plainToTls =
  /HTTP request to an HTTPS server|plain HTTP request was sent to HTTPS port|speaking plain HTTP to an SSL-enabled|combination of host and port requires TLS/i

/** How the verifiers of Standard Webhooks, Stripe, GitHub and Node itself say that they were given no bytes. */
const parsedBody =
  /payload to be of type string or buffer|parsed javascript object|payload must be (?:a string|provided as a string)|\bdata\b.{1,6} argument must be of type string or an instance of/i

/** The libraries of Standard Webhooks name none of the headers that they miss. */
const missesStandard = /missing required headers/i

/** The scheme whose headers the receiver misses, and the line that says so. */
function schemeWanted(lines: readonly AnsweredLine[], { scheme, sent, recipes }: Refusal) {
  const names = new Set(sent.headers.map(([name]) => name.toLowerCase()))
  for (const recipe of Object.values(recipes)) {
    if (recipe.scheme === scheme) continue
    // A name of one word, such as Signature, stands in many a text.
    const own = Object.keys(recipe.headers).filter(
      (name) => name.includes('-') && !names.has(name.toLowerCase()),
    )
    const line =
      lineWith(lines, ({ words }) => own.some((name) => words.has(name.toLowerCase()))) ??
      (own.includes('webhook-signature')
        ? lineWith(lines, ({ text }) => missesStandard.test(text))
        : undefined)
    if (line !== undefined) return { scheme: recipe.scheme, line }
  }
  return undefined
}

interface AnsweredLine {
  text: string
  /** In lower case. */
  words: ReadonlySet<string>
}

/** The lines of a text, or of a page of HTML. A tag ends before the next, so that many that never end are looked at once each. */
const linesOf = (answer: string): AnsweredLine[] =>
  answer
    .split(/\r?\n|<[^<>]*>/)
    .map((text) => ({ text, words: new Set(text.toLowerCase().split(/[^\w-]+/)) }))

/** The first line that fits, no longer than one reads. */
function lineWith(lines: readonly AnsweredLine[], fits: (line: AnsweredLine) => boolean): string | undefined {
  const line = lines.find(fits)
  return line === undefined
    ? undefined
    : cut(
        line.text
          .trim()
          .replace(/&(?:quot|#34);/g, '"')
          .replace(/\.$/, ''),
      )
}

const cut = (text: string) => (text.length > 160 ? `${text.slice(0, 159)}…` : text)

/** Statuses that say by themselves what is amiss, and that it is not the signature. */
const byStatus: Record<number, (sent: Refusal['sent']) => string> = {
  404: ({ method, url }) =>
    `Is ${new URL(url).pathname} the path that the receiver listens at, and does it take ${method} there?`,
  405: ({ method, url }) => `It takes no ${method} at ${new URL(url).pathname}.`,
  413: ({ size }) => `It takes no body of ${plural(size, 'byte')}.`,
  415: ({ headers }) =>
    `It takes no ${headers.find(([name]) => name.toLowerCase() === 'content-type')?.[1] ?? 'body without a Content-Type'}.`,
}
