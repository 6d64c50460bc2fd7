/** Headers as pairs, in the order and case in which they were sent. */
import { isUtf8 } from 'node:buffer'
import type { HeaderPair } from './parts.ts'

/** Node merges repeated headers. The raw list of names and values keeps what was sent. */
export function pairsOf(raw: readonly string[]): HeaderPair[] {
  const pairs: HeaderPair[] = []
  for (let i = 0; i < raw.length; i += 2) pairs.push([raw[i] ?? '', raw[i + 1] ?? ''])
  return pairs
}

/** The values of a header, joined as in HTTP; undefined without such a header. */
export function headerOf(headers: readonly HeaderPair[], name: string): string | undefined {
  let found: string | undefined
  for (const [key, value] of headers) {
    if (key.length !== name.length || key.toLowerCase() !== name.toLowerCase()) continue
    found = found === undefined ? value : `${found}, ${value}`
  }
  return found
}

/**
 * A header's value as its writer reads it: Node returns bytes as Latin-1, and the bytes are UTF-8 if possible.
 */
export function headerText(value: string): string {
  if (!/^[\0-\xff]*[\x80-\xff][\0-\xff]*$/.test(value)) return value
  const bytes = Buffer.from(value, 'latin1')
  return isUtf8(bytes) ? bytes.toString('utf8') : value
}
