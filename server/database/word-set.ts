/**
 * A Bloom filter for beginnings of words: noted beginnings are always found, and few others are. Each word is noted by its
 * first letters, in each of these lengths.
 */
const lengths = [4, 7, 12]
/** How many bits represent one beginning. */
const marks = 4
/** The bits of a set while it is filled: enough for half a million beginnings. */
const widest = 2 ** 22
/** A set is halved while fewer of its bits are set. At this density, one beginning in thirty is a false match. */
const sparse = 0.25

/** FNV-1a over the first letters of a word. */
function hashOf(word: string, length: number): number {
  let hash = 0x811c9dc5
  for (let at = 0; at < length; at++) hash = Math.imul(hash ^ word.charCodeAt(at), 0x01000193)
  return hash
}

/** The bit positions of a hash, at distances that another mix of its bits gives. */
function placesOf(hash: number): number[] {
  const mixed = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b)
  const step = (mixed ^ (mixed >>> 13)) | 1
  return Array.from({ length: marks }, (_, mark) => (hash + mark * step) >>> 0)
}

const ones = Uint8Array.from({ length: 256 }, (_, byte) => byte.toString(2).replaceAll('0', '').length)

// A counted loop, since everybody waits: it takes a fifth of the time of an iterator or callback.
function fullness(set: Uint8Array): number {
  let sum = 0
  for (let at = 0; at < set.length; at++) sum += ones[set[at] ?? 0] ?? 0
  return sum / (set.length * 8)
}

function folded(set: Uint8Array): Uint8Array {
  const half = set.length / 2
  const result = set.slice(0, half)
  for (let at = 0; at < half; at++) result[at] = (result[at] ?? 0) | (set[half + at] ?? 0)
  return result
}

/** A set that is being filled. */
export function beginWordSet() {
  const set = new Uint8Array(widest / 8)
  return {
    note(word: string) {
      for (const length of lengths) {
        if (word.length < length) return
        for (const place of placesOf(hashOf(word, length))) {
          const bit = place % widest
          set[bit >>> 3] = (set[bit >>> 3] ?? 0) | (1 << (bit & 7))
        }
      }
    },
    /** The stored form of the set: no larger than its contents need. */
    done(): Uint8Array {
      let kept: Uint8Array = set
      while (kept.length > 1 && fullness(kept) < sparse) kept = folded(kept)
      return kept
    },
  }
}
export type GrowingWordSet = ReturnType<typeof beginWordSet>

/** The bit positions of a word's beginning, for {@link mayHold}. Empty for a beginning that is too short to be noted. */
export function marksOf(beginning: string): number[] {
  const length = lengths.findLast((one) => one <= beginning.length)
  return length === undefined ? [] : placesOf(hashOf(beginning, length))
}

/** Whether words with all these bits may have been noted. */
export function mayHold(set: Uint8Array, marked: readonly number[]): boolean {
  const bits = set.length * 8
  for (const place of marked) {
    const bit = place % bits
    if (((set[bit >>> 3] ?? 0) & (1 << (bit & 7))) === 0) return false
  }
  return true
}
