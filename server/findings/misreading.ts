/** Recognizes receivers that misread the signature. */
import { digestsIn, signaturesIn } from '../verification/answered.ts'
import type { EvidenceOf, HeaderPair } from '../wire.ts'
import type { NewestAnswer } from './answers.ts'
import { type AnsweredLine, lineWith } from './lines.ts'

/** The libraries of Standard Webhooks, and Stripe's for an invalid header, do not name the missing header. */
export const missesUnnamed: readonly (readonly [header: string, words: RegExp])[] = [
  ['webhook-signature', /missing required headers/i],
  ['stripe-signature', /unable to extract timestamp and signatures from header/i],
]

/** What libraries say about a signature that they cannot compare. */
const byWords: readonly (readonly [words: RegExp, cause: Misreading['cause']])[] = [
  // Node's timingSafeEqual, for texts of different lengths.
  [/Input buffers must have the same (?:byte )?length/, 'lengths'],
  // The libraries of Standard Webhooks and Stripe, for a time that they refuse.
  [/message timestamp too (?:old|new)|timestamp outside the tolerance zone/i, 'time'],
  // Receivers of their own.
  [
    /\btimestamp (?:is )?(?:too (?:old|new|far)|expired|stale|outside|out of (?:range|tolerance)|in the future)\b|\b(?:request|webhook|signature) (?:has |is )?(?:expired|too old)\b/i,
    'time',
  ],
  [/hash_equals\(\): Argument #\d .{1,40}must be of type string, null given/, 'nothing'],
  // Buffer.from, for a missing value such as a missing header.
  [/first argument must be of type string or an instance of Buffer.*Received undefined/, 'nothing'],
]

/** Headers that belong to no scheme. */
const ofHttp: readonly string[] = ['content-type', 'content-length', 'user-agent']

/** Python reports a KeyError as the quoted name alone. */
const saidMissing =
  /\b(?:missing|undefined|null|absent|required|not (?:found|set|present|provided|given)|no [\w-]+ header)\b|^\W{0,9}'[\w-]+'\W{0,9}$|"'[\w-]+'"/i

type Misreading = EvidenceOf<'misreads_signature'>

/** How the receiver misreads a correct signature: the header is missing for it, or it compares another form. */
export function misreading(
  lines: readonly AnsweredLine[],
  { headers }: NewestAnswer['sent'],
): Misreading | undefined {
  for (const [words, cause] of byWords) {
    const line = lineWith(lines, ({ text }) => text.search(words))
    if (line !== undefined) return { line, cause, header: null, before: null }
  }
  for (const [name] of headers) {
    const header = name.toLowerCase()
    // A name of one word occurs in many texts.
    if (!header.includes('-') || ofHttp.includes(header)) continue
    const line = lineWith(
      lines,
      ({ text, words }) =>
        (saidMissing.test(text) ? words.get(header) : undefined) ??
        Math.max(-1, ...missesUnnamed.map(([name, said]) => (name === header ? text.search(said) : -1))),
    )
    if (line !== undefined) return { line, cause: 'header', header: name, before: null }
  }
  return comparing(lines, headers)
}

/**
 * Finds a receiver that computed the right signature but compares it with more than the signature: its response
 * contains only the signature, without the text before it in the header.
 */
function comparing(lines: readonly AnsweredLine[], headers: readonly HeaderPair[]): Misreading | undefined {
  const told = new Set(lines.flatMap(({ text }) => digestsIn(text)))
  const [right] = signaturesIn(headers).filter(({ signature }) => told.has(signature))
  // With another signature beside it, this signature is the received one.
  if (right === undefined || told.size > 1) return undefined
  const { name, value, signature } = right
  const before = value.slice(0, value.indexOf(signature)).slice(-20)
  const line = lineWith(lines, ({ text }) =>
    text.includes(before + signature) ? -1 : text.indexOf(signature),
  )
  if (before === '' || line === undefined) return undefined
  return { line, cause: 'more', header: name, before }
}
