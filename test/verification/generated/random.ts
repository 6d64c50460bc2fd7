/** Seeded random values, so that each run makes the same requests. */

/** Returns a function that draws from [0, 1). Mulberry32: 32 bits of state, each seed its own sequence. */
export function seeded(seed: number) {
  let state = seed >>> 0
  const next = (): number => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
  const below = (end: number): number => Math.floor(next() * end)
  return {
    below,
    chance: (share: number): boolean => next() < share,
    pick: <Value>(all: readonly Value[]): Value => all[below(all.length)] as Value,
    text: (length: number, letters: string): string =>
      Array.from({ length }, () => letters[below(letters.length)]).join(''),
    bytes: (length: number): Buffer => Buffer.from(Array.from({ length }, () => below(256))),
  }
}
export type Random = ReturnType<typeof seeded>
