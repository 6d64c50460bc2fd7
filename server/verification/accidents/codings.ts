/** Mistakes with compressed and percent-encoded bodies. */
import { isUtf8 } from 'node:buffer'
import * as zlib from 'node:zlib'
import type { BodyForms, BodyTurn, Growth } from '../search/accident.ts'
import { bodyTable, nths, type Shared } from './body-table.ts'
import { percentDecoded, percentEncoded, percentWritings } from './percent.ts'
import type { Work } from './work.ts'

type Pack = (bytes: Buffer) => Buffer
type Unpack = typeof zlib.gunzipSync
/** Node supports zstd from 22.15 on. */
const { zstdCompressSync, zstdDecompressSync } = zlib as {
  zstdCompressSync?: Pack
  zstdDecompressSync?: Unpack
}
const zstdMark = Buffer.from([0x28, 0xb5, 0x2f, 0xfd])

/** The decompressed bytes; undefined if the data is invalid or exceeds the limit. */
function unpackedBy(unpack: Unpack, bytes: Buffer, growth: Growth): Buffer | undefined {
  if (growth.most <= 0) return undefined
  try {
    return unpack(bytes, { maxOutputLength: growth.most })
  } catch (error) {
    if (error instanceof RangeError) growth.wasExceeded()
    return undefined
  }
}
const unpacking = (name: string, is: (bytes: Buffer) => boolean, unpack: Unpack | undefined): BodyTurn[] =>
  unpack
    ? bodyTable('content_encoding', 0, { work: { byte: 0.01 }, applies: ({ bytes }) => is(bytes) }).rows({
        [`without its ${name}`]: ({ bytes }, growth) => unpackedBy(unpack, bytes, growth),
      })
    : []
const isZlib = ([first = 0, second = 0]: Buffer) => first % 16 === 8 && (first * 256 + second) % 31 === 0
/** Brotli and raw deflate have no magic bytes, but are never valid text. */
const isOther = (bytes: Buffer) => bytes.length > 3 && !isUtf8(bytes)

const brotli =
  (quality: number): Pack =>
  (bytes) =>
    zlib.brotliCompressSync(bytes, { params: { [zlib.constants.BROTLI_PARAM_QUALITY]: quality } })

/** The tenth byte of gzip names the operating system: 3 from zlib on Linux, 255 from Go and Python, 0 from Java. */
const gzipBy =
  (system: number, options?: zlib.ZlibOptions): Pack =>
  (bytes) => {
    const packed = zlib.gzipSync(bytes, options)
    packed[9] = system
    return packed
  }
const packing = (work: Work, rows: Record<string, Pack>) =>
  Object.entries(rows).flatMap(([by, pack]) =>
    bodyTable('content_encoding', 2, { work }).rows({
      [`compressed with ${by}`]: ({ bytes }) => pack(bytes),
    }),
  )
/** The cost of zlib: a fixed cost, and a cost per byte, in microseconds. */
const zlibWork: Work = { flat: 90, byte: 0.05 }
const brotliWork: Work = { flat: 40, byte: 0.03 }
/** The cost of the best quality, the default in Node and Python. Tried after cheaper settings. */
const bestWork: Work = { flat: 350, byte: 0.9 }

/** Only the same program with the same settings produces the same bytes. Other compressors are not found. */
const contentCodings: readonly BodyTurn[] = [
  ...unpacking('gzip', (bytes) => bytes[0] === 0x1f && bytes[1] === 0x8b, zlib.gunzipSync),
  ...unpacking('deflate', isZlib, zlib.inflateSync),
  ...unpacking('zstd', (bytes) => bytes.subarray(0, 4).equals(zstdMark), zstdDecompressSync),
  ...unpacking('brotli', isOther, zlib.brotliDecompressSync),
  ...unpacking('raw deflate', isOther, zlib.inflateRawSync),
  ...packing(zlibWork, {
    gzip: (bytes) => zlib.gzipSync(bytes),
    'gzip, as Go writes it': gzipBy(255),
    'gzip, as Java writes it': gzipBy(0),
    'gzip level 9, as Python writes it': gzipBy(255, { level: 9 }),
    deflate: (bytes) => zlib.deflateSync(bytes),
  }),
  ...packing(brotliWork, { 'brotli quality 4': brotli(4), 'brotli quality 6': brotli(6) }),
  ...packing(bestWork, { 'brotli quality 11': brotli(11) }),
  ...packing(zlibWork, zstdCompressSync ? { 'zstd level 3': zstdCompressSync } : {}),
]

export const beginsAsForm = ({ bytes }: BodyForms): boolean =>
  /^[\w.[\]%+*~!'()-]+=/.test(bytes.toString('latin1', 0, 200))

/** A form that a proxy decoded and encoded again. */
const formWritings = Object.entries(percentWritings).flatMap(([said, write], at) => {
  const begins = 'The signature is correct for the form'
  const shared: Shared = { begins, applies: beginsAsForm, work: { byte: at < 4 ? 0.012 : 0.03 } }
  return bodyTable('url_encoding', at < 4 ? 0 : at < 10 ? 1 : 2, shared).rows({
    [said]: ({ bytes }) => Buffer.from(write(bytes.toString('latin1')), 'latin1'),
  })
})

/** The values of a form's first fields. */
const fieldsOf = ({ text }: BodyForms): string[] =>
  /^[\w.[\]%-]+=/.test(text().slice(0, 200)) ? [...new URLSearchParams(text()).values()].slice(0, 4) : []

const ofText: Shared = { needs: 'text', work: { byte: 0.01, letter: 0.03 } }
const ofForm: Shared = { ...ofText, applies: beginsAsForm }

/** The body compressed or percent-encoded. */
export const codings: readonly BodyTurn[] = [
  ...contentCodings,
  ...formWritings,
  ...bodyTable('url_encoding', 1, { ...ofText, applies: ({ has }) => has('%') }).rows({
    'percent-decoded': ({ text }) => percentDecoded(text()),
  }),
  ...bodyTable('url_encoding', 1, { ...ofText, applies: ({ has }) => has('+') }).rows({
    'decoded as a form': ({ text }) => percentDecoded(text().replaceAll('+', ' ')),
  }),
  ...nths(4, (at) =>
    bodyTable('url_encoding', at === 0 ? 1 : 2, ofForm).rows({
      'inside a field of the form': (body) => fieldsOf(body)[at],
    }),
  ).flat(),
  ...bodyTable('url_encoding', 2, ofText).rows({
    'percent-encoded': ({ text }) => percentEncoded(text()),
    'encoded as a form': ({ text }) => percentEncoded(text()).replaceAll('%20', '+'),
  }),
  ...['payload', 'body', 'data'].flatMap((name) =>
    bodyTable('url_encoding', 2, ofText).rows({
      [`in the field ${name} of a form`]: ({ text }) => new URLSearchParams({ [name]: text() }).toString(),
      [`in the field ${name}, percent-encoded`]: ({ text }) => `${name}=${percentEncoded(text())}`,
    }),
  ),
]
