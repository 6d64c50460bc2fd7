/** Finds the names that a misspelled name was most likely meant for. */

/** How many letters differ between two texts: each is changed, added, left out, or swapped with its neighbour. */
function distance(a: string, b: string): number {
  let before: number[] = []
  let row = Array.from({ length: b.length + 1 }, (_, i) => i)
  for (let i = 1; i <= a.length; i++) {
    const next = [i]
    for (let j = 1; j <= b.length; j++) {
      const changed = (row[j - 1] ?? 0) + (a[i - 1] === b[j - 1] ? 0 : 1)
      const isSwap = i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1]
      const swapped = isSwap ? (before[j - 2] ?? 0) + 1 : changed
      next[j] = Math.min(changed, swapped, (row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1)
    }
    before = row
    row = next
  }
  return row[b.length] ?? 0
}

const shortened = (text: string) => text.slice(0, 100).toLowerCase()

/** The names with how many letters they are apart from a wrong one, the nearest first. */
function ranked(wrong: string, names: readonly string[]): { name: string; far: number }[] {
  const typed = shortened(wrong)
  return [...new Set(names)]
    .map((name) => ({ name, far: distance(typed, name.toLowerCase()) }))
    .sort((a, b) => a.far - b.far)
}

/** How many letters a name may be apart from a wrong one that was most likely meant for the name. */
const farthest = (wrong: string): number => Math.max(2, Math.floor(shortened(wrong).length / 3))

/** Whether a wrong name is so like a right one that it was most likely meant. */
export const isNear = (wrong: string, name: string): boolean =>
  distance(shortened(wrong), name.toLowerCase()) <= farthest(wrong)

/** The names in order of their distance from a wrong name. */
export const nearestFirst = (wrong: string, names: readonly string[]): string[] =>
  ranked(wrong, names).map(({ name }) => name)

/** The most names that a suggestion holds. */
const mostNamed = 3

/** The names that were most likely meant by `wrong`: those that are equally near, at most three. Empty if none is near. */
function nearestNames(wrong: string, names: readonly string[]): string[] {
  const all = ranked(wrong, names)
  const least = Math.min(all[0]?.far ?? 0, farthest(wrong))
  return all
    .filter(({ far }) => far === least)
    .slice(0, mostNamed)
    .map(({ name }) => name)
}

/** The name that was most likely meant by `wrong`, or undefined if none is near. */
export const nearest = (wrong: string, names: readonly string[]): string | undefined =>
  nearestNames(wrong, names)[0]

/**
 * `Did you mean a, b or c?`, or an empty text if no name is near.
 * @param written how the question writes a name
 */
export function didYouMean(
  wrong: string,
  names: readonly string[],
  written = (name: string): string => name,
): string {
  const near = nearestNames(wrong, names).map(written)
  const last = near.pop()
  if (last === undefined) return ''
  return `Did you mean ${near.length > 0 ? `${near.join(', ')} or ${last}` : last}?`
}

/** `Did you mean a, b or c?`, or all names if none is near. */
export const suggest = (wrong: string, names: readonly string[]): string =>
  didYouMean(wrong, names) || `Valid: ${names.join(', ')}.`
