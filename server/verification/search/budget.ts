/** Limits how much one search computes. */
/**
 * The work that one search may do with the secrets that are valid here, in microseconds on an ordinary machine. Work is
 * estimated, not measured, so that the same request gets the same explanation everywhere. See `npm run bench -- diagnosis`.
 */
const allowed = 200_000
/** Large bodies get a smaller budget, because garbage collection of their copies is not counted. */
const [allowedOfLarge, large] = [60_000, 300_000]

/** A single step may cost this much. A search cannot pause within a step. */
const mostAtOnce = 10_000

/**
 * A separate budget for trying all milliseconds of a second and all places where a body may be cut, so that this does not
 * use up the rest. Only for small bodies.
 */
const allowedAside = 15_000

/** A separate budget for the thousands of rare mistakes with a secret, so that they take nothing from ordinary mistakes. */
const [allowedOfRareKeys, rareKeysOfLarge] = [110_000, 8_000]

/** A separate budget for other known secrets, so that their number does not matter to the secrets that are valid here. */
const allowedOfOthers = 100_000

/** A search may pause after this much work. */
const untilPause = 1_000

const perDigest = 8
const perByte = 0.000_62
/** The cost of one signature over this number of bytes. */
export const digestCost = (bytes: number, times = 1) => perDigest + bytes * perByte * times
/** The cost of making one mistaken key. */
export const perKey = 3
/** The cost of verifying one Ed25519 or ECDSA signature. */
export const perVerification = 150

/** What all purses of a budget count together. */
interface Counted {
  spent: number
  computed: number
  isOver: boolean
}

/** A part of a budget. */
function createPurse(most: number, counted: Counted) {
  let left = most

  /** Deducts a cost. Returns false if too little is left. */
  function take(cost: number): boolean {
    if (cost > left || cost > mostAtOnce) {
      counted.isOver = true
      return false
    }
    left -= cost
    counted.spent += cost
    return true
  }
  return {
    take,
    left: () => left,
    /** Deducts the cost of one signature over this number of bytes. */
    takeDigest(bytes: number, times = 1, more = 0): boolean {
      if (!take(digestCost(bytes, times) + more)) return false
      counted.computed++
      return true
    },
    /** Whether the purse allows another signature over this number of bytes. */
    canDigest(bytes: number): boolean {
      counted.isOver ||= left < digestCost(bytes)
      return left >= digestCost(bytes)
    },
    /** The number of bytes that the purse allows at this cost per byte. */
    bytesAt: (cost: number) => Math.floor(Math.min(left, mostAtOnce) / cost),
  }
}
export type Purse = ReturnType<typeof createPurse>

/** The budget for a body of this size. */
export function createBudget(bytes: number) {
  const counted: Counted = { spent: 0, computed: 0, isOver: false }
  let pausedAt = 0
  return {
    ...createPurse(bytes > large ? allowedOfLarge : allowed, counted),
    aside: createPurse(allowedAside, counted),
    others: createPurse(allowedOfOthers, counted),
    rareKeys: createPurse(bytes > large ? rareKeysOfLarge : allowedOfRareKeys, counted),
    /** Whether the search should pause now. The answer depends on the counted work alone. */
    isPauseDue(): boolean {
      if (counted.spent - pausedAt < untilPause) return false
      pausedAt = counted.spent
      return true
    },
    /** The number of computed signatures. */
    computed: () => counted.computed,
    /** Whether the search had to skip something. */
    isOver: () => counted.isOver,
  }
}
export type Budget = ReturnType<typeof createBudget>
