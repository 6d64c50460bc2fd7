import type { HeaderPair } from './wire.ts'

/** Node merges repeated headers; what was sent is the raw list of names and values. */
export function pairsOf(raw: readonly string[]): HeaderPair[] {
  const pairs: HeaderPair[] = []
  for (let i = 0; i < raw.length; i += 2) pairs.push([raw[i] ?? '', raw[i + 1] ?? ''])
  return pairs
}
