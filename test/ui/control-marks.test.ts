import { expect, test } from 'vitest'
import { runsOf } from '../../ui/parts/control-marks.ts'

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
