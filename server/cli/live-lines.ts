import type { Line } from '../words/spans.ts'
import { paint } from './paint.ts'
import type { Terminal } from './terminal.ts'

/** Terminals that know it show what is between them at once. */
const [hold, release] = ['\x1b[?2026h', '\x1b[?2026l']

interface Screen {
  write(text: string): void
  /** Of the terminal now. */
  size(): { columns: number; rows: number }
}

/** The same terminal with lines below all that is written; they are painted on a screen, which `out` may not reach. */
export function withLiveLines(
  terminal: Terminal,
  { write, size }: Screen,
): Terminal & Required<Omit<Terminal, 'bytes'>> {
  const { colour = false, logColour = false } = terminal
  let lines: readonly Line[] = []
  let focus = 0
  let painted = 0

  const erased = () => (painted === 0 ? '' : `\x1b[${painted}A\r\x1b[J`)

  function paintAnew() {
    const { columns, rows } = size()
    // One row is the cursor's.
    const room = Math.max(1, rows - 1)
    const first = Math.max(0, Math.min(focus - Math.floor(room / 2), lines.length - room))
    const seen = lines.slice(first, first + room)
    const before = erased()
    painted = seen.length
    const text = seen.map((line) => `${paint(line, { colour: logColour, columns })}\n`).join('')
    if (before + text !== '') write(`${hold}${before}${text}${release}`)
  }

  /** What is written goes above the lines. */
  const above = (print: (line: string) => void) => (line: string) => {
    if (painted > 0) write(erased())
    painted = 0
    print(line)
    paintAnew()
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
      paintAnew()
    },
  }
}
