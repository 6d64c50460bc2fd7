import type { HeaderPair } from './wire.ts'

/** Node merges repeated headers; what was sent is the raw list of names and values. */
export function pairsOf(raw: readonly string[]): HeaderPair[] {
  return Array.from(
    { length: raw.length / 2 },
    (_, i): HeaderPair => [raw[2 * i] ?? '', raw[2 * i + 1] ?? ''],
  )
}
