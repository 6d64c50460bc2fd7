/** How many single letters are to be changed, put in or left out to come from one text to the other. */
function distance(from: string, to: string): number {
  let row = Array.from({ length: to.length + 1 }, (_, index) => index)
  for (const [index, letter] of [...from].entries()) {
    const next = [index + 1]
    for (let at = 1; at <= to.length; at++) {
      const swap = (row[at - 1] ?? 0) + (letter === to[at - 1] ? 0 : 1)
      next.push(Math.min(swap, (row[at] ?? 0) + 1, (next[at - 1] ?? 0) + 1))
    }
    row = next
  }
  return row[to.length] ?? 0
}

/** The few names that are most like a wrong one, the nearest first. */
export function nearest(wrong: string, names: readonly string[], most: number): string[] {
  const text = wrong.slice(0, 100).toLowerCase()
  return names
    .map((name) => ({ name, far: distance(text, name.toLowerCase()) }))
    .sort((a, b) => a.far - b.far)
    .slice(0, most)
    .map(({ name }) => name)
}

/** Whether a wrong name is so like a right one that it was most likely meant. */
export const isNear = (wrong: string, name: string): boolean =>
  distance(wrong.slice(0, 100).toLowerCase(), name.toLowerCase()) <= Math.max(2, Math.floor(wrong.length / 3))
