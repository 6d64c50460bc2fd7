/** The number of single letters to change, insert or delete to turn one text into the other. */
function distance(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, i) => i)
  for (let i = 1; i <= a.length; i++) {
    const next = [i]
    for (let j = 1; j <= b.length; j++) {
      const swap = (row[j - 1] ?? 0) + (a[i - 1] === b[j - 1] ? 0 : 1)
      next[j] = Math.min(swap, (row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1)
    }
    row = next
  }
  return row[b.length] ?? 0
}

const shortened = (text: string) => text.slice(0, 100).toLowerCase()

/** Whether a wrong name is so close to a valid name that the valid name was most likely meant. */
export const isNear = (wrong: string, name: string): boolean =>
  distance(shortened(wrong), name.toLowerCase()) <= Math.max(2, Math.floor(shortened(wrong).length / 3))

/** The names in order of their distance from a wrong name. */
export const nearestFirst = (wrong: string, names: readonly string[]): string[] =>
  names
    .map((name) => ({ name, far: distance(shortened(wrong), name.toLowerCase()) }))
    .sort((a, b) => a.far - b.far)
    .map(({ name }) => name)

/** The name of `names` that was most likely meant by `wrong`; undefined if none is close. */
export function nearest(wrong: string, names: readonly string[]): string | undefined {
  const [best] = nearestFirst(wrong, names)
  return best !== undefined && isNear(wrong, best) ? best : undefined
}

/** `Did you mean x? Valid: a, b, c.` */
export function suggest(wrong: string, names: readonly string[]): string {
  const close = nearest(wrong, names)
  return `${close ? `Did you mean ${close}? ` : ''}Valid: ${names.join(', ')}.`
}
