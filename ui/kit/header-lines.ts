import type { HeaderPair } from '../../server/wire.ts'

const written = (text: string): { line: string; number: number }[] =>
  text
    .split('\n')
    .map((line, index) => ({ line, number: index + 1 }))
    .filter(({ line }) => line.trim() !== '')

/** Headers as lines of `name: value`, read. */
export const pairsIn = (text: string): HeaderPair[] =>
  written(text).map(({ line }) => {
    const colon = line.indexOf(':')
    const name = colon < 0 ? line : line.slice(0, colon)
    return [name.trim(), colon < 0 ? '' : line.slice(colon + 1).trim()]
  })

/** What is wrong with the first line that has no colon; undefined where each has one. */
export function withoutColon(text: string): string | undefined {
  const found = written(text).find(({ line }) => !line.includes(':'))
  return found && `“${found.line.trim()}” is no line of name: value.`
}

/** Refuses lines of which one has no colon, which would be sent as an empty header; null where none is wrong. */
export function lineProblem(text: string): { code: string; message: string; fix: string } | null {
  const message = withoutColon(text)
  return message === undefined
    ? null
    : { code: 'no_header', message, fix: 'Give it a colon, or take it out.' }
}

/** A refusal that counts headers (`headers.3.1: is no header value`) in the lines they were typed on. */
export const byLine = (message: string, text: string): string =>
  message.replace(/\bheaders\.(\d+)(?:\.[01])?(?=:)/g, (whole, index) => {
    const found = written(text)[Number(index)]
    return found ? `line ${found.number} of the headers, ${found.line.split(':')[0]?.trim()}` : whole
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
