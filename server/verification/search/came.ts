/** Looks up computed digests among the received signatures, in any encoding. */
import { unpadded } from '../../signing/padding.ts'
import type { PresentedSignature } from '../../signing/presented.ts'
import type { Encoding } from '../../signing/recipe.ts'
import { isBase64, isBase64url, isPaddingMissing } from '../../signing/templated.ts'
import type { Accident } from './accident.ts'

/** A received signature, decoded in one of the possible encodings. */
interface Writing {
  label: string
  value: string
  form: Encoding
  /** A change to the text besides its encoding. */
  extra?: keyof typeof extras
}

/** A computed digest that was received, and the mistakes in its encoding. */
export interface Match {
  label: string
  accidents: Accident[]
}

/** The shortest prefix that counts as a truncated signature: at least 32 bits. */
const shortest = 8

const isHex = (text: string) => text.length % 2 === 0 && /^[0-9a-f]+$/i.test(text)
/** Hex with separators, as .NET and OpenSSL write, or with the prefixes of Python and Postgres. */
const hexNotation = /^(?:0x|\\x)?[0-9a-f]{2}(?:([-: ])[0-9a-f]{2}(?:\1[0-9a-f]{2})*|(?:[0-9a-f]{2})*)$/i
const latin1 = (text: string, form: Encoding) => Buffer.from(text, form).toString('latin1')

/** All ways to decode a value, with the resulting bytes. */
function writingsOf({ label, value }: PresentedSignature): [bytes: string, Writing][] {
  const found: [string, Writing][] = []
  const add = (bytes: string, form: Encoding, extra?: Writing['extra']) =>
    found.push([bytes, { label, value, form, ...(extra && { extra }) }])
  const addTwiceEncoded = (inner: string) => {
    if (inner.length >= 32 && isHex(inner)) add(latin1(inner, 'hex'), 'hex', 'double_encoded')
    else if (inner.length >= 22 && isBase64(inner)) add(latin1(inner, 'base64'), 'base64', 'double_encoded')
  }
  if (isHex(value)) {
    add(latin1(value, 'hex'), 'hex', value === value.toLowerCase() ? undefined : 'letter_case')
    addTwiceEncoded(latin1(value, 'hex'))
  }
  if (!isHex(value) && hexNotation.test(value))
    add(latin1(value.replace(/^0x|\\x|[-: ]/gi, ''), 'hex'), 'hex', 'hex_notation')
  if (isBase64(value)) add(latin1(value, 'base64'), 'base64')
  else if (isPaddingMissing(value)) add(latin1(value, 'base64'), 'base64', 'padding_missing')
  if (isBase64url(value)) add(latin1(value, 'base64url'), 'base64url')
  addTwiceEncoded(
    found.find(([, { form, extra }]) => form !== 'hex' && extra !== 'double_encoded')?.[0] ?? '',
  )
  return found
}

function encodingAccident(form: Encoding, right: Encoding): Accident['cause'] | undefined {
  if (form === right) return undefined
  if (form === 'hex') return 'hex_for_base64'
  return right === 'hex' ? 'base64_for_hex' : 'base64url'
}

const extras = {
  letter_case: 'The signature is correct except for upper and lower case.',
  padding_missing: 'The signature is correct, but its base64 lacks the = at the end. base64url omits it.',
  hex_notation: 'The signature is correct, but its hex contains a prefix or separators.',
  double_encoded: 'The signature is correct, but encoded twice.',
}

function accidentsOf({ value, form, extra }: Writing, right: string, encoding: Encoding): Accident[] {
  const sides = { expected: right, received: value }
  if (extra === 'double_encoded') return [{ cause: extra, detail: extras[extra], ...sides }]
  const cause = encodingAccident(form, encoding)
  // Another encoding has its own padding and case.
  const isGone = cause !== undefined && (extra === 'padding_missing' || extra === 'letter_case')
  const found: Accident[] = extra && !isGone ? [{ cause: extra, detail: extras[extra], ...sides }] : []
  if (cause === undefined && found.length === 0 && value !== right)
    return [
      {
        cause: 'base64url',
        detail: 'The signature is correct, but its base64url ends with = padding.',
        fix: 'Remove the padding: .digest("base64url") writes none.',
        ...sides,
      },
    ]
  if (cause === undefined) return found
  const detail = `The signature is correct, but encoded as ${form}. This scheme uses ${encoding}.`
  return [
    ...found,
    { cause, detail, fix: `Encode the signature as ${encoding}: .digest("${encoding}").`, ...sides },
  ]
}

/** The lengths of signatures that are verified, not computed: HMAC-SHA256 and Ed25519. */
const verifiedLengths = [32, 64]

/** The r and s of a P-256 signature in DER, 32 bytes each; undefined for other bytes. */
function numbersInDer(bytes: string): string | undefined {
  const [sequence, , integer, length = 0, ...rest] = Buffer.from(bytes, 'latin1')
  if (sequence !== 0x30 || integer !== 2 || rest[length] !== 2) return undefined
  const numbers = [rest.slice(0, length), rest.slice(length + 2)].map((number) =>
    String.fromCharCode(...number)
      .replace(/^\0+/, '')
      .padStart(32, '\0'),
  )
  return numbers.every((number) => number.length === 32) ? numbers.join('') : undefined
}

/** The received signature in the correct encoding, once per way to decode it, with the mistakes. */
export const rewritingsOf = (
  signature: PresentedSignature,
  encoding: Encoding,
): { value: string; accidents: Accident[] }[] =>
  writingsOf(signature)
    .flatMap(([bytes, writing]) => {
      const numbers = numbersInDer(bytes)
      if (numbers !== undefined) {
        const value = textOf(numbers, encoding)
        const sides = { expected: value, received: signature.value }
        const detail = 'The signature is correct, but in DER. This scheme uses r and s, 32 bytes each.'
        return [{ value, accidents: [{ cause: 'der_signature' as const, detail, ...sides }] }]
      }
      const right = textOf(bytes, encoding)
      return right === signature.value || !verifiedLengths.includes(bytes.length)
        ? []
        : [{ value: right, accidents: accidentsOf(writing, right, encoding) }]
    })
    .sort((a, b) => a.accidents.length - b.accidents.length)

/** Indexes the received signatures, so that any computed digest can be looked up regardless of its encoding. */
export function cameOf(signatures: readonly PresentedSignature[]) {
  const exact = new Map<string, Writing[]>()
  for (const signature of signatures.slice(0, 20)) {
    for (const [bytes, writing] of writingsOf(signature))
      exact.set(bytes, [...(exact.get(bytes) ?? []), writing])
  }
  const beginnings = signatures.filter(({ value }) => value.length >= shortest)
  const oneCase = beginnings.filter(
    ({ value }) => !isHex(value) && (value === value.toLowerCase() || value === value.toUpperCase()),
  )
  const shortestCame = Math.min(...beginnings.map(({ value }) => value.length))

  function looseMatch(digest: string, encoding: Encoding): Match | undefined {
    const length = lengthOf(digest.length, encoding)
    if (shortestCame >= length && oneCase.length === 0) return undefined
    const right = textOf(digest, encoding)
    for (const { label, value } of oneCase) {
      if (value.length === right.length && value.toLowerCase() === right.toLowerCase())
        return {
          label,
          accidents: [{ cause: 'letter_case', detail: extras.letter_case, expected: right, received: value }],
        }
    }
    for (const { label, value } of beginnings) {
      if (value.length >= right.length) continue
      const isCut = right.startsWith(value) || isCutOfBytes(value, digest, encoding)
      const detail = `The signature is truncated: only the first ${value.length} of ${right.length} characters arrived.`
      // A space inside the value indicates another mistake than truncation.
      if (isCut)
        return {
          label,
          accidents: [{ cause: 'truncated', detail, weight: 1.3, expected: right, received: value }],
        }
    }
    return undefined
  }

  return {
    /** Whether a signature equals this digest in any encoding. */
    has: (digest: string): boolean => exact.has(digest),
    /** All possible digests, as Latin-1 strings. */
    digests: [...exact.keys()] as readonly string[],
    /** The received signature that equals this digest, with the fewest mistakes; undefined if none does. */
    match(digest: string, encoding: Encoding): Match | undefined {
      const writings = exact.get(digest)
      if (!writings) return looseMatch(digest, encoding)
      const right = textOf(digest, encoding)
      const [best] = writings
        .map((writing) => ({ label: writing.label, accidents: accidentsOf(writing, right, encoding) }))
        .sort((a, b) => a.accidents.length - b.accidents.length)
      return best
    },
  }
}

export function lengthOf(bytes: number, encoding: Encoding): number {
  switch (encoding) {
    case 'hex':
      return bytes * 2
    case 'base64':
      return Math.ceil(bytes / 3) * 4
    case 'base64url':
      return Math.ceil((bytes * 4) / 3)
  }
}

const textOf = (digest: string, encoding: Encoding) => Buffer.from(digest, 'latin1').toString(encoding)

/** Whether the digest was truncated before encoding. */
function isCutOfBytes(value: string, digest: string, encoding: Encoding): boolean {
  const bytes = latin1(value, encoding)
  if (unpadded(textOf(bytes, encoding)) !== unpadded(value)) return false
  return bytes.length >= shortest && bytes.length < digest.length && digest.startsWith(bytes)
}
