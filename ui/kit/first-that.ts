/** The first index below `count` for which `holds`, else `count`; it holds for all indexes behind that one. */
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
