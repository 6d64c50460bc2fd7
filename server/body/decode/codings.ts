/** Removes content codings such as gzip from a body. */
import * as zlib from 'node:zlib'
import type { DecodeProblem, HeaderPair } from '../../wire.ts'

/** Bytes without their content codings. */
export interface Undone {
  bytes: Buffer
  /** The removed codings, in order of removal. */
  codings: string[]
  /** Whether the result was cut at the limit. */
  truncated: boolean
  /** Whether the bytes end before a coding is complete. The problem says so too. */
  endsEarly: boolean
  problem: DecodeProblem | null
}

/** More codings than any sender uses. */
const mostCodings = 5

type Make = (bytes: Buffer) => zlib.Gunzip | zlib.Inflate | zlib.InflateRaw | zlib.BrotliDecompress
/** Node has zstd since 22.15. */
const makeZstd = (zlib as { createZstdDecompress?: () => zlib.Gunzip }).createZstdDecompress
const makers: Record<string, Make | undefined> = {
  gzip: () => zlib.createGunzip(),
  // deflate means zlib (RFC 9110, 8.4.1.2), but some senders omit the two bytes of the zlib header.
  deflate: (bytes) => (isZlib(bytes) ? zlib.createInflate() : zlib.createInflateRaw()),
  br: () => zlib.createBrotliDecompress(),
  zstd: makeZstd && (() => makeZstd()),
}
const otherNames: Record<string, string> = { 'x-gzip': 'gzip' }

const isZlib = (bytes: Buffer) =>
  bytes.length >= 2 && ((bytes[0] ?? 0) & 15) === 8 && bytes.readUInt16BE(0) % 31 === 0

/**
 * The codings that the headers name, in the order in which they were applied. Transfer codings were applied last.
 */
export function codingsOf(headers: readonly HeaderPair[]): string[] {
  // Every request is checked and most have neither header. Comparing the lengths first is fast.
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
 * Removes content codings, the last applied first, on other threads. The result has at most `most` bytes. If a
 * coding cannot be removed, the result is the state before it, with the reason.
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
        // The error code of zlib for bytes that end early.
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
  // The value of ZSTD_e_flush.
  zstd: makeZstdNow && { undo: makeZstdNow, finishFlush: 1 },
}

/**
 * Like {@link undo}, but synchronous, for small bodies. A body that ends early is decoded up to its end. Throws if
 * a coding cannot be removed, and a RangeError if the result has more than `most` bytes.
 */
export function undoNow(body: Buffer, applied: readonly string[], most: number): Buffer {
  if (applied.length > mostCodings) return body
  return applied.toReversed().reduce((bytes, named) => {
    const now = nowByCoding[otherNames[named] ?? named]
    if (!now || bytes.length === 0) return bytes
    return now.undo(bytes, { maxOutputLength: most, finishFlush: now.finishFlush })
  }, body)
}

/** What the bytes look like, regardless of the headers. */
function looksLike(bytes: Buffer): Pick<DecodeProblem, 'looks_like'> {
  if (bytes[0] === 0x1f && bytes[1] === 0x8b) return { looks_like: 'gzip' }
  if (bytes.length >= 4 && bytes.readUInt32LE(0) === 0xfd2fb528) return { looks_like: 'zstd' }
  const begin = bytes.subarray(0, 64).toString('latin1')
  if (!/^[\t\n\r\x20-\x7e\x80-\xff]*$/.test(begin)) return {}
  return { looks_like: /^\s*[[{"]/.test(begin) ? 'json' : 'text' }
}

/** Whether a body is gzip although no header says so. */
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
