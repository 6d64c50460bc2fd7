/** Keeps lines at the bottom of a terminal that are repainted in place, below all other output. */
import type { Line } from '../words/spans.ts'
import { paint } from './paint.ts'
import type { Terminal } from './terminal.ts'

/** Terminals that support these sequences show everything between them at once. */
const [hold, release] = ['\x1b[?2026h', '\x1b[?2026l']

interface Screen {
  write(text: string): void
  /** The current size of the terminal. */
  size(): { columns: number; rows: number }
}

/** A terminal with live lines. They go to `screen`, since `out` may be redirected. */
export function withLiveLines(
  terminal: Terminal,
  { write, size }: Screen,
): Terminal & Required<Omit<Terminal, 'bytes'>> {
  const { colour = false, logColour = false } = terminal
  let lines: readonly Line[] = []
  let focus = 0
  let painted = 0

  const erased = () => (painted === 0 ? '' : `\x1b[${painted}A\r\x1b[J`)

  function repaint() {
    const { columns, rows } = size()
    // The cursor takes one row.
    const room = Math.max(1, rows - 1)
    const first = Math.max(0, Math.min(focus - Math.floor(room / 2), lines.length - room))
    const seen = lines.slice(first, first + room)
    const before = erased()
    painted = seen.length
    const text = seen.map((line) => `${paint(line, { colour: logColour, columns })}\n`).join('')
    if (before + text !== '') write(`${hold}${before}${text}${release}`)
  }

  /** Prints above the live lines. */
  const above = (print: (line: string) => void) => (line: string) => {
    if (painted > 0) write(erased())
    painted = 0
    print(line)
    repaint()
  }

  return {
    ...terminal,
    out: above(terminal.out),
    log: above(terminal.log),
    colour,
    logColour,
    live(next, seen = next.length - 1) {
      lines = next
      focus = seen
      repaint()
    },
  }
}
