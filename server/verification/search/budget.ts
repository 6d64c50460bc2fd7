/**
 * How much one search may compute, in microseconds of an ordinary machine: counted and not measured, so that the same
 * request is explained alike wherever and whenever. Chosen by `npm run bench -- diagnosis`: 20 ms at most, a third of which
 * is left to what is not counted and to a machine that is busy.
 */
const allowed = 13_000
/** Of bodies over so many bytes less: the memory that they take is cleared up too, which is not counted. */
const [allowedOfLarge, large] = [8_500, 300_000]

/** What is set aside for all milliseconds of a second, which would leave too little for everything else: of small bodies alone. */
const aside = 3_000

const perDigest = 8
const perByte = 0.000_62
/** What one signature over so many bytes takes. */
export const digestCost = (bytes: number, times = 1) => perDigest + bytes * perByte * times
/** One check of an Ed25519 or ECDSA signature. */
export const perVerification = 150

/** What a search in a body of so many bytes has left. */
export function createBudget(bytes: number) {
  let left = bytes > large ? allowedOfLarge : allowed
  let leftAside = aside
  let computed = 0
  let isOver = false

  /** Takes what something costs; false when too little is left, and from then on for whatever costs as much. */
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
    /** Takes from what is set aside, of which nothing else is paid. */
    takeAside(cost: number): boolean {
      if (cost > leftAside) {
        isOver = true
        return false
      }
      leftAside -= cost
      return true
    },
    /** Takes the cost of a signature over so many bytes. */
    takeDigest(bytes: number, times = 1, more = 0): boolean {
      if (!take(digestCost(bytes, times) + more)) return false
      computed++
      return true
    },
    /** Whether one more signature over so many bytes can be paid for. */
    canDigest(bytes: number): boolean {
      isOver ||= left < digestCost(bytes)
      return left >= digestCost(bytes)
    },
    left: () => left,
    /** Whether there is more left than is to be kept for something else. */
    leaves(kept: number): boolean {
      isOver ||= left <= kept
      return left > kept
    },
    /** How many bytes may be handled at a cost for each. */
    bytesAt: (cost: number) => Math.floor(left / cost),
    /** Signatures computed. */
    computed: () => computed,
    /** Whether something was left out. */
    isOver: () => isOver,
  }
}
export type Budget = ReturnType<typeof createBudget>
