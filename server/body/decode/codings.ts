import * as zlib from 'node:zlib'
import type { HeaderPair } from '../../wire.ts'

/** Bytes with their codings undone. */
export interface Undone {
  bytes: Buffer
  /** Those that were undone, in the order in which they were. */
  codings: string[]
  /** Whether there would be more than the bound lets through. */
  truncated: boolean
  /** Whether the bytes end before one of the codings does; the problem says so as well. */
  endsEarly: boolean
  problem: string | null
}

/** More codings one inside the other than anybody means. */
const mostCodings = 5

/** Node's words for bytes that end before their coding does. */
const endOfFile = 'unexpected end of file'

type Make = (bytes: Buffer) => zlib.Gunzip | zlib.Inflate | zlib.InflateRaw | zlib.BrotliDecompress
/** Node has it since 22.15. */
const makeZstd = (zlib as { createZstdDecompress?: () => zlib.Gunzip }).createZstdDecompress
const makers: Record<string, Make | undefined> = {
  gzip: () => zlib.createGunzip(),
  // Meant is zlib (RFC 9110, 8.4.1.2); some senders leave its two bytes away.
  deflate: (bytes) => (isZlib(bytes) ? zlib.createInflate() : zlib.createInflateRaw()),
  br: () => zlib.createBrotliDecompress(),
  zstd: makeZstd && (() => makeZstd()),
}
const otherNames: Record<string, string> = { 'x-gzip': 'gzip' }

const isZlib = (bytes: Buffer) =>
  bytes.length >= 2 && ((bytes[0] ?? 0) & 15) === 8 && bytes.readUInt16BE(0) % 31 === 0

/** The codings named by headers, in the order in which they were applied: what is done for the way is done last. */
export function codingsOf(headers: readonly HeaderPair[]): string[] {
  // Each request is asked, and most have neither: their lengths tell them from nearly all others.
  const likely = headers.filter(([name]) => name.length === 16 || name.length === 17)
  if (likely.length === 0) return []
  return ['content-encoding', 'transfer-encoding']
    .flatMap((wanted) => likely.filter(([name]) => name.toLowerCase() === wanted))
    .map(([, value]) => value)
    .flatMap((value) => value.split(','))
    .map((name) => name.trim().toLowerCase())
    .filter((name) => name !== '' && name !== 'identity' && name !== 'chunked')
}

/**
 * Undoes content codings, the last applied first; the work is done on other threads, and ends with `most` bytes however much
 * there would be. Where one cannot be undone, what there is before it is answered with the reason.
 */
export async function undo(body: Buffer, applied: readonly string[], most: number): Promise<Undone> {
  const done: Undone = { bytes: body, codings: [], truncated: false, endsEarly: false, problem: null }
  if (applied.length > mostCodings)
    return { ...done, problem: `${applied.length} codings are named; at most ${mostCodings} are undone.` }
  for (const named of applied.toReversed()) {
    const coding = otherNames[named] ?? named
    const make = makers[coding]
    if (!make) return { ...done, problem: unknown(named) }
    if (done.bytes.length === 0) return done
    const { bytes, truncated, error } = await inflate(make(done.bytes), done.bytes, most)
    if (bytes.length === 0 && error) return { ...done, problem: notThat(named, done.bytes, error) }
    done.bytes = bytes
    done.codings.push(coding)
    done.truncated ||= truncated
    if (error)
      return {
        ...done,
        endsEarly: error === endOfFile,
        problem: `The ${named} data is damaged or ends early: ${error}. Shown is what came before.`,
      }
  }
  return done
}

type Now = (bytes: Buffer, bound: { maxOutputLength: number; finishFlush: number }) => Buffer
const makeZstdNow = (zlib as { zstdDecompressSync?: Now }).zstdDecompressSync
const { Z_SYNC_FLUSH, BROTLI_OPERATION_FLUSH } = zlib.constants
const nowByCoding: Record<string, { undo: Now; finishFlush: number } | undefined> = {
  gzip: { undo: zlib.gunzipSync, finishFlush: Z_SYNC_FLUSH },
  deflate: {
    undo: (bytes, bound) => (isZlib(bytes) ? zlib.inflateSync : zlib.inflateRawSync)(bytes, bound),
    finishFlush: Z_SYNC_FLUSH,
  },
  br: { undo: zlib.brotliDecompressSync, finishFlush: BROTLI_OPERATION_FLUSH },
  // Its ZSTD_e_flush.
  zstd: makeZstdNow && { undo: makeZstdNow, finishFlush: 1 },
}

/**
 * As {@link undo}, at once, for what is small; what ends early is undone as far as it goes. Throws where one cannot be undone:
 * a RangeError where it has more than `most` bytes.
 */
export function undoNow(body: Buffer, applied: readonly string[], most: number): Buffer {
  if (applied.length > mostCodings) return body
  return applied.toReversed().reduce((bytes, named) => {
    const now = nowByCoding[otherNames[named] ?? named]
    if (!now || bytes.length === 0) return bytes
    return now.undo(bytes, { maxOutputLength: most, finishFlush: now.finishFlush })
  }, body)
}

function unknown(named: string): string {
  if (named === 'zstd') return 'This version of Node cannot undo zstd; 22.15 and newer can.'
  return `The coding ${named.slice(0, 40)} is not known. gzip, deflate, br and zstd are.`
}

function notThat(named: string, bytes: Buffer, error: string): string {
  return `It says ${named}, but is not: ${error}. ${looksLike(bytes)}`
}

/** What bytes look like, whatever is said of them. */
function looksLike(bytes: Buffer): string {
  if (bytes[0] === 0x1f && bytes[1] === 0x8b) return 'The bytes look like gzip.'
  if (bytes.length >= 4 && bytes.readUInt32LE(0) === 0xfd2fb528) return 'The bytes look like zstd.'
  const begin = bytes.subarray(0, 64).toString('latin1')
  if (/^[\t\n\r\x20-\x7e\x80-\xff]*$/.test(begin))
    return /^\s*[[{"]/.test(begin)
      ? 'The bytes look like plain JSON: the header is wrong, or something on the way has undone the coding.'
      : 'The bytes look like plain text: the header is wrong, or something on the way has undone the coding.'
  return 'The bytes are shown as they came.'
}

/** Whether a body is gzip that no header speaks of. */
export const isUnsaidGzip = (body: Buffer): boolean =>
  body.length > 18 && body[0] === 0x1f && body[1] === 0x8b && body[2] === 8

function inflate(
  stream: ReturnType<Make>,
  bytes: Buffer,
  most: number,
): Promise<{ bytes: Buffer; truncated: boolean; error: string | null }> {
  return new Promise((resolve) => {
    const chunks: Buffer[] = []
    let size = 0
    const end = (truncated: boolean, error: string | null) => {
      resolve({ bytes: Buffer.concat(chunks).subarray(0, most), truncated, error })
      stream.destroy()
    }
    stream.on('data', (chunk: Buffer) => {
      chunks.push(chunk)
      size += chunk.length
      if (size > most) end(true, null)
    })
    stream.on('end', () => end(false, null))
    stream.on('error', (error) => end(false, error.message))
    stream.end(bytes)
  })
}
