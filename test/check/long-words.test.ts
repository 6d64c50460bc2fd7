import { expect, test } from 'vitest'
import { steadyText } from '../../server/check/explain.ts'
import { endsOnLarge } from '../helpers/large.ts'

test.each([
  ['request 7f3a-12 of evt_1 refused', 'request 0 of 0 refused'],
  ['at 12:04:31.204: no such id', 'at 0:0:0.0: no such id'],
  ['a-b_c stays, é1é and -- too', 'a-b_c stays, é0é and -- too'],
])('ids, times and numbers of an answer are left out: %s', (text, steady) => {
  expect(steadyText(text)).toBe(steady)
})

test.each(['x', 'x1', 'x '])('an answer that is a million times %j takes a time that grows with it', (word) =>
  endsOnLarge(() => steadyText(word.repeat(1_000_000))),
)
