/** Converts a body to the bytes that a JSON parser expects. */
import type { HeaderPair } from '../../wire.ts'
import { byMark, charsetOf } from './charset.ts'
import { codingsOf, undoNow } from './codings.ts'
import { mediaTypeIn } from './media-type.ts'

/** The largest body to decompress while its sender waits, and the largest result. */
const [mostPacked, mostUnpacked] = [100_000, 1_000_000]

/**
 * The bytes for a JSON parser: without content codings if that is fast, without a byte-order mark, and UTF-16
 * converted to UTF-8.
 */
export function meantBytes({ body, headers }: { body: Buffer; headers: readonly HeaderPair[] }): Buffer {
  const bytes = body.length > mostPacked ? body : unpacked(body, codingsOf(headers))
  // JSON begins with an ASCII character. Only in UTF-16 does a NUL follow it.
  if (bytes.length < 2 || (isAscii(bytes[0]) && bytes[1] !== 0)) return bytes
  if (byMark(bytes) === 'utf-8') return bytes.subarray(3)
  return bytes.length <= mostUnpacked ? inUtf8(bytes, headers) : bytes
}

const isAscii = (byte = 0) => byte > 0 && byte < 0x80

function inUtf8(bytes: Buffer, headers: readonly HeaderPair[]): Buffer {
  const type = headers.find(([name]) => name.toLowerCase() === 'content-type')?.[1]
  const charset = charsetOf(bytes, type && mediaTypeIn(type).parameters.get('charset'))
  return charset && /^utf-16(?:le|be)?$/i.test(charset)
    ? Buffer.from(new TextDecoder(charset).decode(bytes))
    : bytes
}

function unpacked(body: Buffer, applied: readonly string[]): Buffer {
  if (applied.length === 0) return body
  try {
    return undoNow(body, applied, mostUnpacked)
  } catch {
    return body
  }
}
