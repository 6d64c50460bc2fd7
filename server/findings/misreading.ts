import { digestsIn, signaturesIn } from '../verification/answered.ts'
import type { HeaderPair } from '../wire.ts'
import { type AnsweredLine, lineWith } from './lines.ts'
import type { NewestAnswer } from './newest-answer.ts'

/** The libraries of Standard Webhooks, and Stripe's where the header is not what it must be, name none of those that they miss. */
export const missesUnnamed: readonly (readonly [header: string, words: RegExp])[] = [
  ['webhook-signature', /missing required headers/i],
  ['stripe-signature', /unable to extract timestamp and signatures from header/i],
]

/** How Node's timingSafeEqual says that the texts it was given differ in length. */
const ofLengths = /Input buffers must have the same (?:byte )?length/

/** How Buffer.from says that there was nothing where it was to find a text, such as a header. */
const ofUndefined = /first argument must be of type string or an instance of Buffer.*Received undefined/

/** How the libraries of Standard Webhooks and of Stripe refuse a time. */
const ofTime = /message timestamp too (?:old|new)|timestamp outside the tolerance zone/i

/** Headers that no scheme has. */
const ofHttp: readonly string[] = ['content-type', 'content-length', 'user-agent']

const inLowerCase = "In Node's request.headers each name is in lower case"

/** The name alone, in quotes, is how Python tells a KeyError. */
const saidMissing =
  /\b(?:missing|undefined|null|absent|required|not (?:found|set|present|provided|given)|no [\w-]+ header)\b|^\W{0,9}'[\w-]+'\W{0,9}$|"'[\w-]+'"/i

interface Misreading {
  /** What says so. */
  line: string
  why: string
}

/** What the receiver makes of a signature that came as it should: it misses the header, or compares it with another writing. */
export function misreading(
  lines: readonly AnsweredLine[],
  { headers }: NewestAnswer['sent'],
): Misreading | undefined {
  const lengths = lineWith(lines, ({ text }) => text.search(ofLengths))
  if (lengths !== undefined)
    return {
      line: lengths,
      why: 'It compares texts of different lengths: what it computed is written otherwise than what came, as hex for base64, or without what stands before the signature in its header.',
    }
  const time = lineWith(lines, ({ text }) => text.search(ofTime))
  if (time !== undefined)
    return {
      line: time,
      why: "It takes the time that was signed for too old or too new: is its clock that of this machine, and does it read seconds? Where delivery.timestamps is clock, the sandbox's own time is signed, which none takes once it was moved.",
    }
  const nothing = lineWith(lines, ({ text }) => text.search(ofUndefined))
  if (nothing !== undefined)
    return {
      line: nothing,
      why: `It found nothing where it looked for a text, such as the signature in its header. ${inLowerCase}.`,
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
    if (line !== undefined)
      return {
        line,
        why: `${name} was sent: it is looked for under another name, or was not handed on. ${inLowerCase}; a web Headers object is read by get(), and handed on as Object.fromEntries(request.headers); in request.META of Django and $_SERVER of PHP it is HTTP_${header.toUpperCase().replaceAll('-', '_')}.`,
      }
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
  return {
    line,
    why: `That is the signature in ${name}: if the receiver computed it, it compares it with more than that, such as the whole header, in which ${JSON.stringify(before)} stands before it.`,
  }
}
