import fc from 'fast-check'
import { expect, test } from 'vitest'
import { paint, wrapLine } from '../../server/cli/paint.ts'
import { cut, cutStart, fitted, widthOf, wrapped } from '../../server/cli/width.ts'
import { jsonLine, printable, printableLines } from '../../server/words/printable.ts'
import { anyLetter } from '../helpers/any-letter.ts'
import { sample } from '../helpers/long.ts'
import { runsOf } from '../helpers/runs.ts'

const marks = '2028 2029 61c 200e 200f 202a 202b 202c 202d 202e 2066 2067 2068 2069'
const steering = new Set(marks.split(' ').map((code) => Number.parseInt(code, 16)))
/** What a terminal obeys: C0, DEL, C1, breaks of lines, and what turns the direction of text. */
const obeyed = (text: string): string[] =>
  [...text].filter((one) => {
    const code = one.codePointAt(0) ?? 0
    return code < 0x20 || (code >= 0x7f && code < 0xa0) || steering.has(code)
  })
const nasty = fc.string({
  unit: fc.oneof(
    fc.constantFrom(
      '\x1b[2J',
      '\x1b]0;x\x07',
      '\u009b31m',
      '\r',
      '\n',
      '\u202e',
      '\x7f',
      '\ud800',
      'é',
      '界',
      '👩‍💻',
    ),
    fc.string({ unit: anyLetter, minLength: 1, maxLength: 3 }),
  ),
})

test('whatever text is shown, nothing in it reaches the terminal that it would obey', () => {
  fc.assert(
    fc.property(nasty, (text) => {
      expect(obeyed(printable(text))).toEqual([])
      for (const line of printableLines(text)) expect(obeyed(line)).toEqual([])
      expect(obeyed(paint([{ text }, { text }], { colour: false, columns: 40 }))).toEqual([])
    }),
    runsOf({ seed: 7, numRuns: sample(600, 2000) }),
  )
})

test('controls are shown as their pictures, tabs as room', () => {
  expect(printable('\x1b[31mred\x00\x7f\u009b')).toBe('␛[31mred␀␡\ufffd')
  expect(printableLines('a\tb\r\nc')).toEqual(['a    b', 'c'])
})

test('JSON on a line reads back as the same value and holds no control character', () => {
  fc.assert(
    fc.property(nasty, (text) => {
      const line = jsonLine({ text })
      expect(obeyed(line)).toEqual([])
      expect(JSON.parse(line)).toEqual({ text })
    }),
    runsOf({ seed: 7, numRuns: sample(300, 1000) }),
  )
})

test.each([
  ['plain', 5],
  ['é', 1],
  ['e\u0301', 1],
  ['世界', 4],
  ['ｶﾅ', 2],
  ['カナ', 4],
  ['Ａ', 2],
  ['한국', 4],
  ['👩‍💻', 2],
  ['🇩🇪', 2],
  ['❤️', 2],
  ['…', 1],
])('%s takes %i columns', (text, columns) => {
  expect(widthOf(text)).toBe(columns)
})

test('what is cut, fitted or wrapped keeps to the width and loses nothing that it does not say', () => {
  const texts = fc.string({ unit: fc.constantFrom('a', 'b ', '界', 'é', 'e\u0301', '👩‍💻') })
  fc.assert(
    fc.property(texts, fc.integer({ min: 2, max: 12 }), (text, columns) => {
      expect(widthOf(cut(text, columns))).toBeLessThanOrEqual(columns)
      expect(widthOf(cutStart(text, columns))).toBeLessThanOrEqual(columns)
      expect(widthOf(fitted(text, columns))).toBe(columns)
      if (widthOf(text) <= columns) expect(cut(text, columns)).toBe(text)
      const lines = wrapped(text, columns)
      expect(lines.join('')).toBe(text)
      for (const line of lines) expect(widthOf(line)).toBeLessThanOrEqual(columns)
      const spans = wrapLine([{ text, style: 'red' }, { text }], columns).flat()
      expect(spans.map((one) => one.text).join('')).toBe(text + text)
    }),
    runsOf({ seed: 7, numRuns: sample(300, 1000) }),
  )
  expect([cut('abcdef', 4), cut('世界世界', 4), fitted('世界', 3)]).toEqual(['abc…', '世…', '世…'])
})

test('text wraps at spaces, and only a word longer than a line is split', () => {
  expect(wrapped('It needs the bytes as they came', 12)).toEqual(['It needs ', 'the bytes ', 'as they came'])
  expect(wrapped('at http://127.0.0.1/ now', 8)).toEqual(['at http:', '//127.0.', '0.1/ now'])
  const line = [
    { text: 'found    ' },
    { text: 'It verifies.', style: 'red' },
    { text: ' A parsed body' },
  ] as const
  expect(wrapLine(line, 16).map((spans) => spans.map(({ text }) => text).join(''))).toEqual([
    'found    It ',
    'verifies. A ',
    'parsed body',
  ])
})

test('a selected line is in reverse over the whole width, and colours are given only where they are wanted', () => {
  const line = [{ text: 'ok', style: 'green' }] as const
  expect(paint(line, { colour: true })).toBe('\x1b[32mok\x1b[39m')
  expect(paint(line, { colour: false })).toBe('ok')
  expect(paint(line, { colour: true, columns: 4, selected: true })).toBe('\x1b[7mok  \x1b[27m')
})
