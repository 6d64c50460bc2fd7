/** Finds headers of no known scheme that may contain a signature. */
import { unpadded } from '../../signing/padding.ts'
import type { Digest } from '../../signing/recipe.ts'
import type { HeaderPair } from '../../wire.ts'
import { cameOf } from './came.ts'

/** A possible signature in a header of no known scheme. */
export interface Place {
  header: string
  /** The header's value as the template of a custom recipe. */
  template: string
  /** The signature in all possible encodings. */
  came: ReturnType<typeof cameOf>
  /** The hash functions whose digests have this length. */
  digests: readonly Digest[]
  /** Whether the length equals a digest's length, rather than a truncated digest's. */
  isWhole: boolean
  /** Whether the header's name suggests a signature. */
  isNamed: boolean
  /** A timestamp in the same header. */
  timestamp: string | undefined
}

/** The maximum number of headers examined. */
const mostPlaces = 6

const sizes: readonly (readonly [bytes: number, digest: Digest])[] = [
  [32, 'sha256'],
  [20, 'sha1'],
  [64, 'sha512'],
]

/** Trace ids and content hashes have these lengths too, so the header's name decides. */
const sizesIfNamed: typeof sizes = [
  [16, 'md5'],
  [48, 'sha384'],
]

const signatureNamed = /sign|hmac|(?:^|[-_])(?:sig|mac)(?:$|[-_])/i

/** The minimum length of a truncated signature, in bytes. */
const fewestOfCut = 8

export const time = /^(?:\d{10}|\d{13}|\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?(?:Z|[+-]\d\d:\d\d))$/

/** Matches `sha256=`, `v1,`, `HMAC `, `0x` and similar prefixes. */
const word = /^(?:[a-z][\w-]{0,15}(?:[=,]|: ?| )|0x|\\x)/i

/** Matches items that are the same in every request, such as a key's name. */
const constant = /^(?:key|kid|alg|v)[a-z]{0,10}=/i

/**
 * The signature in a value, with a timestamp beside it: after a prefix, as the whole value, or as an item such as in
 * `t=…,v1=…`.
 */
function partsOf(value: string): { signature: string; timestamp?: string | undefined }[] {
  const items = value.split(/[,;] */).filter((item) => !constant.test(item))
  const texts = items.map((item) => /^[a-z]\w{0,15}=(.+)$/i.exec(item)?.[1] ?? '')
  const timestamp = texts.find((text) => time.test(text))
  // Any other varying text would make the template useless for the next request.
  const [signature = '', another] = texts.filter((text) => text !== timestamp)
  return [
    { signature: value.replace(word, '') },
    { signature: value },
    ...(another === undefined ? [{ signature, timestamp }] : []),
  ]
}

/** The hash functions that match the text's length. If none does, the functions whose digest may begin with the text. */
function digestsOf({ digests: came }: Place['came'], isNamed: boolean): Pick<Place, 'digests' | 'isWhole'> {
  const asLong = (all: typeof sizes) =>
    all.flatMap(([bytes, digest]) => (came.some(({ length }) => length === bytes) ? digest : []))
  const usual = asLong(sizes)
  if (usual.length > 0 || !isNamed) return { digests: usual, isWhole: usual.length > 0 }
  const rare = asLong(sizesIfNamed)
  const isCut = came.some(({ length }) => length >= fewestOfCut && length < 32)
  return { digests: isCut ? [...rare, 'sha256'] : rare, isWhole: rare.length > 0 }
}

/** The first reading of each header that may be a digest. Full-length digests come first. */
export function placesIn(headers: readonly HeaderPair[]): Place[] {
  const places = headers.flatMap(([header, value]) => {
    // A template would parse braces as slots.
    if (value.length > 600 || /[{}]/.test(value)) return []
    const isNamed = signatureNamed.test(header)
    const read = partsOf(value.trim()).flatMap(({ signature: text, timestamp }): Place[] => {
      const bare = text.replace(/^"(.*)"$/, '$1')
      // The template contains the padding of base64url.
      const signature = /[-_][^=]*=+$/.test(bare) ? unpadded(bare) : bare
      const came = cameOf([{ label: 'signature', value: signature }])
      const whose = digestsOf(came, isNamed)
      if (whose.digests.length === 0) return []
      const signed = value.trim().replace(signature, '{signature}')
      const template = signed.replace(timestamp ?? '{ts}', '{ts}')
      return [{ header, came, ...whose, isNamed, timestamp, template }]
    })
    return read.sort(wholeFirst).slice(0, 1)
  })
  return places.sort(wholeFirst).slice(0, mostPlaces)
}

const wholeFirst = (one: Place, other: Place) => Number(other.isWhole) - Number(one.isWhole)
