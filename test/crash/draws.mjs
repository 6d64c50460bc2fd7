import { createHash } from 'node:crypto'

/** @typedef {ReturnType<typeof drawsOf>} Draws */

/**
 * Draws that look random and are the same for the same seed and label.
 * @param {number} seed
 * @param {string} label
 */
export function drawsOf(seed, label) {
  let state = createHash('sha256').update(`${seed}:${label}`).digest().readUInt32BE(0) || 1

  /** In [0, 1). */
  function fraction() {
    state ^= state << 13
    state ^= state >>> 17
    state ^= state << 5
    return (state >>> 0) / 2 ** 32
  }
  /** A whole number, both ends included. @param {number} low @param {number} high */
  const between = (low, high) => low + Math.floor(fraction() * (high - low + 1))

  return {
    fraction,
    between,
    /** @param {number} probability */
    chance: (probability) => fraction() < probability,
    /** @template T @param {readonly [T, ...T[]]} list @returns {T} */
    pick: (list) => list[between(0, list.length - 1)] ?? list[0],
  }
}
