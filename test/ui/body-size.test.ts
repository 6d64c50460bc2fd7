import { expect, test } from 'vitest'
import { beginningWords, wholeWords } from '../../ui/message/body-size.ts'

const [kept, came] = [65_536, 1_572_864]

test('an incomplete body shows how much was read', () => {
  expect([wholeWords(kept), wholeWords(kept, came), wholeWords(kept, null)]).toEqual([
    '64.0 KiB',
    '1.5 MiB received',
    'more than 64.0 KiB',
  ])
})

test('the beginning of a body shows whether the rest is available', () => {
  expect(beginningWords({ here: kept, kept: came, came: undefined })).toBe('The first 64.0 KiB of 1.5 MiB.')
  expect(beginningWords({ here: kept, kept, came })).toBe(
    'The first 64.0 KiB of 1.5 MiB received; the sandbox kept only these.',
  )
  expect(beginningWords({ here: 1024, kept, came })).toBe(
    'The first 1.0 KiB of 1.5 MiB received; the sandbox kept 64.0 KiB.',
  )
  expect(beginningWords({ here: kept, kept, came: null })).toBe(
    'The first 64.0 KiB; the sandbox kept only these.',
  )
})
