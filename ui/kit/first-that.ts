/** Binary search in a sorted list. */

/**
 * The first index below `count` for which `holds` is true, else `count`. `holds` must be true for all later indexes.
 */
export function firstThat(count: number, holds: (index: number) => boolean): number {
  let low = 0
  let high = count
  while (low < high) {
    const middle = (low + high) >>> 1
    if (holds(middle)) high = middle
    else low = middle + 1
  }
  return low
}
