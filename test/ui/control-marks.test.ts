import { expect, test } from 'vitest'
import { inOneLine, runsOf } from '../../ui/kit/control-marks.ts'

test('characters that turn the order of a line, or are not seen, stand apart with their code', () => {
  const text = '{"name":"a\u202egpj.exe\u2069"}\u0000'
  const runs = runsOf(text)
  expect(runs.filter(({ code }) => code !== null).map(({ code }) => code)).toEqual([
    'U+202E',
    'U+2069',
    'U+0000',
  ])
  expect(runs.map((run) => run.text).join('')).toBe(text)
})

test('line ends, tabs, letters of other scripts and joined pictures stay one run', () => {
  const text = 'a\tb\r\nשלום 👩\u200d💻\n'
  expect(runsOf(text)).toEqual([{ text, code: null }])
  expect(runsOf('')).toEqual([])
})

test('separators of lines, fillers, tags and a carriage return alone are not seen either', () => {
  const told = (text: string) => runsOf(text).flatMap(({ code }) => code ?? [])
  expect(told('a\u2028b\u2029c\u3164d\u180ee\u{e0041}f\rg\r\nh')).toEqual([
    'U+2028',
    'U+2029',
    'U+3164',
    'U+180E',
    'U+E0041',
    'U+000D',
  ])
})

test('a name in one line tells line ends and tabs too, and leaves all else as it is', () => {
  expect(inOneLine('card.\u202edetaerc\r\nb\tc 👩\u200d💻')).toBe(
    'card.[U+202E]detaerc[U+000D][U+000A]b[U+0009]c 👩\u200d💻',
  )
})
