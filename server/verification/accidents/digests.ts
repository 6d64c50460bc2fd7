/** Mistakes with hash functions. */
import { createHash, createHmac } from 'node:crypto'
import { onceFor } from '../../memory/once-for.ts'
import { joined } from '../../signing/content.ts'
import { hmacOf } from '../../signing/hmac.ts'
import type { Digest, Encoding, Recipe } from '../../signing/recipe.ts'
import type { Accident, DigestTurn, Rank } from '../search/accident.ts'

/** Hash functions that senders use, most frequent first. */
export const digests: readonly Digest[] = ['sha1', 'sha512', 'sha256', 'md5', 'sha384']
/** Hash functions that few senders use. */
const rareDigests = ['sha224', 'sha512-256', 'sha3-256', 'sha3-512', 'ripemd160', 'blake2s256', 'blake2b512']
/** The cost relative to SHA-256, with a margin. */
export const digestCosts = { sha1: 1, sha256: 1, sha384: 2.3, sha512: 2.3, md5: 2.3 }

type Parts = readonly (string | Buffer)[]
type Use = (digest: Digest, key: Buffer, parts: Parts) => string

function hashed(digest: Digest, parts: Parts): Buffer {
  const hash = createHash(digest)
  for (const part of parts) hash.update(part)
  return hash.digest()
}

interface OtherUse {
  cause: Accident['cause']
  /** The use, in words. */
  said: string
  make: Use
  isRare?: boolean
  /** The encoding of a signature that is itself signed. */
  signs?: Encoding
}
const plain = (said: string, partsOf: (key: Buffer, parts: Parts) => Parts): OtherUse => ({
  cause: 'plain_hash',
  said: `a plain hash of ${said}`,
  make: (digest, key, parts) => hashed(digest, partsOf(key, parts)).toString('latin1'),
})
/** An HMAC over something derived from the content. */
const signed = (
  said: string,
  make: (digest: Digest, key: Buffer, parts: Parts) => string | Buffer,
): OtherUse => ({
  cause: 'digest_signed',
  said: `an HMAC of ${said}`,
  make: (digest, key, parts) => hmacOf(digest, key, [make(digest, key, parts)], 'binary'),
})

/** Uses of a hash function other than an HMAC of the content, likeliest first. */
const uses: readonly OtherUse[] = [
  plain('the secret followed by the content', (key, parts) => [key, ...parts]),
  plain('the content followed by the secret', (key, parts) => [...parts, key]),
  plain('the content, without the secret', (_key, parts) => parts),
  {
    cause: 'key_message_swapped',
    said: 'an HMAC with the content as its key and the secret as its message',
    make: (digest, key, parts) => hmacOf(digest, joined(parts), [key], 'binary'),
  },
]

const marks = {
  'a dot': '.',
  'a colon': ':',
  'a bar': '|',
  'a newline': '\n',
  'a hyphen': '-',
  'an &': '&',
  'a comma': ',',
}
/** Rarer uses, tried only with the scheme's own hash function. */
const rareUses: readonly OtherUse[] = [
  ...Object.entries(marks).flatMap(([name, mark]) => [
    plain(`the secret, ${name} and the content`, (key, parts) => [key, mark, ...parts]),
    plain(`the content, ${name} and the secret`, (key, parts) => [...parts, mark, key]),
  ]),
  plain('the secret, the content and the secret again', (key, parts) => [key, ...parts, key]),
].map((use) => ({ ...use, isRare: true }))

const signsItself = ' The code signed the correct signature instead of the content.'

/** Uses that are tried only with the scheme's own hash function. */
const usesTwice: readonly OtherUse[] = [
  signed('the HMAC of the content', (digest, key, parts) =>
    Buffer.from(hmacOf(digest, key, parts, 'binary'), 'latin1'),
  ),
  ...(['hex', 'base64'] as const).map((signs) => ({
    ...signed(`the HMAC of the content in ${signs}`, (...all) => hmacOf(...all, signs)),
    signs,
  })),
  {
    cause: 'plain_hash',
    said: 'a plain hash of the hash of the content',
    make: (digest, _key, parts) => hashed(digest, [hashed(digest, parts)]).toString('latin1'),
  },
]

export const hmacName = (digest: string) => `HMAC-${digest.toUpperCase()}`

/** The mistake where only the hash function differs. */
export const otherDigest = (recipe: Recipe, digest: string): Accident => ({
  cause: 'other_digest',
  detail: `The signature is correct for ${hmacName(digest)}.`,
  fix: `This scheme uses ${hmacName(recipe.digest)}.`,
  expected: hmacName(recipe.digest),
  received: hmacName(digest),
})

/** Other hash functions than the recipe's, and uses other than HMAC. */
export const digestTurns = onceFor((recipe: Recipe): DigestTurn[] => {
  if (recipe.method !== 'hmac') return []
  const right = hmacName(recipe.digest)
  const others = digests.filter((digest) => digest !== recipe.digest)
  const otherwise = (digest: Digest, rank: Rank, rows: readonly OtherUse[]): DigestTurn[] =>
    rows.map(({ cause, said, make, isRare, signs }) => ({
      rank: isRare ? 3 : rank,
      cost: digestCosts[digest],
      accident: {
        cause,
        detail: `The signature is ${said}, with ${digest.toUpperCase()}.${signs === recipe.encoding ? signsItself : ''}`,
        fix: `This scheme uses ${right}: createHmac("${recipe.digest}", key).update(content).`,
        expected: right,
        received: `${said}, with ${digest.toUpperCase()}`,
      },
      make: (key, parts) => make(digest, key, parts),
    }))
  return [
    ...others.map(
      (digest): DigestTurn => ({
        rank: 0,
        cost: digestCosts[digest],
        accident: otherDigest(recipe, digest),
        make: (key, parts) => hmacOf(digest, key, parts, 'binary'),
      }),
    ),
    ...otherwise(recipe.digest, 1, [...uses, ...usesTwice, ...rareUses]),
    ...others.flatMap((digest) => otherwise(digest, 2, uses)),
    ...rareDigests.map(
      (digest): DigestTurn => ({
        rank: 3,
        cost: 4,
        accident: otherDigest(recipe, digest),
        make: (key, parts) => createHmac(digest, key).update(joined(parts)).digest('binary'),
      }),
    ),
  ]
})
