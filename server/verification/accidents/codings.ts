import { isUtf8 } from 'node:buffer'
import { createHash } from 'node:crypto'
import * as zlib from 'node:zlib'
import {
  brotliCompressSync,
  brotliDecompressSync,
  constants,
  deflateSync,
  gunzipSync,
  gzipSync,
  inflateRawSync,
  inflateSync,
} from 'node:zlib'
import type { BodyForms, BodyTurn, Growth } from '../search/accident.ts'
import { percentWritings } from './percent.ts'
import type { Work } from './work.ts'

/** The result; undefined where it throws, as on what is no such coding or grows beyond the bound. */
function tried<T>(make: () => T): T | undefined {
  try {
    return make()
  } catch {
    return undefined
  }
}
const utf8 = (text: string) => Buffer.from(text, 'utf8')

/** What is decompressed; undefined where it is no such coding, or grows beyond the bound. */
function unpackedBy(unpack: typeof gunzipSync, bytes: Buffer, growth: Growth): Buffer | undefined {
  if (growth.most <= 0) return undefined
  try {
    return unpack(bytes, { maxOutputLength: growth.most })
  } catch (error) {
    if (error instanceof RangeError) growth.wasExceeded()
    return undefined
  }
}

const zstdMark = Buffer.from([0x28, 0xb5, 0x2f, 0xfd])

type Pack = (bytes: Buffer) => Buffer
/** Node has it from 22.15 on. */
const { zstdCompressSync, zstdDecompressSync } = zlib as {
  zstdCompressSync?: Pack
  zstdDecompressSync?: typeof gunzipSync
}

/** By the first bytes; brotli has none of its own, and text is none of them. */
const unpacked: (readonly [name: string, is: (bytes: Buffer) => boolean, unpack: typeof gunzipSync])[] = [
  ['gzip', (bytes) => bytes[0] === 0x1f && bytes[1] === 0x8b, gunzipSync],
  [
    'deflate',
    (bytes) => (bytes[0] ?? 0) % 16 === 8 && ((bytes[0] ?? 0) * 256 + (bytes[1] ?? 0)) % 31 === 0,
    inflateSync,
  ],
  ...(zstdDecompressSync
    ? [['zstd', (bytes: Buffer) => bytes.subarray(0, 4).equals(zstdMark), zstdDecompressSync] as const]
    : []),
  ['brotli', (bytes) => bytes.length > 3 && !isUtf8(bytes), brotliDecompressSync],
  ['raw deflate', (bytes) => bytes.length > 3 && !isUtf8(bytes), inflateRawSync],
]

/** What zlib takes before the first byte, in microseconds, and for each. */
const zlibWork: Work = { flat: 90, byte: 0.05 }
const brotliWork: Work = { flat: 40, byte: 0.03 }
/** Of its best quality, which is the one that Node and Python take by themselves; it goes behind what takes less. */
const bestWork: Work = { flat: 350, byte: 0.9 }

const brotli =
  (quality: number): Pack =>
  (bytes) =>
    brotliCompressSync(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: quality } })

/**
 * The same bytes come out where settings and program are these; what others make is not found. The ninth byte of gzip tells the
 * system that wrote it: of zlib on Linux 3, of Go and Python 255, of Java 0.
 */
const packed: (readonly [said: string, pack: Pack, work: Work])[] = [
  ['gzip', (bytes) => gzipSync(bytes), zlibWork],
  ['gzip, as Go writes it', (bytes) => writtenBy(gzipSync(bytes), 255), zlibWork],
  ['gzip, as Java writes it', (bytes) => writtenBy(gzipSync(bytes), 0), zlibWork],
  [
    'gzip of level 9, as Python writes it',
    (bytes) => writtenBy(gzipSync(bytes, { level: 9 }), 255),
    zlibWork,
  ],
  ['deflate', (bytes) => deflateSync(bytes), zlibWork],
  ['brotli of quality 4', brotli(4), brotliWork],
  ['brotli of quality 6', brotli(6), brotliWork],
  ['brotli of quality 11', brotli(11), bestWork],
  ...(zstdCompressSync ? [['zstd of level 3', zstdCompressSync, zlibWork] as const] : []),
]

function writtenBy(bytes: Buffer, system: number): Buffer {
  bytes[9] = system
  return bytes
}

const contentCodings: BodyTurn[] = [
  ...unpacked.map(
    ([name, is, unpack]): BodyTurn => ({
      accident: {
        cause: 'content_encoding',
        detail: `The signature is right for the body without its ${name}.`,
      },
      rank: 0,
      applies: ({ bytes }) => is(bytes),
      work: { byte: 0.01 },
      make: ({ bytes }, growth) => unpackedBy(unpack, bytes, growth),
    }),
  ),
  ...packed.map(
    ([name, pack, work]): BodyTurn => ({
      accident: {
        cause: 'content_encoding',
        detail: `The signature is right for the body compressed by ${name}.`,
      },
      rank: 2,
      work,
      make: ({ bytes }) => pack(bytes),
    }),
  ),
]

const fieldNames = ['payload', 'body', 'data']

/** The values of a form's first fields. */
const fieldsOf = (body: BodyForms): string[] =>
  /^[\w.[\]%-]+=/.test(body.text().slice(0, 200))
    ? [...new URLSearchParams(body.text()).values()].slice(0, 4)
    : []

/** The members of a JSON object that have plain values. */
function formOf(body: BodyForms): string | undefined {
  const value = body.json()?.value
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return undefined
  return new URLSearchParams(Object.entries(value).map(([name, text]) => [name, String(text)])).toString()
}

const urlCodings: [
  said: string,
  make: (body: BodyForms) => string | undefined,
  concerns?: (body: BodyForms) => boolean,
][] = [
  ['percent-decoded', (body) => tried(() => decodeURIComponent(body.text())), ({ has }) => has('%')],
  [
    'decoded as a form',
    (body) => tried(() => decodeURIComponent(body.text().replaceAll('+', ' '))),
    ({ has }) => has('+'),
  ],
  ...[0, 1, 2, 3].map((at): (typeof urlCodings)[number] => [
    'that stands in a field of the form',
    (body) => fieldsOf(body)[at],
    beginsAsForm,
  ]),
  ['percent-encoded', (body) => tried(() => encodeURIComponent(body.text()))],
  ['encoded as a form', (body) => tried(() => encodeURIComponent(body.text()).replaceAll('%20', '+'))],
  ...fieldNames.flatMap((name): typeof urlCodings => [
    [`in the field ${name} of a form`, (body) => new URLSearchParams({ [name]: body.text() }).toString()],
    [
      `in the field ${name}, percent-encoded`,
      (body) => tried(() => `${name}=${encodeURIComponent(body.text())}`),
    ],
  ]),
  ['with its members as the fields of a form', formOf],
  [
    'of a form, written as JSON',
    (body) =>
      fieldsOf(body).length > 0
        ? JSON.stringify(Object.fromEntries(new URLSearchParams(body.text())))
        : undefined,
    beginsAsForm,
  ],
]

/** Whether the body begins as the fields of a form do. */
export function beginsAsForm({ bytes }: BodyForms): boolean {
  return /^[\w.[\]%+*~!'()-]+=/.test(bytes.toString('latin1', 0, 200))
}

/** A form whose fields something on the way has decoded and encoded anew. */
const formWritings = percentWritings.map(
  ([said, write], at): BodyTurn => ({
    accident: { cause: 'url_encoding', detail: `The signature is right for the form ${said}.` },
    rank: at < 4 ? 0 : 1,
    applies: beginsAsForm,
    work: { byte: at < 4 ? 0.012 : 0.065 },
    make: ({ bytes }) => Buffer.from(write(bytes.toString('latin1')), 'latin1'),
  }),
)

const isBase64 = (text: string) => text.length > 3 && /^[A-Za-z0-9+/_-]+={0,2}$/.test(text)

/** The body in a wrapping that takes next to no time to be made. */
export const wrappings: readonly BodyTurn[] = [
  ...(['hex', 'base64'] as const).map(
    (form): BodyTurn => ({
      accident: {
        cause: 'digest_signed',
        detail: `The signature is right for the SHA-256 of the body in ${form} in its place.`,
      },
      rank: 2,
      work: { flat: 4, byte: 0.000_7 },
      make: ({ bytes }) => utf8(createHash('sha256').update(bytes).digest(form)),
    }),
  ),
  {
    accident: { cause: 'empty_body_signed', detail: 'The signature is right for an empty body.' },
    rank: 0,
    work: {},
    make: () => Buffer.alloc(0),
  },
  {
    accident: { cause: 'body_base64', detail: 'The signature is right for the base64 of the body.' },
    rank: 1,
    work: { byte: 0.0012 },
    make: ({ bytes }) => utf8(bytes.toString('base64')),
  },
  {
    accident: {
      cause: 'body_base64',
      detail: 'The signature is right for what the base64 of the body stands for.',
    },
    rank: 1,
    needs: 'text',
    work: { byte: 0.002 },
    applies: ({ bytes }) => /^["\w+/\s]/.test(bytes.toString('latin1', 0, 1)),
    make(body) {
      // In lines, as tools for mail write it, or as a string of JSON.
      const text = body.text().replace(/\s+|^"|"$/g, '')
      return isBase64(text) ? Buffer.from(text, 'base64') : undefined
    },
  },
  {
    accident: {
      cause: 'double_json',
      detail: 'The signature is right for the body written into a JSON string.',
    },
    rank: 1,
    needs: 'text',
    work: { byte: 0.002, letter: 0.01 },
    make: (body) => utf8(JSON.stringify(body.text())),
  },
  ...[['by Python', /[\u007f-\uffff]/g] as const, ['by PHP', /[/\u0080-\uffff]/g] as const].map(
    ([by, escaped]): BodyTurn => ({
      accident: {
        cause: 'double_json',
        detail: `The signature is right for the body written into a JSON string ${by}.`,
      },
      rank: 2,
      needs: 'text',
      work: { byte: 0.002, letter: 0.04 },
      make: (body) =>
        utf8(
          JSON.stringify(body.text()).replace(escaped, (letter) =>
            letter === '/' ? '\\/' : `\\u${letter.charCodeAt(0).toString(16).padStart(4, '0')}`,
          ),
        ),
    }),
  ),
  {
    accident: {
      cause: 'double_json',
      detail: 'The signature is right for what the JSON string in the body holds.',
    },
    rank: 0,
    work: { byte: 0.01 },
    applies: ({ bytes }) => bytes[0] === 0x22,
    make: (body) => {
      const value = body.json()?.value
      return typeof value === 'string' ? utf8(value) : undefined
    },
  },
]

/** The body compressed, or percent-encoded. */
export const codings: readonly BodyTurn[] = [
  ...contentCodings,
  ...formWritings,
  ...urlCodings.map(
    ([said, make, applies], at): BodyTurn => ({
      ...(applies && { applies }),
      accident: { cause: 'url_encoding', detail: `The signature is right for the body ${said}.` },
      rank: at < 3 ? 1 : 2,
      needs: 'text',
      work: { byte: 0.01, letter: 0.03 },
      make: (body) => {
        const text = make(body)
        return text === undefined ? undefined : utf8(text)
      },
    }),
  ),
]
