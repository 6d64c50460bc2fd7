import type { HeaderPair } from '../../server/wire.ts'

/** Headers as lines of `name: value`, read. */
export const pairsIn = (text: string): HeaderPair[] =>
  text
    .split('\n')
    .filter((line) => line.trim() !== '')
    .map((line) => {
      const colon = line.indexOf(':')
      const name = colon < 0 ? line : line.slice(0, colon)
      return [name.trim(), colon < 0 ? '' : line.slice(colon + 1).trim()]
    })

/** Headers as lines of `name: value`. */
export const headerLines = (pairs: readonly HeaderPair[]): string =>
  pairs.map(([name, value]) => `${name}: ${value}`).join('\n')

/**
 * What is to be changed to come from some headers to others: name → value, or null where it is left out.
 * Of a name that is repeated, all stay as they are or become one.
 */
export function headerEdits(
  before: readonly HeaderPair[],
  after: readonly HeaderPair[],
): Record<string, string | null> {
  const valuesOf = (pairs: readonly HeaderPair[], name: string) =>
    pairs.filter(([one]) => one.toLowerCase() === name.toLowerCase()).map(([, value]) => value)
  const edits: Record<string, string | null> = {}
  for (const [name] of before) if (valuesOf(after, name).length === 0) edits[name] = null
  for (const [name] of after) {
    const values = valuesOf(after, name)
    if (values.join('\n') !== valuesOf(before, name).join('\n')) edits[name] = values.join(', ')
  }
  return edits
}
