/**
 * Beginnings of words, as a Bloom filter: what was noted is always known again, and of what was not, few are taken for it.
 * Each word is noted by its first letters, as many as each of these numbers says.
 */
const lengths = [4, 7, 12]
/** How many bits stand for one beginning. */
const marks = 4
/** Bits of a set that is being filled: enough for half a million beginnings. */
const widest = 2 ** 22
/** A set is folded as long as fewer of its bits are set: half as wide, one beginning in thirty is then taken for another. */
const sparse = 0.25

/** FNV-1a over the first letters of a word. */
function hashOf(word: string, length: number): number {
  let hash = 0x811c9dc5
  for (let at = 0; at < length; at++) hash = Math.imul(hash ^ word.charCodeAt(at), 0x01000193)
  return hash
}

/** Where the marks of a hash are: as far apart as another mixture of its bits says. */
function placesOf(hash: number): number[] {
  const mixed = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b)
  const step = (mixed ^ (mixed >>> 13)) | 1
  return Array.from({ length: marks }, (_, mark) => (hash + mark * step) >>> 0)
}

const ones = Uint8Array.from({ length: 256 }, (_, byte) => byte.toString(2).replaceAll('0', '').length)

// Everybody waits meanwhile: a counted loop over half a million bytes takes a fifth of what an iterator or a callback does.
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
    /** The set as it is kept: no wider than what was noted needs. */
    done(): Uint8Array {
      let kept: Uint8Array = set
      while (kept.length > 1 && fullness(kept) < sparse) kept = folded(kept)
      return kept
    },
  }
}
export type GrowingWordSet = ReturnType<typeof beginWordSet>

/** Where the marks of a word that begins so are, for {@link mayHold}. Of less than the fewest letters noted nothing is known: it has none. */
export function marksOf(beginning: string): number[] {
  const length = lengths.findLast((one) => one <= beginning.length)
  return length === undefined ? [] : placesOf(hashOf(beginning, length))
}

/** Whether words that have all these marks may have been noted. */
export function mayHold(set: Uint8Array, marked: readonly number[]): boolean {
  const bits = set.length * 8
  for (const place of marked) {
    const bit = place % bits
    if (((set[bit >>> 3] ?? 0) & (1 << (bit & 7))) === 0) return false
  }
  return true
}
