import { expect, test } from 'vitest'
import { withLiveLines } from '../../server/cli/live-lines.ts'
import { type Line, span } from '../../server/words/spans.ts'

const said = (...texts: string[]): Line[] => texts.map((text) => [span(text)])

const moves = /(␛\[\d+A\r␛\[J|\n)/

/** A terminal of this size, with what a person sees on it. */
function screen(columns = 20, rows = 5) {
  const seen = ['']
  const all: string[] = []
  /** Obeys what is used here: new lines, the cursor upwards, and what is below taken away. */
  function write(text: string) {
    all.push(text)
    const plain = text.replaceAll('\x1b', '␛').replaceAll(/␛\[\?2026[hl]/g, '')
    const parts = plain.split(moves)
    for (const part of parts) {
      if (moves.test(part) && part !== '\n') {
        const up = Number.parseInt(part.slice(2), 10)
        seen.splice(seen.length - 1 - up, up + 1, '')
      } else if (part === '\n') seen.push('')
      else seen[seen.length - 1] += part
    }
  }
  const terminal = withLiveLines(
    { out: (line) => write(`${line}\n`), log: (line) => write(`${line}\n`) },
    { write, size: () => ({ columns, rows }) },
  )
  return { terminal, seen: () => seen.slice(0, -1), all }
}

test('lines are repainted in place, below newly written lines', () => {
  const { terminal, seen } = screen()
  terminal.out('before')
  terminal.live(said('one', 'two'))
  expect(seen()).toEqual(['before', 'one', 'two'])
  terminal.live(said('one done', 'two'))
  terminal.log('a remark')
  expect(seen()).toEqual(['before', 'a remark', 'one done', 'two'])
  terminal.live([])
  terminal.out('after')
  expect(seen()).toEqual(['before', 'a remark', 'after'])
})

test('without room for all lines, those around the important line are shown', () => {
  const { terminal, seen } = screen(20, 4)
  const lines = said('1', '2', '3', '4', '5', '6')
  terminal.live(lines)
  expect(seen()).toEqual(['4', '5', '6'])
  terminal.live(lines, 0)
  expect(seen()).toEqual(['1', '2', '3'])
  terminal.live(lines, 2)
  expect(seen()).toEqual(['2', '3', '4'])
})

test('a line never takes a second row, and nothing in it steers the terminal', () => {
  const { terminal, seen } = screen(8)
  terminal.live(said('123456789', 'a\x1b[2J\nb'))
  expect(seen()).toEqual(['1234567…', 'a␛[2J␊b'])
})

test('with nothing to paint nothing is written but what was meant', () => {
  const { terminal, all } = screen()
  terminal.live([])
  terminal.out('plain')
  expect(all).toEqual(['plain\n'])
})
