/** Prints lines and JSON to a terminal. */
import { jsonLine } from '../words/printable.ts'
import { type Line, span } from '../words/spans.ts'
import { paint } from './paint.ts'
import type { Terminal } from './terminal.ts'

/** A line with styles, or plain text. */
export type Told = Line | string

const lineOf = (told: Told): Line => (typeof told === 'string' ? [span(told)] : told)

/** Prints lines to stdout, in colours if the terminal shows them. */
export function printLines({ out, colour = false }: Terminal, lines: readonly Told[]) {
  for (const line of lines) out(paint(lineOf(line), { colour }))
}

/** Prints lines to stderr. */
export function logLines(
  { log, logColour = false }: Pick<Terminal, 'log' | 'logColour'>,
  lines: readonly Told[],
) {
  for (const line of lines) log(paint(lineOf(line), { colour: logColour }))
}

/** Prints a record as one line of JSON. */
export const printJson = ({ out }: Pick<Terminal, 'out'>, record: unknown) => out(jsonLine(record))
