import type { HeaderPair } from '../../wire.ts'
import { byMark } from './charset.ts'
import { codingsOf, undoNow } from './codings.ts'

/** A larger one is not unpacked while its sender waits, nor one that becomes larger than the second. */
const [mostPacked, mostUnpacked] = [100_000, 1_000_000]

/** The bytes that parsers of JSON are given: without content codings, where that takes no time, and without a byte-order mark. */
export function meantBytes({ body, headers }: { body: Buffer; headers: readonly HeaderPair[] }): Buffer {
  const bytes = body.length > mostPacked ? body : unpacked(body, codingsOf(headers))
  return byMark(bytes) === 'utf-8' ? bytes.subarray(3) : bytes
}

function unpacked(body: Buffer, applied: readonly string[]): Buffer {
  if (applied.length === 0) return body
  try {
    return undoNow(body, applied, mostUnpacked)
  } catch {
    return body
  }
}
