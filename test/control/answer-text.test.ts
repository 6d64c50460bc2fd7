import fc from 'fast-check'
import { expect, test } from 'vitest'
import { answerText, isLongAnswer } from '../../server/api/answer-text.ts'
import { runAtOnce } from '../../server/memory/in-slices.ts'

test('an answer in slices is the text that JSON.stringify writes', () => {
  const value = fc.jsonValue()
  const rows = fc.array(value)
  const answer = fc.record({ rows, next: value, left: fc.constant(undefined), in: fc.record({ rows }) })
  fc.assert(
    fc.property(answer, (one) => {
      expect(runAtOnce(answerText(one))).toBe(JSON.stringify(one))
    }),
  )
})

test('a long list pauses after each item, in the answer or one level below', () => {
  const rows = Array(60).fill({ id: 1 })
  for (const answer of [{ rows }, { diff: { rows } }]) {
    expect(isLongAnswer(answer)).toBe(true)
    expect([...answerText(answer)]).toHaveLength(60)
  }
  expect(isLongAnswer({ rows: rows.slice(50), text: 'x'.repeat(1e6) })).toBe(false)
})
