/** Converts headers to and from lines of `name: value`. */

import type { ControlError, HeaderPair } from '../../server/wire.ts'

type Refused = Pick<ControlError['error'], 'message' | 'fields'>

const written = (text: string): { line: string; number: number }[] =>
  text
    .split('\n')
    .map((line, index) => ({ line, number: index + 1 }))
    .filter(({ line }) => line.trim() !== '')

/** Parses lines of `name: value`. */
export const pairsIn = (text: string): HeaderPair[] =>
  written(text).map(({ line }) => {
    const colon = line.indexOf(':')
    const name = colon < 0 ? line : line.slice(0, colon)
    return [name.trim(), colon < 0 ? '' : line.slice(colon + 1).trim()]
  })

/** The problem of the first line without a colon, or undefined. */
export function withoutColon(text: string): string | undefined {
  const found = written(text).find(({ line }) => !line.includes(':'))
  return found && `“${found.line.trim()}” must have the form name: value.`
}

/** A refusal whose message names headers by their line numbers instead of by their paths. */
export function byLine<One extends Refused>(refused: One, text: string): One {
  const { fields = [] } = refused
  const lines = written(text)
  const found = fields.map(({ path: [name, at] }) => (name === 'headers' ? lines[Number(at)] : undefined))
  if (!found.some((line) => line)) return refused
  const said = fields.map(({ path, problem }, at) => {
    const line = found[at]
    const place = line ? `line ${line.number} of the headers, ${pairsIn(line.line)[0]?.[0]}` : path.join('.')
    return `${place}: ${problem}`
  })
  return { ...refused, message: `${said.join('; ')}.`, fields: undefined }
}

/** Headers as lines of `name: value`. */
export const headerLines = (pairs: readonly HeaderPair[]): string =>
  pairs.map(([name, value]) => `${name}: ${value}`).join('\n')

/**
 * The changes from one set of headers to another: name → value, or null for a removed header. Repeated names either
 * all stay or become one.
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
