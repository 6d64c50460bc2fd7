import { expect, test } from 'vitest'
import { runsOf } from '../../ui/kit/as-written.tsx'
import { inOneLine } from '../../ui/kit/control-marks.ts'

test('direction marks and invisible characters are separated and shown with their code', () => {
  const text = '{"name":"a\u202egpj.exe\u2069"}\u0000'
  const runs = runsOf(text)
  expect(runs.filter(({ code }) => code !== null).map(({ code }) => code)).toEqual([
    'U+202E',
    'U+2069',
    'U+0000',
  ])
  expect(runs.map((run) => run.text).join('')).toBe(text)
})

test('line ends, tabs, other scripts and joined emoji stay one run', () => {
  const text = 'a\tb\r\nשלום 👩\u200d💻\n'
  expect(runsOf(text)).toEqual([{ text, code: null }])
  expect(runsOf('')).toEqual([])
})

test('line separators, fillers, tags and a lone carriage return are invisible too', () => {
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

test('a one-line name shows line ends and tabs as codes too', () => {
  expect(inOneLine('card.\u202edetaerc\r\nb\tc 👩\u200d💻')).toBe(
    'card.[U+202E]detaerc[U+000D][U+000A]b[U+0009]c 👩\u200d💻',
  )
})
