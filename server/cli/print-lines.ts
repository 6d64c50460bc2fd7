import { jsonLine } from '../words/printable.ts'
import { type Line, span } from '../words/spans.ts'
import { paint } from './paint.ts'
import type { Terminal } from './terminal.ts'

/** A line as it is told: in styles, or plain. */
export type Told = Line | string

const lineOf = (told: Told): Line => (typeof told === 'string' ? [span(told)] : told)

/** Prints lines as results, in colours where the terminal shows them. */
export function printLines({ out, colour = false }: Terminal, lines: readonly Told[]) {
  for (const line of lines) out(paint(lineOf(line), { colour }))
}

/** Prints lines beside the results. */
export function logLines(
  { log, logColour = false }: Pick<Terminal, 'log' | 'logColour'>,
  lines: readonly Told[],
) {
  for (const line of lines) log(paint(lineOf(line), { colour: logColour }))
}

/** Prints a record as one line of JSON. */
export const printJson = ({ out }: Pick<Terminal, 'out'>, record: unknown) => out(jsonLine(record))
