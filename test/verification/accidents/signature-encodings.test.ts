import { createHash, createPrivateKey, createPublicKey, sign as signBytes } from 'node:crypto'
import { describe, expect } from 'vitest'
import { recipeWith } from '../../../server/signing/options.ts'
import type { SchemeName } from '../../../server/signing/recipes.ts'
import type { HeaderPair } from '../../../server/wire.ts'
import { quick, sample } from '../../helpers/long.ts'
import { ownedBy } from '../../helpers/owned-by.ts'
import { recipes } from '../../helpers/recipes.ts'
import { judge, url } from '../world.ts'
import { causesOf, type Draw, drawsOf, judgedBy, type VendorName, vendors } from './draws.ts'

const drawn = (row: string) => drawsOf(row, sample(2, 200))

const base32 = (bytes: Buffer) => {
  const bits = [...bytes].map((byte) => byte.toString(2).padStart(8, '0')).join('')
  const letters = bits.match(/.{1,5}/g) ?? []
  const text = letters.map(
    (five) => 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'[Number.parseInt(five.padEnd(5, '0'), 2)],
  )
  return text.join('').padEnd(Math.ceil(text.length / 8) * 8, '=')
}
const reversed = (text: string) => [...text].reverse().join('')

type Write = (digest: Buffer) => string
/** How senders write a digest, and the cause at a scheme that uses hex, and at one that uses base64. */
const writings: [said: string, write: Write, ofHex: string, ofBase64: string][] = [
  ['as the scheme of hex', (digest) => digest.toString('hex'), 'verified', 'hex_for_base64'],
  ['as the scheme of base64', (digest) => digest.toString('base64'), 'base64_for_hex', 'verified'],
  ['in upper-case hex', (digest) => digest.toString('hex').toUpperCase(), 'letter_case', 'hex_for_base64'],
  [
    'in hex with colons',
    (digest) => digest.toString('hex').replace(/..(?!$)/g, '$&:'),
    'hex_notation',
    'hex_notation hex_for_base64',
  ],
  [
    'in hex after 0x',
    (digest) => `0x${digest.toString('hex')}`,
    'hex_notation',
    'hex_notation hex_for_base64',
  ],
  [
    'in base64 of the hex',
    (digest) => Buffer.from(digest.toString('hex')).toString('base64'),
    'double_encoded',
    'double_encoded',
  ],
  [
    'in base64 of the upper-case hex',
    (digest) => Buffer.from(digest.toString('hex').toUpperCase()).toString('base64'),
    'double_encoded',
    'double_encoded',
  ],
  [
    'in hex of the hex',
    (digest) => Buffer.from(digest.toString('hex')).toString('hex'),
    'double_encoded',
    'double_encoded',
  ],
  [
    'in hex of the base64',
    (digest) => Buffer.from(digest.toString('base64')).toString('hex'),
    'double_encoded',
    'double_encoded',
  ],
  [
    'in base64 of the base64',
    (digest) => Buffer.from(digest.toString('base64')).toString('base64'),
    'double_encoded',
    'double_encoded',
  ],
  ['in base32', base32, 'other_encoding', 'other_encoding'],
  [
    'in lower-case base32 without padding',
    (digest) => base32(digest).toLowerCase().replace(/=/g, ''),
    'other_encoding',
    'other_encoding',
  ],
  ['as decimal bytes', (digest) => [...digest].join(','), 'other_encoding', 'other_encoding'],
  ['as a JSON list', (digest) => JSON.stringify([...digest]), 'other_encoding', 'other_encoding'],
  [
    'as bytes of Java',
    (digest) => `[${[...new Int8Array(digest)].join(', ')}]`,
    'other_encoding',
    'other_encoding',
  ],
  ['as JSON of a Buffer', (digest) => JSON.stringify(digest), 'other_encoding', 'other_encoding'],
  [
    'as a number',
    (digest) => BigInt(`0x${digest.toString('hex')}`).toString(),
    'other_encoding',
    'other_encoding',
  ],
  [
    'with its bytes reversed, in hex',
    (digest) => Buffer.from(digest).reverse().toString('hex'),
    'other_encoding',
    'other_encoding',
  ],
  [
    'with its bytes reversed, in base64',
    (digest) => Buffer.from(digest).reverse().toString('base64'),
    'other_encoding',
    'other_encoding',
  ],
  ['with its hex reversed', (digest) => reversed(digest.toString('hex')), 'other_encoding', 'other_encoding'],
  [
    'as the first 16 bytes in hex',
    (digest) => digest.toString('hex', 0, 16),
    'truncated',
    'truncated hex_for_base64',
  ],
]

const madeBy = (scheme: VendorName, draw: Draw, write: Write) => {
  const { content, sign, headers } = vendors[scheme]
  const text = write(sign(draw.bytes, content(draw)))
  return causesOf(judgedBy(scheme, draw, headers(draw, text)))
}

/** Lists of bytes contain the comma that separates the items of Stripe's header. */
const isList = ([, write]: (typeof writings)[number]) => write(Buffer.alloc(32, 1)).includes(',')

describe.each(['stripe', 'github', 'slack'] as const)('the hex of %s', (scheme) => {
  quick.each(writings.filter((row) => scheme !== 'stripe' || !isList(row)))('%s', (said, write, cause) => {
    expect(new Set(drawn(said).map((draw) => madeBy(scheme, draw, write)))).toEqual(new Set([cause]))
  })
})

describe.each(['standard-webhooks', 'square'] as const)('the base64 of %s', (scheme) => {
  quick.each(writings.filter(([said]) => !/first 16|Java/.test(said)))('%s', (said, write, _hex, cause) => {
    expect(new Set(drawn(said).map((draw) => madeBy(scheme, draw, write)))).toEqual(new Set([cause]))
  })
})

quick.each(writings.filter(([said, , , cause]) => cause !== 'verified' && !/first 16|Java/.test(said)))(
  'an Ed25519 signature %s',
  (said, write, _hex, cause) => {
    const causes = drawn(said).map((draw) => madeBy('standard-webhooks-ed25519', draw, write))
    expect(new Set(causes)).toEqual(new Set([cause]))
  },
)

/** A P-256 key (RFC 5915, in PKCS #8) whose scalar is the draw's bytes. */
function ecKey({ bytes }: Draw) {
  const der = Buffer.concat([
    Buffer.from('3041020100301306072a8648ce3d020106082a8648ce3d030107042730250201010420', 'hex'),
    bytes,
  ])
  const key = createPrivateKey({ key: der, format: 'der', type: 'pkcs8' })
  return { key, secret: createPublicKey(key).export({ format: 'pem', type: 'spki' }) as string }
}
type Signed = (key: ReturnType<typeof ecKey>['key'], content: string | Buffer) => Buffer
const signedBy =
  (dsaEncoding: 'der' | 'ieee-p1363', hash = 'sha256'): Signed =>
  (key, content) =>
    signBytes(hash, Buffer.from(content as string), { key, dsaEncoding })
const prehashed =
  (dsaEncoding: 'der' | 'ieee-p1363', write: (digest: Buffer) => string | Buffer): Signed =>
  (key, content) =>
    signedBy(dsaEncoding)(key, write(createHash('sha256').update(content).digest()))

const judgedWith = (scheme: SchemeName, draw: Draw, headers: HeaderPair[], recipe = recipes[scheme]) =>
  causesOf(
    judge(headers, {
      scheme,
      url,
      body: draw.body,
      secrets: [{ of: ownedBy('the test'), secret: ecKey(draw).secret, recipe }],
    }),
  )

const inDer = recipeWith(recipes, 'custom', {
  headers: { 'X-Time': '{ts}', 'X-Sig': '{signature}' },
  signs: '{ts}{body}',
  encoding: 'base64',
  key: 'p-256',
})
const custom = (draw: Draw, write: (key: ReturnType<typeof ecKey>['key'], content: string) => string) =>
  judgedWith(
    'custom',
    draw,
    [
      ['X-Time', draw.ts],
      ['X-Sig', write(ecKey(draw).key, draw.ts + draw.body)],
    ],
    inDer,
  )

quick.each<[cause: string, said: string, sign: Signed, encoding?: 'hex' | 'base64' | 'base64url']>([
  ['verified', 'as the scheme wants it', signedBy('der')],
  ['der_signature', 'as r and s', signedBy('ieee-p1363')],
  ['hex_for_base64', 'in hex', signedBy('der'), 'hex'],
  ['der_signature hex_for_base64', 'as r and s in hex', signedBy('ieee-p1363'), 'hex'],
  ['other_digest', 'with SHA-512', signedBy('der', 'sha512')],
  ['other_digest', 'with SHA-384', signedBy('der', 'sha384')],
  ['other_digest', 'with SHA-1', signedBy('der', 'sha1')],
  ['digest_signed', 'of the hash', prehashed('der', (digest) => digest)],
  ['digest_signed', 'of the hash in hex', prehashed('der', (digest) => digest.toString('hex'))],
])('an ECDSA signature in DER, %s: %s', (cause, said, sign, encoding = 'base64') => {
  const causes = drawn(said).map((draw) =>
    custom(draw, (key, content) => sign(key, content).toString(encoding)),
  )
  expect(new Set(causes)).toEqual(new Set([cause]))
})

/** A JWT of Plaid, whose signature is r and s. */
const token = (
  { ts, body, ...draw }: Draw,
  write: (key: ReturnType<typeof ecKey>['key'], content: string) => string,
) => {
  const encoded = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')
  const digest = createHash('sha256').update(body).digest('hex')
  const content = `${encoded({ alg: 'ES256', kid: 'k1', typ: 'JWT' })}.${encoded({ iat: Number(ts), request_body_sha256: digest })}`
  return `${content}.${write(ecKey({ ts, body, ...draw }).key, content)}`
}

quick.each<[cause: string, said: string, sign: Signed, encoding?: 'hex' | 'base64url']>([
  ['verified', 'as the scheme wants it', signedBy('ieee-p1363')],
  ['der_signature', 'in DER', signedBy('der')],
  ['hex_for_base64', 'in hex', signedBy('ieee-p1363'), 'hex'],
  ['other_digest', 'with SHA-512', signedBy('ieee-p1363', 'sha512')],
  ['digest_signed', 'of the hash', prehashed('ieee-p1363', (digest) => digest)],
])('a token of Plaid, %s: %s', (cause, said, sign, encoding = 'base64url') => {
  const causes = drawn(said).map((draw) =>
    judgedWith('plaid', draw, [
      ['Plaid-Verification', token(draw, (key, content) => sign(key, content).toString(encoding))],
    ]),
  )
  expect(new Set(causes)).toEqual(new Set([cause]))
})

quick.each<[cause: string, said: string, sign: Signed, encoding?: 'hex' | 'base64']>([
  ['verified', 'as the scheme wants it', signedBy('ieee-p1363')],
  ['der_signature', 'in DER', signedBy('der')],
  ['other_digest', 'with SHA-512', signedBy('ieee-p1363', 'sha512')],
  ['digest_signed', 'of the hash in hex', prehashed('ieee-p1363', (digest) => digest.toString('hex'))],
])('an ES256 signature of RFC 9421, %s: %s', (cause, said, sign, encoding = 'base64') => {
  const recipe = recipeWith(recipes, 'http-message-signatures', { algorithm: 'ecdsa-p256-sha256' })
  const causes = drawn(said).map((draw) => {
    const claim = `sha-256=:${createHash('sha256').update(draw.body).digest('base64')}:`
    const input = `("@method" "@target-uri" "content-digest");created=${draw.ts}`
    const base = `"@method": POST\n"@target-uri": ${url}\n"content-digest": ${claim}\n"@signature-params": ${input}`
    const value = sign(ecKey(draw).key, base).toString(encoding)
    const headers: HeaderPair[] = [
      ['Content-Digest', claim],
      ['Signature-Input', `sig1=${input}`],
      ['Signature', `sig1=:${value}:`],
    ]
    return judgedWith('http-message-signatures', draw, headers, recipe)
  })
  expect(new Set(causes)).toEqual(new Set([cause]))
})
