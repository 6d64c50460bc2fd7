/** A line of code, several, or none: what is false, null or undefined is left out, so that a condition can stand in a list. */
export type Line = string | false | null | undefined | readonly Line[]

/** The lines, one below the other. */
const flat = (line: Line): string[] =>
  typeof line === 'string' ? [line] : Array.isArray(line) ? line.flatMap(flat) : []

/** A file of these lines. */
export const file = (...lines: Line[]): string => `${flat(lines).join('\n')}\n`

/** The lines further in; empty ones stay empty. */
export const indent = (by: string, ...lines: Line[]): string[] =>
  flat(lines).map((line) => (line === '' ? '' : by + line))

/** As a text in double quotes: the form that most languages share. */
export const quoted = (text: string): string => JSON.stringify(text)
