import { createHash } from 'node:crypto'
import { onceFor } from '../../memory/once-for.ts'
import { hmacOf } from '../../signing/hmac.ts'
import type { Digest, Recipe } from '../../signing/recipe.ts'
import type { Accident, DigestTurn, Rank } from '../search/accident.ts'

/** Hash functions that senders take, those that are taken most often first. */
export const digests: readonly Digest[] = ['sha1', 'sha512', 'sha256', 'md5', 'sha384']
/** How much longer than SHA-256 they take, with a margin. */
export const digestCosts = { sha1: 1, sha256: 1, sha384: 2.3, sha512: 2.3, md5: 2.3 }

type Parts = readonly (string | Buffer)[]

function hashed(digest: Digest, parts: Parts): string {
  const hash = createHash(digest)
  for (const part of parts) hash.update(part)
  return hash.digest('binary')
}

const joinedBytes = (parts: Parts) => Buffer.concat(parts.map((part) => Buffer.from(part as string)))

type Use = [
  cause: Accident['cause'],
  said: string,
  make: (digest: Digest, key: Buffer, parts: Parts) => string,
]

const uses: Use[] = [
  [
    'plain_hash',
    'a plain hash of the secret and the content behind it',
    (digest, key, parts) => hashed(digest, [key, ...parts]),
  ],
  [
    'plain_hash',
    'a plain hash of the content and the secret behind it',
    (digest, key, parts) => hashed(digest, [...parts, key]),
  ],
  [
    'plain_hash',
    'a plain hash of the content, without the secret',
    (digest, _key, parts) => hashed(digest, parts),
  ],
  [
    'key_message_swapped',
    'an HMAC with the content for its key and the secret for its message',
    (digest, key, parts) => hmacOf(digest, joinedBytes(parts), [key], 'binary'),
  ],
  [
    'plain_hash',
    'a plain hash of the secret, a dot and the content',
    (digest, key, parts) => hashed(digest, [key, '.', ...parts]),
  ],
  [
    'plain_hash',
    'a plain hash of the secret, a colon and the content',
    (digest, key, parts) => hashed(digest, [key, ':', ...parts]),
  ],
]

/** By the scheme's own hash function alone. */
const usesTwice: Use[] = [
  [
    'digest_signed',
    'an HMAC of the HMAC of the content',
    (digest, key, parts) =>
      hmacOf(digest, key, [Buffer.from(hmacOf(digest, key, parts, 'binary'), 'latin1')], 'binary'),
  ],
  [
    'digest_signed',
    'an HMAC of the HMAC of the content in hex',
    (digest, key, parts) => hmacOf(digest, key, [hmacOf(digest, key, parts, 'hex')], 'binary'),
  ],
  [
    'digest_signed',
    'an HMAC of the hash of the content',
    (digest, key, parts) => hmacOf(digest, key, [Buffer.from(hashed(digest, parts), 'latin1')], 'binary'),
  ],
  [
    'digest_signed',
    'an HMAC of the hash of the content in hex',
    (digest, key, parts) =>
      hmacOf(digest, key, [Buffer.from(hashed(digest, parts), 'latin1').toString('hex')], 'binary'),
  ],
]

const nameOf = (digest: Digest) => `HMAC-${digest.toUpperCase()}`

/** What is wrong where the hash function alone is another. */
export const otherDigest = (recipe: Recipe, digest: Digest): Accident => ({
  cause: 'other_digest',
  detail: `The signature is right for ${nameOf(digest)}.`,
  fix: `This scheme uses ${nameOf(recipe.digest)}.`,
  expected: nameOf(recipe.digest),
  received: nameOf(digest),
})

/** Other hash functions than the recipe's, and other uses of them than an HMAC. */
export const digestTurns = onceFor((recipe: Recipe): DigestTurn[] => {
  if (recipe.method !== 'hmac') return []
  const right = nameOf(recipe.digest)
  const others = digests.filter((digest) => digest !== recipe.digest)
  return [
    ...others.map(
      (digest): DigestTurn => ({
        rank: 0,
        cost: digestCosts[digest],
        accident: otherDigest(recipe, digest),
        make: (key, parts) => hmacOf(digest, key, parts, 'binary'),
      }),
    ),
    ...[recipe.digest, ...others].flatMap((digest, at) =>
      (at > 0 ? uses : [...uses, ...usesTwice]).map(
        ([cause, said, make], nth): DigestTurn => ({
          rank: (at > 0 || nth > 3 ? 2 : 1) as Rank,
          cost: digestCosts[digest],
          accident: {
            cause,
            detail: `The signature is ${said}, by ${digest.toUpperCase()}.`,
            fix: `This scheme uses ${right}: createHmac("${recipe.digest}", key).update(content).`,
            expected: right,
            received: `${said}, by ${digest.toUpperCase()}`,
          },
          make: (key, parts) => make(digest, key, parts),
        }),
      ),
    ),
  ]
})
