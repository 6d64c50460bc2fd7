/** Mistakes that change the whole signed content: encoded, hashed, in another charset, or with an end of its own. */
import { createHash } from 'node:crypto'
import { onceFor } from '../../memory/once-for.ts'
import type { Content } from '../../signing/content.ts'
import type { Digest, Recipe } from '../../signing/recipe.ts'
import type { Accident, FrameTurn, Rank } from '../search/accident.ts'
import { digests } from './digests.ts'
import { percentEncoded } from './percent.ts'

type Rewrite = NonNullable<Content['wholeAs']>
type Rows = Readonly<Record<string, Rewrite>>

const table = (cause: Accident['cause'], rank: Rank, rows: Rows, fix?: string): FrameTurn[] =>
  Object.entries(rows).map(([said, wholeAs]) => ({
    rank,
    content: { wholeAs },
    accident: { cause, detail: `The signature is correct for ${said}.`, ...(fix !== undefined && { fix }) },
  }))

const content = 'the whole signed content'

const mark = (...bytes: number[]) => Buffer.from(bytes)
const utf16 = (bytes: Buffer) => Buffer.from(bytes.toString('utf8'), 'utf16le')
const utf32 = (bytes: Buffer) => {
  const points = [...bytes.toString('utf8')].map((letter) => letter.codePointAt(0) ?? 0)
  const made = Buffer.alloc(points.length * 4)
  for (const [at, point] of points.entries()) made.writeUInt32LE(point, at * 4)
  return made
}

const asBytes = 'Sign the bytes of the content, without encoding them first.'

/** The content in another form, most frequent first. */
const written: readonly FrameTurn[] = [
  ...table('body_base64', 1, { [`the base64 of ${content}`]: (bytes) => bytes.toString('base64') }, asBytes),
  ...table('body_base64', 2, { [`the hex of ${content}`]: (bytes) => bytes.toString('hex') }, asBytes),
  ...table(
    'body_base64',
    3,
    {
      [`the base64url of ${content}`]: (bytes) => bytes.toString('base64url'),
      [`the base64 of ${content}, without padding`]: (bytes) => bytes.toString('base64').replace(/=+$/, ''),
      [`the base64 of ${content}, in lines of 76 characters`]: (bytes) =>
        bytes.toString('base64').replace(/.{76}(?!$)/g, '$&\r\n'),
      [`the base64 of ${content}, in lines of 60 characters`]: (bytes) =>
        bytes.toString('base64').replace(/.{1,60}/g, '$&\n'),
      [`the upper-case hex of ${content}`]: (bytes) => bytes.toString('hex').toUpperCase(),
    },
    asBytes,
  ),
  ...table('charset', 2, { [`${content} in UTF-16`]: utf16 }),
  ...table('charset', 3, {
    [`${content} in UTF-16 with a byte order mark`]: (bytes) =>
      Buffer.concat([mark(0xff, 0xfe), utf16(bytes)]),
    [`${content} in big-endian UTF-16`]: (bytes) => utf16(bytes).swap16(),
    [`${content} in big-endian UTF-16 with a byte order mark`]: (bytes) =>
      Buffer.concat([mark(0xfe, 0xff), utf16(bytes).swap16()]),
    [`${content} in UTF-32`]: utf32,
    [`${content} in big-endian UTF-32`]: (bytes) => utf32(bytes).swap32(),
  }),
  ...table('byte_order_mark', 3, {
    [`${content} with a byte order mark before it`]: (bytes) =>
      Buffer.concat([mark(0xef, 0xbb, 0xbf), bytes]),
  }),
  ...table('trailing_newline', 3, {
    [`${content} with a newline at its end`]: (bytes) => Buffer.concat([bytes, mark(0x0a)]),
    [`${content} with CRLF at its end`]: (bytes) => Buffer.concat([bytes, mark(0x0d, 0x0a)]),
  }),
  ...table('other_separator', 3, {
    [`${content} with a zero byte at its end`]: (bytes) => Buffer.concat([bytes, mark(0)]),
  }),
  ...table('body_trimmed', 3, {
    [`${content} without the white space around it`]: (bytes) => bytes.toString('utf8').trim(),
    [`${content} with a space after it`]: (bytes) => Buffer.concat([bytes, mark(0x20)]),
  }),
  ...table('url_encoding', 3, {
    [`${content}, percent-encoded`]: (bytes) => percentEncoded(bytes.toString('utf8')),
    [`${content}, encoded as a form`]: (bytes) =>
      percentEncoded(bytes.toString('utf8')).replaceAll('%20', '+'),
  }),
  ...table('double_json', 3, {
    [`${content} as a JSON string`]: (bytes) => JSON.stringify(bytes.toString('utf8')),
  }),
]

const hash = (digest: string, bytes: Buffer | string) => createHash(digest).update(bytes).digest()
/** How senders pass on a digest. */
const writings: Readonly<Record<string, (digest: Buffer) => Buffer | string>> = {
  '': (digest) => digest,
  ' in hex': (digest) => digest.toString('hex'),
  ' in base64': (digest) => digest.toString('base64'),
  ' in upper-case hex': (digest) => digest.toString('hex').toUpperCase(),
}

const hashed = (digest: Digest, rank: Rank): FrameTurn[] =>
  Object.entries(writings).flatMap(([said, write], at) =>
    table('digest_signed', at < 2 ? rank : ((rank + 1) as Rank), {
      [`the ${digest.toUpperCase()} of ${content}${said}`]: (bytes) => write(hash(digest, bytes)),
    }),
  )

/** Whether a signature covers bytes that may be rewritten. A password covers none. */
const isOfContent = ({ method }: Recipe) => method !== 'password' && method !== 'none'

/** The content in another form. */
export const wholeTurns = onceFor((recipe: Recipe): readonly FrameTurn[] =>
  isOfContent(recipe) ? written : [],
)

/** A hash of the content, signed in its place. Key pairs use SHA-512 and SHA-256 most. */
export const hashedTurns = onceFor((recipe: Recipe): readonly FrameTurn[] => {
  if (!isOfContent(recipe)) return []
  const own: readonly Digest[] = recipe.method === 'ed25519' ? ['sha512', 'sha256'] : [recipe.digest]
  return [
    ...own.flatMap((digest) => hashed(digest, 1)),
    ...digests.filter((digest) => !own.includes(digest)).flatMap((digest) => hashed(digest, 2)),
  ]
})

/** Ed25519ph (RFC 8032), which libraries offer under the same name. */
export const prehashedTurns = ({ method }: Recipe): FrameTurn[] =>
  method === 'ed25519' || method === 'message'
    ? [
        {
          rank: 3,
          content: { isPrehashed: true },
          accident: {
            cause: 'digest_signed',
            detail: 'The signature is correct for Ed25519ph, which signs the SHA-512 of the content.',
            fix: 'Sign with plain Ed25519: crypto.sign(null, content, key).',
          },
        },
      ]
    : []

/** ECDSA with another hash function. */
export const hashTurns = ({ method }: Recipe): FrameTurn[] =>
  method === 'ecdsa' || method === 'jwt' || method === 'message'
    ? (['sha512', 'sha384', 'sha1'] as const).map(
        (hash): FrameTurn => ({
          rank: 1,
          content: { hash },
          accident: {
            cause: 'other_digest',
            detail: `The signature is correct for ECDSA with ${hash.toUpperCase()}.`,
            fix: 'This scheme uses ECDSA with SHA256.',
            expected: 'ECDSA with SHA256',
            received: `ECDSA with ${hash.toUpperCase()}`,
          },
        }),
      )
    : []
