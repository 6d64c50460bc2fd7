import type { HeaderPair } from '../../wire.ts'
import { byMark, charsetOf } from './charset.ts'
import { codingsOf, undoNow } from './codings.ts'
import { mediaTypeIn } from './media-type.ts'

/** A larger one is not unpacked while its sender waits, nor one that becomes larger than the second. */
const [mostPacked, mostUnpacked] = [100_000, 1_000_000]

/**
 * The bytes that parsers of JSON are given: without content codings, where that takes no time, without a byte-order mark, and in
 * UTF-8 where they are UTF-16.
 */
export function meantBytes({ body, headers }: { body: Buffer; headers: readonly HeaderPair[] }): Buffer {
  const bytes = body.length > mostPacked ? body : unpacked(body, codingsOf(headers))
  // JSON begins with a character of ASCII, behind whose byte UTF-16 alone has a NUL.
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
