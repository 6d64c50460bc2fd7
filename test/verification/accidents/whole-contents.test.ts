import { createHash, createHmac } from 'node:crypto'
import { describe, expect } from 'vitest'
import { quick, sample } from '../../helpers/long.ts'
import { oneIn } from '../../helpers/rows.ts'
import {
  causesOf,
  causesOfContent,
  type Draw,
  drawsOf,
  edPublic,
  judgedBy,
  mac,
  type VendorName,
  vendors,
} from './draws.ts'

/** Each row has draws of its own, so that the rows together see many. */
const drawn = (row: string) => drawsOf(row, sample(1, 100))
const sha = (digest: string, text: string | Buffer) => createHash(digest).update(text).digest()

quick.each(Object.keys(vendors) as VendorName[])('a right signature of %s is verified', (scheme) => {
  expect(causesOfContent(scheme, vendors[scheme].content, drawn(scheme))).toEqual(new Set(['verified']))
})

/** What a sender makes of the content before it signs it. */
type Rewriting = [cause: string, said: string, rewrite: (text: string) => string | Buffer]
const rewritings: Rewriting[] = [
  ['body_base64', 'in base64', (text) => Buffer.from(text).toString('base64')],
  ['body_base64', 'in base64url', (text) => Buffer.from(text).toString('base64url')],
  [
    'body_base64',
    'in base64 without padding',
    (text) => Buffer.from(text).toString('base64').replace(/=*$/, ''),
  ],
  ['body_base64', 'in hex', (text) => Buffer.from(text).toString('hex')],
  ['body_base64', 'in upper-case hex', (text) => Buffer.from(text).toString('hex').toUpperCase()],
  ['digest_signed', 'its SHA-256', (text) => sha('sha256', text)],
  ['digest_signed', 'its SHA-256 in hex', (text) => sha('sha256', text).toString('hex')],
  [
    'digest_signed',
    'its SHA-256 in upper-case hex',
    (text) => sha('sha256', text).toString('hex').toUpperCase(),
  ],
  ['digest_signed', 'its SHA-256 in base64', (text) => sha('sha256', text).toString('base64')],
  ['digest_signed', 'its SHA-512', (text) => sha('sha512', text)],
  ['digest_signed', 'its SHA-512 in hex', (text) => sha('sha512', text).toString('hex')],
  ['digest_signed', 'its SHA-1 in hex', (text) => sha('sha1', text).toString('hex')],
  ['digest_signed', 'its MD5 in hex', (text) => sha('md5', text).toString('hex')],
  ['digest_signed', 'its MD5 in base64', (text) => sha('md5', text).toString('base64')],
  ['charset', 'in UTF-16', (text) => Buffer.from(text, 'utf16le')],
  ['charset', 'in big-endian UTF-16', (text) => Buffer.from(text, 'utf16le').swap16()],
  ['trailing_newline', 'with a newline at its end', (text) => `${text}\n`],
]

describe.each(Object.keys(vendors) as VendorName[])('the whole content of %s', (scheme) => {
  // In `npm test` each of them is signed for one of the six schemes.
  const turn = Object.keys(vendors).indexOf(scheme)
  quick.each(rewritings.filter(oneIn(sample(6, 1), turn)))('%s: %s', (cause, said, rewrite) => {
    const { content } = vendors[scheme]
    // Where the body is all that is signed, its hex is a printed buffer.
    const wanted =
      scheme === 'github' && said.endsWith('hex') && cause === 'body_base64' ? 'object_signed' : cause
    expect(causesOfContent(scheme, (draw) => rewrite(content(draw)), drawn(said))).toEqual(new Set([wanted]))
  })
})

const further: Rewriting[] = [
  ['byte_order_mark', 'a byte order mark before it', (text) => `\ufeff${text}`],
  ['other_separator', 'a zero byte behind it', (text) => `${text}\0`],
  ['url_encoding', 'percent-encoded', encodeURIComponent],
  ['double_json', 'as a JSON string', JSON.stringify],
]
describe.each(['standard-webhooks', 'stripe', 'slack', 'square'] as const)(
  'what else %s may sign',
  (scheme) => {
    const turn = Object.keys(vendors).indexOf(scheme)
    quick.each(further.filter(oneIn(sample(2, 1), turn)))('%s: %s', (cause, said, rewrite) => {
      const { content } = vendors[scheme]
      expect(causesOfContent(scheme, (draw) => rewrite(content(draw)), drawn(said))).toEqual(new Set([cause]))
    })
  },
)

/** What is made of key and content, other than an HMAC. */
quick.each<[cause: string, said: string, make: (key: Buffer, text: string) => Buffer]>([
  ['digest_signed', 'the HMAC of the HMAC', (key, text) => mac(key, mac(key, text))],
  ['digest_signed', 'the HMAC of the HMAC in hex', (key, text) => mac(key, mac(key, text).toString('hex'))],
  [
    'digest_signed',
    'the HMAC of the HMAC in base64',
    (key, text) => mac(key, mac(key, text).toString('base64')),
  ],
  ['plain_hash', 'the hash of the hash', (_key, text) => sha('sha256', sha('sha256', text))],
  [
    'plain_hash',
    'the key on both sides',
    (key, text) => sha('sha256', Buffer.concat([key, Buffer.from(text), key])),
  ],
  ...['.', ':', '|', '\n', '-', '&', ',']
    .filter(oneIn(sample(3, 1)))
    .flatMap((mark): [string, string, (key: Buffer, text: string) => Buffer][] => [
      [
        'plain_hash',
        `the key, ${mark} and the content`,
        (key, text) => sha('sha256', Buffer.concat([key, Buffer.from(mark + text)])),
      ],
      [
        'plain_hash',
        `the content, ${mark} and the key`,
        (key, text) => sha('sha256', Buffer.concat([Buffer.from(text + mark), key])),
      ],
    ]),
  ...['sha1', 'sha512', 'md5', 'sha384', 'sha224', 'sha3-256', 'sha512-256', 'ripemd160', 'blake2s256'].map(
    (digest): [string, string, (key: Buffer, text: string) => Buffer] => [
      'other_digest',
      digest,
      (key, text) => createHmac(digest, key).update(text).digest(),
    ],
  ),
])('%s of Standard Webhooks: %s', (cause, said, make) => {
  const { content, headers } = vendors['standard-webhooks']
  const causes = drawn(said).map((draw) =>
    causesOf(
      judgedBy('standard-webhooks', draw, headers(draw, make(draw.bytes, content(draw)).toString('base64'))),
    ),
  )
  expect(new Set(causes)).toEqual(new Set([cause]))
})

/** RFC 8032, 5.1: S = r + k s. The public key of any seed is a point for R, so that no arithmetic of points is needed. */
function prehashed(seed: Buffer, nonce: Buffer, content: string): Buffer {
  const order = 2n ** 252n + 27742317777372353535851937790883648493n
  const little = (bytes: Buffer) => BigInt(`0x${Buffer.from(bytes).reverse().toString('hex')}`)
  const scalarOf = (bytes: Buffer) => {
    const half = sha('sha512', bytes).subarray(0, 32)
    half[0] = (half[0] ?? 0) & 248
    half[31] = ((half[31] ?? 0) & 63) | 64
    return little(half)
  }
  const [point, owner] = [edPublic(nonce), edPublic(seed)]
  const domain = Buffer.from('SigEd25519 no Ed25519 collisions\x01\x00', 'latin1')
  const challenge = little(sha('sha512', Buffer.concat([domain, point, owner, sha('sha512', content)])))
  const proof = (scalarOf(nonce) + challenge * scalarOf(seed)) % order
  return Buffer.concat([point, Buffer.from(proof.toString(16).padStart(64, '0'), 'hex').reverse()])
}

quick('Ed25519ph is digest_signed, and with another content nothing', () => {
  const scheme = 'standard-webhooks-ed25519'
  const { content, headers } = vendors[scheme]
  const judgedWith = (of: (draw: Draw) => string) =>
    drawn(scheme).map((draw) => {
      const signature = prehashed(draw.bytes, sha('sha256', draw.bytes), of(draw))
      return causesOf(judgedBy(scheme, draw, headers(draw, signature.toString('base64')))).split(':')[0]
    })
  expect(new Set(judgedWith(content))).toEqual(new Set(['digest_signed']))
  expect(judgedWith((draw) => `${content(draw)}x`)[0]).toBe('nothing')
})
