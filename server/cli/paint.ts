/** Paints lines for a terminal, and wraps them. */
import { inspect } from 'node:util'
import { printable } from '../words/printable.ts'
import type { Line, Span, Style } from '../words/spans.ts'
import { cut, widthOf, wrapped } from './width.ts'

const turn = (style: 'inverse' | Style, text: string) => {
  const [on, off] = inspect.colors[style] ?? [0, 0]
  return `\x1b[${on}m${text}\x1b[${off}m`
}

interface PaintOptions {
  colour: boolean
  /** The width of the terminal; without it, lines are not cut. */
  columns?: number
  /** Whether the line is shown inverted over the whole width. */
  selected?: boolean
}

/** A line for the terminal. All text becomes printable here, so that no text reaches the terminal raw. */
export function paint(line: Line, { colour, columns, selected = false }: PaintOptions): string {
  let left = columns ?? Number.POSITIVE_INFINITY
  let painted = ''
  for (const { text, style } of line) {
    const shown = cut(printable(text), left)
    left -= widthOf(shown)
    painted += colour && style && !selected && shown ? turn(style, shown) : shown
  }
  if (!selected || columns === undefined) return painted
  return turn('inverse', painted + ' '.repeat(Math.max(0, left)))
}

/** A line, wrapped to a width. */
export function wrapLine(line: Line, columns: number): Line[] {
  const lines: Span[][] = [[]]
  let left = columns
  for (const { text, style } of line) {
    const [first = '', ...rest] = wrapped(printable(text), columns, left)
    lines.at(-1)?.push({ text: first, style })
    for (const more of rest) lines.push([{ text: more, style }])
    left = (rest.length === 0 ? left : columns) - widthOf(rest.at(-1) ?? first)
  }
  return lines
}
