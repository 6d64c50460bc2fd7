import { type Line, paint } from './spans.ts'
import type { Terminal } from './terminal.ts'

/** Prints lines as results, in colours where these are shown. */
export function printLines({ out, colour = false }: Terminal, lines: readonly Line[]) {
  for (const line of lines) out(paint(line, { colour }))
}

/** The same of what is said beside the results. */
export function logLines({ log, logColour = false }: Terminal, lines: readonly Line[]) {
  for (const line of lines) log(paint(line, { colour: logColour }))
}
