import type { HeaderPair, Verdict } from '../wire.ts'
import type { Accident } from './accident.ts'
import { createBudget } from './budget.ts'
import { cameOf } from './came.ts'
import { causes } from './causes.ts'
import { keyOf } from './digest.ts'
import { hmacOf } from './hmac.ts'
import type { KnownSecret, VerifyInput } from './input.ts'
import { withInstead } from './instead.ts'
import { unpadded } from './padding.ts'
import { fixesOf, provedCause, unsigned } from './verdicts.ts'

type Digest = 'sha1' | 'sha256' | 'sha512'

/** What may be a signature, in a header that no scheme has. */
interface Place {
  header: string
  /** The header's value as a recipe of one's own writes it. */
  template: string
  /** The signature, in whatever writing. */
  came: ReturnType<typeof cameOf>
  /** Whose it may be, by how many bytes it stands for. */
  digests: readonly Digest[]
  /** A time that stands in the same header. */
  timestamp: string | undefined
}

/** A header that holds nothing but what may be signed too. */
interface Sent {
  header: string
  value: string
}

/** How many headers are looked at, how many ids, of which proxies add their own, and how many secrets are tried. */
const [mostPlaces, mostIds, mostSecrets] = [6, 3, 16]

/** The keys that a recipe of one's own makes of a secret, by what it calls them. */
const keys = [
  ['text', 'text'],
  ['base64', 'whsec-base64'],
  ['hex', 'hex'],
] as const

const sizes: readonly (readonly [bytes: number, digest: Digest])[] = [
  [32, 'sha256'],
  [20, 'sha1'],
  [64, 'sha512'],
]

/** Of those in which a signature is written equally well the first is told. */
const encodings = ['hex', 'base64', 'base64url'] as const

const time = /^(?:\d{10}|\d{13}|\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?(?:Z|[+-]\d\d:\d\d))$/

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

/** The first reading of a header that stands for as many bytes as a digest has. */
function placesIn(headers: readonly HeaderPair[]): Place[] {
  return headers
    .flatMap(([header, value]) => {
      // Braces would be taken for slots.
      if (value.length > 600 || /[{}]/.test(value)) return []
      return partsOf(value.trim())
        .flatMap(({ signature: text, timestamp }): Place[] => {
          const bare = text.replace(/^"(.*)"$/, '$1')
          // Of base64url the padding is what the recipe has behind the signature.
          const signature = /[-_][^=]*=+$/.test(bare) ? unpadded(bare) : bare
          const came = cameOf([{ label: 'signature', value: signature }])
          const digests = sizes.flatMap(([bytes, digest]) => (came.hasSize(bytes) ? digest : []))
          const template = value.trim().replace(signature, '{signature}')
          return digests.length === 0
            ? []
            : [{ header, came, digests, timestamp, template: template.replace(timestamp ?? '{ts}', '{ts}') }]
        })
        .slice(0, 1)
    })
    .slice(0, mostPlaces)
}

const sentAs = (headers: readonly HeaderPair[], header: RegExp, value: RegExp): Sent[] =>
  headers.flatMap(([name, text]) =>
    header.test(name) && value.test(text) ? { header: name, value: text } : [],
  )

/** What may be signed, the likeliest first. */
const signedBy = (hasTime: boolean, hasId: boolean): string[] => [
  '{body}',
  ...(hasTime ? ['{ts}.{body}', '{ts}{body}', '{ts}:{body}'] : []),
  ...(hasTime && hasId ? ['{id}.{ts}.{body}'] : []),
  '{url}{body}',
]

/** What is signed so seldom that all secrets are tried with the rest first; Twitch, Revolut, HubSpot and Trello are among them. */
const rarelySignedBy = (hasTime: boolean, hasId: boolean, method: string): string[] => [
  ...(hasTime
    ? [
        'v0:{ts}:{body}',
        'v1.{ts}.{body}',
        '{body}.{ts}',
        '{body}{ts}',
        '{ts}\n{body}',
        '{ts}|{body}',
        `${method}{url}{body}{ts}`,
      ]
    : []),
  ...(hasId ? ['{id}.{body}'] : []),
  ...(hasTime && hasId ? ['{id}{ts}{body}'] : []),
  '{body}{url}',
]

interface Found {
  place: Place
  known: KnownSecret
  /** As `scheme_options` of the scheme `custom` take it. */
  recipe: Record<string, unknown> & { signs: string }
  /** What no recipe can write. */
  flaws: readonly Accident[]
}

/** One way in which a signature may have come about. */
interface Try {
  place: Place
  digest: Digest
  known: KnownSecret
  key: Buffer
  /** What a recipe calls such a key. */
  keyName: string
  signs: string
  /** The time that came with it, and the id. */
  sent: string | undefined
  id: Sent | undefined
}

/** Headers beside the signature that may be signed with it. */
const besideOf = (headers: readonly HeaderPair[]) => ({
  ts: sentAs(headers, /time|date|(?:^|-)ts$/i, time)[0],
  ids: sentAs(headers, /(?:^|-)id$/i, /^\S{1,100}$/).slice(0, mostIds),
})
type Beside = ReturnType<typeof besideOf>

function* triesOf(
  { headers, secrets, otherSecrets, method = 'POST' }: VerifyInput,
  { ts, ids }: Beside,
): Generator<Try> {
  const places = placesIn(headers).flatMap((place) => place.digests.map((digest) => ({ place, digest })))
  const knownOnes = [...secrets, ...otherSecrets].slice(0, mostSecrets)
  for (const ways of [signedBy, rarelySignedBy])
    for (const { place, digest } of places) {
      const sent = place.timestamp ?? ts?.value
      const signed = ways(sent !== undefined, ids.length > 0, method).flatMap((signs) =>
        (signs.includes('{id}') ? ids : [undefined]).map((id) => ({ signs, id })),
      )
      for (const known of knownOnes)
        for (const [keyName, form] of keys) {
          const key = keyOf(known.secret, form)
          if (key) for (const way of signed) yield { place, digest, known, key, keyName, sent, ...way }
        }
    }
}

/** The recipe of one's own by which a secret that is known gives what stands in one of the headers. */
function recipeFor(input: VerifyInput): Found | undefined {
  const { body, url = '' } = input
  const budget = createBudget(body.length)
  const beside = besideOf(input.headers)
  for (const one of triesOf(input, beside)) {
    if (!budget.takeDigest(body.length)) return undefined
    const slots = { body, url, ts: one.sent ?? '', id: one.id?.value ?? '' }
    const parts = one.signs.split(/[{}]/).map((part) => slots[part as keyof typeof slots] ?? part)
    const written = writingOf(one.place, hmacOf(one.digest, one.key, parts, 'binary'))
    if (!written) continue
    const { place, known } = one
    return { place, known, flaws: written.flaws, recipe: recipeOf(one, written.encoding, beside) }
  }
  return undefined
}

/** As `scheme_options` take it: what is so by default is left out. */
function recipeOf(one: Try, encoding: string, { ts }: Beside): Found['recipe'] {
  const { place, digest, keyName, signs, id, sent = '' } = one
  const [hasTime, hasId] = [signs.includes('{ts}'), signs.includes('{id}')]
  // It is read also where it stands unsigned beside the signature.
  const readsTime = hasTime || place.timestamp !== undefined
  return {
    headers: {
      ...(hasId && id && { [id.header]: '{id}' }),
      ...(hasTime && !place.timestamp && ts && { [ts.header]: '{ts}' }),
      [place.header]: place.template,
    },
    signs,
    ...(digest !== 'sha256' && { digest }),
    ...(encoding !== 'hex' && { encoding }),
    ...(keyName !== 'text' && { key: keyName }),
    ...(readsTime && sent.length === 13 && { time: 'milliseconds' }),
    ...(readsTime && sent.includes('T') && { time: 'iso' }),
  }
}

/** What is told of an encoding that is not the one that came. */
const ofOthers: ReadonlySet<string> = new Set(['hex_for_base64', 'base64_for_hex', 'base64url'])

/** How a digest came to be written, with what is wrong about it; undefined where another came. */
function writingOf({ came }: Place, digest: string) {
  const [best] = encodings
    .flatMap((encoding) => {
      const match = came.match(digest, encoding)
      return match ? [{ encoding, flaws: match.accidents }] : []
    })
    .filter(({ flaws }) => !flaws.some(({ cause }) => ofOthers.has(cause)))
    .sort((one, other) => one.flaws.length - other.flaws.length)
  return best
}

/**
 * The verdict on a request with no header of a known scheme: where another header holds the signature that a known secret
 * gives, that is told, and the recipe by which such requests are verified.
 * @param isQuick whether looking for it is left for later
 */
export function withoutScheme(input: VerifyInput, isQuick: boolean): Verdict {
  const verdict = withInstead(unsigned(), input)
  const isLookedFor =
    input.secrets.length + input.otherSecrets.length > 0 && placesIn(input.headers).length > 0
  if (!isLookedFor) return verdict
  if (isQuick) return { ...verdict, explained: false }
  const explained = recipeFor(input)
  if (!explained) return verdict
  const { place, known, recipe, flaws } = explained
  const found = `a signature all the same: that of ${JSON.stringify(recipe.signs).slice(1, -1)} by the secret of ${known.of}.`
  const detail = /^authorization$/i.test(place.header)
    ? `${place.header} is not that of the scheme basic, the only one that has this header; it holds ${found}`
    : `No scheme has the header ${place.header}, which holds ${found}`
  const set = `Set the scheme of this endpoint to custom, with scheme_options ${JSON.stringify(recipe)}.`
  const fix = flaws.length === 0 ? set : `${set} It takes the signature once that is written as it should be.`
  const proved = [
    provedCause({ cause: 'other_scheme', detail, fix, received: place.header }),
    ...flaws.map(({ cause, detail: said, expected, received }) =>
      provedCause({
        cause,
        detail: said,
        fix: causes[cause].fix,
        expected: expected ?? null,
        received: received ?? null,
      }),
    ),
  ]
  return { ...verdict, reason: detail, hint: fixesOf(proved), causes: proved }
}
