/** Splits long text into rows for drawing. */

/** Longer lines are split into rows of this many characters. */
const longestRow = 200

/** The start of each row: the start of a line, or a position within a long line. */
export function rowStarts(text: string): number[] {
  const starts: number[] = []
  for (let at = 0; at < text.length; ) {
    const end = text.indexOf('\n', at)
    const stop = end < 0 ? text.length : end
    starts.push(at)
    for (let cut = at + longestRow; cut < stop; cut += longestRow)
      // Does not split a surrogate pair, which would draw two wrong characters.
      starts.push(/[\udc00-\udfff]/.test(text.charAt(cut)) ? cut - 1 : cut)
    at = stop + 1
  }
  return starts
}

/** The text of one row, without its line feed. */
export function rowText(text: string, starts: readonly number[], row: number): string {
  const from = starts[row] ?? 0
  return text.slice(from, starts[row + 1] ?? text.length).replace(/\r?\n$/, '')
}
