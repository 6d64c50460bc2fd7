import { paint } from '../spans.ts'
import type { Tty } from '../terminal.ts'
import type { View } from './view.ts'

/**
 * The other buffer, no cursor, and no wrapping: a width that a terminal sees otherwise spoils one line at most. What is pasted
 * is told from what is pressed.
 */
const enter = '\x1b[?1049h\x1b[?25l\x1b[?7l\x1b[?2004h\x1b[2J'
const leave = '\x1b[0m\x1b[?2004l\x1b[?7h\x1b[?25h\x1b[?1049l'
/** Terminals that know it show what is between them at once. */
const [hold, release] = ['\x1b[?2026h', '\x1b[?2026l']

/** Draws views on a terminal, and gives it back as it was. */
export function createDrawing(tty: Tty, { colour }: { colour: boolean }) {
  let isOn = false
  let drawn: string[] = []
  let takeBack = () => {}

  function off() {
    if (!isOn) return
    isOn = false
    takeBack()
    // At once: the process may be about to end, or another program to take the terminal.
    tty.writeNow(leave)
    tty.input.setRawMode(false)
  }

  return {
    on() {
      off()
      isOn = true
      takeBack = tty.onExit(off)
      tty.input.setRawMode(true)
      tty.output.write(enter)
      drawn = []
    },
    off,
    isOn: () => isOn,
    /** Everything is drawn anew next. */
    forget() {
      if (isOn) tty.output.write('\x1b[2J')
      drawn = []
    },
    draw({ lines, selected, cursor }: View, columns: number) {
      if (!isOn) return
      const painted = lines.map((line, i) => paint(line, { colour, columns, selected: i === selected }))
      const changed = painted.flatMap((line, i) =>
        line === drawn[i] ? [] : [`\x1b[${i + 1};1H\x1b[2K${line}`],
      )
      drawn = painted
      const place = cursor === undefined ? '\x1b[?25l' : `\x1b[${lines.length};${cursor + 1}H\x1b[?25h`
      tty.output.write(`${hold}${changed.join('')}${place}${release}`)
    },
  }
}
