import { digestsIn, signaturesIn } from '../verification/answered.ts'
import type { EvidenceOf, HeaderPair } from '../wire.ts'
import type { NewestAnswer } from './answers.ts'
import { type AnsweredLine, lineWith } from './lines.ts'

/** The libraries of Standard Webhooks, and Stripe's where the header is not what it must be, name none of those that they miss. */
export const missesUnnamed: readonly (readonly [header: string, words: RegExp])[] = [
  ['webhook-signature', /missing required headers/i],
  ['stripe-signature', /unable to extract timestamp and signatures from header/i],
]

/** What libraries say of a signature that they cannot compare. */
const byWords: readonly (readonly [words: RegExp, cause: Misreading['cause']])[] = [
  // Node's timingSafeEqual, of texts that differ in length.
  [/Input buffers must have the same (?:byte )?length/, 'lengths'],
  // The libraries of Standard Webhooks and of Stripe, of a time that they refuse.
  [/message timestamp too (?:old|new)|timestamp outside the tolerance zone/i, 'time'],
  // Buffer.from, where there was nothing to find a text in, such as a header.
  [/first argument must be of type string or an instance of Buffer.*Received undefined/, 'nothing'],
]

/** Headers that no scheme has. */
const ofHttp: readonly string[] = ['content-type', 'content-length', 'user-agent']

/** The name alone, in quotes, is how Python tells a KeyError. */
const saidMissing =
  /\b(?:missing|undefined|null|absent|required|not (?:found|set|present|provided|given)|no [\w-]+ header)\b|^\W{0,9}'[\w-]+'\W{0,9}$|"'[\w-]+'"/i

type Misreading = EvidenceOf<'misreads_signature'>

/** What the receiver makes of a signature that came as it should: it misses the header, or compares it with another writing. */
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
    // A name of one word stands in many a text.
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
 * The signature that was sent, alone in an answer and without what stands before it in its header: whoever computed it compares
 * it with more than it.
 */
function comparing(lines: readonly AnsweredLine[], headers: readonly HeaderPair[]): Misreading | undefined {
  const told = new Set(lines.flatMap(({ text }) => digestsIn(text)))
  const [right] = signaturesIn(headers).filter(({ signature }) => told.has(signature))
  // Beside another one it is told as what came.
  if (right === undefined || told.size > 1) return undefined
  const { name, value, signature } = right
  const before = value.slice(0, value.indexOf(signature)).slice(-20)
  const line = lineWith(lines, ({ text }) =>
    text.includes(before + signature) ? -1 : text.indexOf(signature),
  )
  if (before === '' || line === undefined) return undefined
  return { line, cause: 'more', header: name, before }
}
