import { unpadded } from '../../signing/padding.ts'
import type { Digest } from '../../signing/recipe.ts'
import type { HeaderPair } from '../../wire.ts'
import { cameOf } from './came.ts'

/** What may be a signature, in a header that no scheme has. */
export interface Place {
  header: string
  /** The header's value as a recipe of one's own writes it. */
  template: string
  /** The signature, in whatever writing. */
  came: ReturnType<typeof cameOf>
  /** Whose it may be, by how many bytes it stands for. */
  digests: readonly Digest[]
  /** Whether it is of the length of a digest and not, at best, the beginning of one. */
  isWhole: boolean
  /** Whether the header's name says that it holds a signature. */
  isNamed: boolean
  /** A time that stands in the same header. */
  timestamp: string | undefined
}

/** How many headers are looked at. */
const mostPlaces = 6

const sizes: readonly (readonly [bytes: number, digest: Digest])[] = [
  [32, 'sha256'],
  [20, 'sha1'],
  [64, 'sha512'],
]

/** As long are ids of traces, hashes of contents and much else, so that the name of the header decides. */
const sizesIfNamed: typeof sizes = [
  [16, 'md5'],
  [48, 'sha384'],
]

const signatureNamed = /sign|hmac|(?:^|[-_])(?:sig|mac)(?:$|[-_])/i

/** The fewest bytes that the beginning of a signature is known by. */
const fewestOfCut = 8

export const time = /^(?:\d{10}|\d{13}|\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?(?:Z|[+-]\d\d:\d\d))$/

/** `sha256=`, `v1,`, `HMAC `, `0x` and the like. */
const word = /^(?:[a-z][\w-]{0,15}(?:[=,]|: ?| )|0x|\\x)/i

/** What says the same in every request, such as the name of a key. */
const constant = /^(?:key|kid|alg|v)[a-z]{0,10}=/i

/** Where a value may have its signature, and a time beside it: behind a word, all of it, or as an item of `t=…,v1=…` and the like. */
function partsOf(value: string): { signature: string; timestamp?: string | undefined }[] {
  const items = value.split(/[,;] */).filter((item) => !constant.test(item))
  const texts = items.map((item) => /^[a-z]\w{0,15}=(.+)$/i.exec(item)?.[1] ?? '')
  const timestamp = texts.find((text) => time.test(text))
  // With anything else in it the next request has another value there.
  const [signature = '', another] = texts.filter((text) => text !== timestamp)
  return [
    { signature: value.replace(word, '') },
    { signature: value },
    ...(another === undefined ? [{ signature, timestamp }] : []),
  ]
}

/** Whose digests a text may be that stands for so many bytes: where none is as long, that of which it is the beginning. */
function digestsOf({ digests: came }: Place['came'], isNamed: boolean): Pick<Place, 'digests' | 'isWhole'> {
  const asLong = (all: typeof sizes) =>
    all.flatMap(([bytes, digest]) => (came.some(({ length }) => length === bytes) ? digest : []))
  const usual = asLong(sizes)
  if (usual.length > 0 || !isNamed) return { digests: usual, isWhole: usual.length > 0 }
  const rare = asLong(sizesIfNamed)
  const isCut = came.some(({ length }) => length >= fewestOfCut && length < 32)
  return { digests: isCut ? [...rare, 'sha256'] : rare, isWhole: rare.length > 0 }
}

/** The first reading of each header that may stand for a digest, and those first that are as long as one. */
export function placesIn(headers: readonly HeaderPair[]): Place[] {
  const places = headers.flatMap(([header, value]) => {
    // Braces would be taken for slots.
    if (value.length > 600 || /[{}]/.test(value)) return []
    const isNamed = signatureNamed.test(header)
    const read = partsOf(value.trim()).flatMap(({ signature: text, timestamp }): Place[] => {
      const bare = text.replace(/^"(.*)"$/, '$1')
      // Of base64url the padding is what the recipe has behind the signature.
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
