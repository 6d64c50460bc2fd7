// How often a property is tried and by what seed: always the same by `npm test`, more often and by a seed of its own by `npm run fuzz`.

const { FUZZ_TIMES, FUZZ_SEED } = process.env

/** So many times as often as by `npm test`. */
export const times = Number(FUZZ_TIMES ?? 1)

/** What a property is run with, given what `npm test` runs it with. */
export const runsOf = (usual: { numRuns: number; seed: number }) => ({
  numRuns: usual.numRuns * times,
  seed: FUZZ_SEED === undefined ? usual.seed : Number(FUZZ_SEED),
})
