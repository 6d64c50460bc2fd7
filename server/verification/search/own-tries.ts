/** Lists the ways to compute a signature that a custom recipe can express. */
import { createHash, verify as verifyBytes } from 'node:crypto'
import { joined } from '../../signing/content.ts'
import { keyOf } from '../../signing/digest.ts'
import { hmacOf } from '../../signing/hmac.ts'
import { ed25519Form, keyPairOf } from '../../signing/key-pairs.ts'
import type { Digest } from '../../signing/recipe.ts'
import type { HeaderPair } from '../../wire.ts'
import { digestCosts } from '../accidents/digests.ts'
import type { KnownSecret, VerifyInput } from '../input.ts'
import { digestCost, perVerification } from './budget.ts'
import { type Place, placesIn, time } from './own-places.ts'

/** A header whose whole value may be signed. */
interface Sent {
  header: string
  value: string
}

/** Limits for the tried ids, because proxies add their own ids, and for the tried secrets. */
const [mostIds, mostSecrets] = [3, 16]

/** The key forms that a custom recipe offers, by name. */
const keys = [
  ['text', 'text'],
  ['base64', 'whsec-base64'],
  ['hex', 'hex'],
] as const

const sentAs = (headers: readonly HeaderPair[], header: RegExp, value: RegExp): Sent[] =>
  headers.flatMap(([name, text]) =>
    header.test(name) && value.test(text) ? { header: name, value: text } : [],
  )

/** The possible signed contents, likeliest first. */
const signedBy = (hasTime: boolean, hasId: boolean): string[] => [
  '{body}',
  ...(hasTime ? ['{ts}.{body}', '{ts}{body}', '{ts}:{body}'] : []),
  ...(hasTime && hasId ? ['{id}.{ts}.{body}'] : []),
  '{url}{body}',
]

/**
 * Rare signed contents, which Twitch, Revolut, HubSpot and Trello use, among others. Tried after all secrets failed with
 * the common ones.
 */
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
  ...(hasTime ? ['{ts}.{body_sha256}'] : []),
  '{body_sha256}',
]

/** The contents of plain hashes, which contain the secret. */
const hashedBy = (hasTime: boolean, method: string): string[] => [
  '{secret}{body}',
  '{body}{secret}',
  '{secret}.{body}',
  `{secret}${method}{url}{body}`,
  ...(hasTime ? ['{secret}{ts}{body}', '{ts}{body}{secret}'] : []),
]

/** A way to make a signature from a secret. */
interface Use {
  /** The HMAC's hash function. */
  digest?: Digest
  /** The name of the key form in a recipe. */
  keyName: string
  /** The cost for a body of this size. */
  cost(bytes: number): number
  /**
   * The signature over these parts as a Latin-1 string. Signatures that can only be verified return undefined if they do
   * not fit.
   */
  made(parts: readonly (string | Buffer)[]): string | undefined
  /** Whether the signature is a plain hash of a content that contains the secret. */
  isHash?: boolean
}

/** One possible origin of a signature. */
export interface Try {
  place: Place
  use: Use
  known: KnownSecret
  signs: string
  /** The received timestamp. */
  sent: string | undefined
  id: Sent | undefined
}

/** Other headers that the signature may cover. */
export const besideOf = (headers: readonly HeaderPair[]) => ({
  ts: sentAs(headers, /time|date|(?:^|-)ts$/i, time)[0],
  ids: sentAs(headers, /(?:^|-)id$/i, /^\S{1,100}$/).slice(0, mostIds),
})
export type Beside = ReturnType<typeof besideOf>

const hmacUses = (digest: Digest, secret: string): Use[] =>
  keys.flatMap(([keyName, form]) => {
    const key = keyOf(secret, form)
    if (!key) return []
    const cost = (bytes: number) => digestCost(bytes, digestCosts[digest])
    return { digest, keyName, cost, made: (parts) => hmacOf(digest, key, parts, 'binary') }
  })

const hashUse = (digest: Digest): Use => ({
  digest,
  keyName: 'text',
  isHash: true,
  cost: (bytes) => digestCost(bytes, digestCosts[digest]),
  made: (parts) => createHash(digest).update(joined(parts)).digest('binary'),
})

/** The uses of a secret that is recognizably a key pair. */
function pairUses({ came }: Place, secret: string): Use[] {
  const keyName = ed25519Form(secret)
  const publicKey = keyName && keyPairOf({ key: keyName }, secret)?.publicKey
  if (!publicKey) return []
  const fits = (parts: readonly (string | Buffer)[]) => (signature: string) =>
    signature.length === 64 && verifyBytes(null, joined(parts), publicKey, Buffer.from(signature, 'latin1'))
  return [{ keyName, cost: () => perVerification, made: (parts) => came.digests.find(fits(parts)) }]
}

export function* triesOf(
  { headers, secrets, otherSecrets, method = 'POST' }: VerifyInput,
  { ts, ids }: Beside,
): Generator<Try> {
  const knownOnes = [...secrets, ...otherSecrets].slice(0, mostSecrets)
  const uses = placesIn(headers).flatMap((place) =>
    place.digests.map((digest) => ({
      place,
      by: ({ secret }: KnownSecret) => [
        ...hmacUses(digest, secret),
        ...(digest === 'sha512' ? pairUses(place, secret) : []),
        hashUse(digest),
      ],
    })),
  )
  for (const ways of [signedBy, rarelySignedBy])
    for (const { place, by } of uses) {
      const sent = place.timestamp ?? ts?.value
      const signed = ways(sent !== undefined, ids.length > 0, method).flatMap((signs) =>
        (signs.includes('{id}') ? ids : [undefined]).map((id) => ({ signs, id })),
      )
      const hashed =
        ways === signedBy
          ? []
          : hashedBy(sent !== undefined, method).map((signs) => ({ signs, id: undefined }))
      for (const known of knownOnes)
        for (const use of by(known))
          for (const way of use.isHash ? hashed : signed)
            yield { place, use, known, sent, signs: way.signs, id: way.id }
    }
}
