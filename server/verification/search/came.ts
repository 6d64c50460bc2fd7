/** Looks up computed digests among the received signatures, in any encoding. */
import { derOf } from '../../signing/ecdsa.ts'
import { unpadded } from '../../signing/padding.ts'
import type { PresentedSignature } from '../../signing/presented.ts'
import type { Encoding, Recipe } from '../../signing/recipe.ts'
import { type Decoded, decodingsOf, isHex, latin1 } from '../accidents/encodings.ts'
import type { Accident } from './accident.ts'

/** A received signature, decoded in one of the possible encodings. */
interface Writing extends Decoded {
  label: string
  value: string
}

/** A computed digest that was received, and the mistakes in its encoding. */
export interface Match {
  label: string
  accidents: Accident[]
}

/** The shortest part that counts as a truncated signature: at least 32 bits. */
const shortest = 8
/** The maximum number of received signatures that are examined. */
const mostSignatures = 20

const writingsOf = ({ label, value }: PresentedSignature): Writing[] =>
  decodingsOf(value).map((one) => ({ ...one, label, value }))

function encodingAccident(form: Encoding | undefined, right: Encoding): Accident['cause'] | undefined {
  if (form === right || form === undefined) return undefined
  if (form === 'hex') return 'hex_for_base64'
  return right === 'hex' ? 'base64_for_hex' : 'base64url'
}

const extras = {
  letter_case: 'The signature is correct except for upper and lower case.',
  padding_missing: 'The signature is correct, but its base64 lacks the = at the end. base64url omits it.',
  hex_notation: 'The signature is correct, but its hex contains a prefix or separators.',
  double_encoded: 'The signature is correct, but encoded twice.',
}

const fixOf = (encoding: Encoding) => `Encode the signature as ${encoding}: .digest("${encoding}").`

/** A digest that is written in no usual encoding. */
const otherEncoding = (said: string, right: string, received: string, encoding: Encoding): Accident => ({
  cause: 'other_encoding',
  detail: `The signature is correct, but written ${said}.`,
  fix: fixOf(encoding),
  expected: right,
  received,
})

function accidentsOf(
  { value, form, extra, said = '' }: Writing,
  right: string,
  encoding: Encoding,
): Accident[] {
  const sides = { expected: right, received: value }
  if (extra === 'other_encoding') return [otherEncoding(said, right, value, encoding)]
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
  return [...found, { cause, detail, fix: fixOf(encoding), ...sides }]
}

/** The lengths of signatures that are verified, not computed: HMAC-SHA256, Ed25519, and ECDSA as r and s. */
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

const inDer = {
  cause: 'der_signature' as const,
  detail: 'The signature is correct, but in DER. This scheme uses r and s, 32 bytes each.',
}
const asNumbers = {
  cause: 'der_signature' as const,
  detail: 'The signature is correct, but as r and s, 32 bytes each. This scheme uses DER.',
  fix: "Encode the signature in DER, which is the default of OpenSSL and of Node's crypto.sign.",
}

/** The bytes that the scheme wants, and the mistake in the form of the received bytes. */
function formsOf(bytes: string, { method }: Pick<Recipe, 'method'>): [bytes: string, inForm?: Accident][] {
  const numbers = numbersInDer(bytes)
  if (method === 'ecdsa') {
    if (numbers !== undefined) return [[bytes]]
    return bytes.length === 64 ? [[derOf(Buffer.from(bytes, 'latin1')).toString('latin1'), asNumbers]] : []
  }
  if (numbers !== undefined) return [[numbers, inDer]]
  return verifiedLengths.includes(bytes.length) ? [[bytes]] : []
}

/** The received signature in the correct encoding, once per way to decode it, with the mistakes. */
export function rewritingsOf(
  signature: PresentedSignature,
  recipe: Pick<Recipe, 'encoding' | 'method'>,
): { value: string; accidents: Accident[] }[] {
  if (recipe.method === 'password') return []
  // In a JWT, only the last part is a signature.
  const start = recipe.method === 'jwt' ? signature.value.lastIndexOf('.') + 1 : 0
  const before = signature.value.slice(0, start)
  const own = { ...signature, value: signature.value.slice(start) }
  return writingsOf(own)
    .flatMap((writing) =>
      formsOf(writing.bytes, recipe).flatMap(([bytes, inForm]) => {
        const value = before + textOf(bytes, recipe.encoding)
        if (value === signature.value) return []
        const asWritten = textOf(writing.bytes, recipe.encoding)
        const ofText = asWritten === own.value ? [] : accidentsOf(writing, asWritten, recipe.encoding)
        const sides = { expected: value, received: signature.value }
        return [{ value, accidents: [...(inForm ? [{ ...inForm, ...sides }] : []), ...ofText] }]
      }),
    )
    .sort((a, b) => a.accidents.length - b.accidents.length)
}

/** Indexes the received signatures, so that any computed digest can be looked up regardless of its encoding. */
export function cameOf(signatures: readonly PresentedSignature[]) {
  const exact = new Map<string, Writing[]>()
  for (const signature of signatures.slice(0, mostSignatures)) {
    for (const writing of writingsOf(signature))
      exact.set(writing.bytes, [...(exact.get(writing.bytes) ?? []), writing])
  }
  const long = signatures.slice(0, mostSignatures).filter(({ value }) => value.length >= shortest)
  const oneCase = long.filter(
    ({ value }) => !isHex(value) && (value === value.toLowerCase() || value === value.toUpperCase()),
  )
  const shortestCame = Math.min(...long.map(({ value }) => value.length))
  const spoiled = spoiledIn(long, [...exact.values()].flat())

  function looseMatch(digest: string, encoding: Encoding): Match | undefined {
    for (const [made, writings] of [...spoiled].map(([spoil, all]) => [spoil(digest), all] as const)) {
      const found = writings.get(made)
      if (!found) continue
      const said = 'after its bytes were converted to text, which changed them'
      return {
        label: found.label,
        accidents: [otherEncoding(said, textOf(digest, encoding), found.value, encoding)],
      }
    }
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
    for (const { label, value } of long) {
      if (value.length >= right.length) continue
      if (isWithoutZeros(value, digest))
        return {
          label,
          accidents: [otherEncoding('in hex that lacks zeros: 0a became a', right, value, encoding)],
        }
      const part = partOf(value, right, digest, encoding)
      // A space inside the value indicates another mistake than truncation.
      if (part === undefined) continue
      const detail = `The signature is truncated: only the ${part} ${value.length} of ${right.length} characters arrived.`
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

/** The bytes that remain after a digest was read as text of this character set. */
const spoilings: readonly ((digest: string) => string)[] = [
  (digest) => Buffer.from(Buffer.from(digest, 'latin1').toString('utf8')).toString('latin1'),
  (digest) => digest.replace(/[\x80-\xff]/g, (byte) => String.fromCharCode(byte.charCodeAt(0) & 127)),
  (digest) => digest.replace(/[\x80-\xff]/g, '?'),
]
/** Whether bytes look like a digest that was read as text of this character set. */
const looksSpoiled: readonly RegExp[] = [/\xef\xbf\xbd/, /^[\0-\x7f]{16,}$/, /^[\0-\x7f]{16,}$/]

type Spoiled = Map<(typeof spoilings)[number], Map<string, Writing>>

/** The received signatures that may be digests whose bytes were read as text. The conversion cannot be undone. */
function spoiledIn(long: readonly PresentedSignature[], writings: readonly Writing[]): Spoiled {
  const found: Spoiled = new Map()
  if (long.length === 0) return found
  for (const [at, spoil] of spoilings.entries())
    for (const writing of writings) {
      const { bytes, form } = writing
      if (form === undefined || /^[\x20-\x7e]*$/.test(bytes) || !looksSpoiled[at]?.test(bytes)) continue
      found.set(spoil, (found.get(spoil) ?? new Map()).set(bytes, writing))
    }
  return found
}

/** Whether hex lacks its leading zeros, or the zero of each byte below 16. */
const isWithoutZeros = (value: string, digest: string): boolean => {
  if (!/^[0-9a-f]{16,}$/i.test(value)) return false
  const bytes = [...Buffer.from(digest, 'latin1')]
  const text = value.toLowerCase()
  return (
    bytes.map((byte) => byte.toString(16)).join('') === text ||
    bytes
      .map((byte) => byte.toString(16).padStart(2, '0'))
      .join('')
      .replace(/^0+/, '') === text
  )
}

/** Which part of the digest the value is; undefined if it is none. */
function partOf(
  value: string,
  right: string,
  digest: string,
  encoding: Encoding,
): 'first' | 'last' | undefined {
  if (right.startsWith(value)) return 'first'
  if (right.endsWith(value)) return 'last'
  // The digest may have been truncated before encoding.
  const bytes = latin1(value, encoding)
  if (unpadded(textOf(bytes, encoding)) !== unpadded(value)) return undefined
  if (bytes.length < shortest || bytes.length >= digest.length) return undefined
  if (digest.startsWith(bytes)) return 'first'
  return digest.endsWith(bytes) ? 'last' : undefined
}
