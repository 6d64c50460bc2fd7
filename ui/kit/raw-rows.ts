/** Longer lines are cut into rows of this many letters. */
const longestRow = 200

/** Where each row of a text begins: at a line's beginning, or within one that is too long for a row. */
export function rowStarts(text: string): number[] {
  const starts: number[] = []
  for (let at = 0; at < text.length; ) {
    const end = text.indexOf('\n', at)
    const stop = end < 0 ? text.length : end
    starts.push(at)
    for (let cut = at + longestRow; cut < stop; cut += longestRow)
      // Not within a character of two units, which would be drawn as two that nobody sent.
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
