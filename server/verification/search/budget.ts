/** Limits how much one search computes. */
/**
 * The work that one search may do, in microseconds on an ordinary machine. Work is estimated, not measured, so that the
 * same request gets the same explanation everywhere. Enough to try every mistake with a secret alone.
 */
const allowed = 40_000
/** Large bodies get a smaller budget, because garbage collection of their copies is not counted. */
const [allowedOfLarge, large] = [8_500, 300_000]

/**
 * A separate budget for trying all milliseconds of a second, so that this does not use up the rest. Only for small
 * bodies.
 */
const aside = 3_000

const perDigest = 8
const perByte = 0.000_62
/** The cost of one signature over this number of bytes. */
export const digestCost = (bytes: number, times = 1) => perDigest + bytes * perByte * times
/** The cost of verifying one Ed25519 or ECDSA signature. */
export const perVerification = 150

/** The budget for a body of this size. */
export function createBudget(bytes: number) {
  let left = bytes > large ? allowedOfLarge : allowed
  let leftAside = aside
  let computed = 0
  let isOver = false

  /** Deducts a cost. Returns false if too little is left. */
  function take(cost: number): boolean {
    if (cost > left) {
      isOver = true
      return false
    }
    left -= cost
    return true
  }
  return {
    take,
    /** Deducts from the separate budget. */
    takeAside(cost: number): boolean {
      if (cost > leftAside) {
        isOver = true
        return false
      }
      leftAside -= cost
      return true
    },
    /** Deducts the cost of one signature over this number of bytes. */
    takeDigest(bytes: number, times = 1, more = 0): boolean {
      if (!take(digestCost(bytes, times) + more)) return false
      computed++
      return true
    },
    /** Whether the budget allows another signature over this number of bytes. */
    canDigest(bytes: number): boolean {
      isOver ||= left < digestCost(bytes)
      return left >= digestCost(bytes)
    },
    left: () => left,
    /** Whether more than this amount is left. */
    leaves(kept: number): boolean {
      isOver ||= left <= kept
      return left > kept
    },
    /** The number of bytes that the budget allows at this cost per byte. */
    bytesAt: (cost: number) => Math.floor(left / cost),
    /** The number of computed signatures. */
    computed: () => computed,
    /** Whether the search had to skip something. */
    isOver: () => isOver,
  }
}
export type Budget = ReturnType<typeof createBudget>
