import * as zlib from 'node:zlib'
import type { DecodeProblem, HeaderPair } from '../../wire.ts'

/** Bytes with their codings undone. */
export interface Undone {
  bytes: Buffer
  /** Those that were undone, in the order in which they were. */
  codings: string[]
  /** Whether there would be more than the bound lets through. */
  truncated: boolean
  /** Whether the bytes end before one of the codings does; the problem says so as well. */
  endsEarly: boolean
  problem: DecodeProblem | null
}

/** More codings one inside the other than anybody means. */
const mostCodings = 5

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
    return { ...done, problem: { code: 'too_many_codings', count: applied.length } }
  for (const named of applied.toReversed()) {
    const coding = otherNames[named] ?? named
    const make = makers[coding]
    if (!make) return { ...done, problem: { code: 'coding_unknown', name: named } }
    if (done.bytes.length === 0) return done
    const { bytes, truncated, error } = await inflate(make(done.bytes), done.bytes, most)
    const said = error && { name: named, text: error.message }
    if (bytes.length === 0 && said)
      return { ...done, problem: { code: 'not_so_coded', ...said, ...looksLike(done.bytes) } }
    done.bytes = bytes
    done.codings.push(coding)
    done.truncated ||= truncated
    if (error && said)
      return {
        ...done,
        // Of zlib: the bytes end before their coding does.
        endsEarly: error.code === 'Z_BUF_ERROR',
        problem: { code: 'coded_data_damaged', ...said },
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

/** What bytes look like, whatever is said of them. */
function looksLike(bytes: Buffer): Pick<DecodeProblem, 'looks_like'> {
  if (bytes[0] === 0x1f && bytes[1] === 0x8b) return { looks_like: 'gzip' }
  if (bytes.length >= 4 && bytes.readUInt32LE(0) === 0xfd2fb528) return { looks_like: 'zstd' }
  const begin = bytes.subarray(0, 64).toString('latin1')
  if (!/^[\t\n\r\x20-\x7e\x80-\xff]*$/.test(begin)) return {}
  return { looks_like: /^\s*[[{"]/.test(begin) ? 'json' : 'text' }
}

/** Whether a body is gzip that no header speaks of. */
export const isUnsaidGzip = (body: Buffer): boolean =>
  body.length > 18 && body[0] === 0x1f && body[1] === 0x8b && body[2] === 8

function inflate(
  stream: ReturnType<Make>,
  bytes: Buffer,
  most: number,
): Promise<{ bytes: Buffer; truncated: boolean; error: NodeJS.ErrnoException | null }> {
  return new Promise((resolve) => {
    const chunks: Buffer[] = []
    let size = 0
    const end = (truncated: boolean, error: NodeJS.ErrnoException | null) => {
      resolve({ bytes: Buffer.concat(chunks).subarray(0, most), truncated, error })
      stream.destroy()
    }
    stream.on('data', (chunk: Buffer) => {
      chunks.push(chunk)
      size += chunk.length
      if (size > most) end(true, null)
    })
    stream.on('end', () => end(false, null))
    stream.on('error', (error) => end(false, error))
    stream.end(bytes)
  })
}
