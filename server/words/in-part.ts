/** Lists of flaws, which may be very long. */

/** The most flaws told of one value, which may contain hundreds of thousands, and the most characters of each. */
export const mostTold = 50
const longestTold = 1000

/** The first issues, and the number of those left out. */
export function inPart(flaws: readonly string[]): string[] {
  const told = flaws
    .slice(0, mostTold)
    .map((flaw) => (flaw.length > longestTold ? `${flaw.slice(0, longestTold)}…` : flaw))
  const left = flaws.length - told.length
  return [...told, ...(left > 0 ? [`and ${left} more`] : [])]
}
