import fc from 'fast-check'
import { expect, test } from 'vitest'
import { answerPieces, isLongAnswer } from '../../server/api/answer-text.ts'

test('an answer in pieces is the text that JSON.stringify writes', () => {
  const value = fc.jsonValue()
  const rows = fc.array(value)
  const answer = fc.record({ rows, next: value, left: fc.constant(undefined), in: fc.record({ rows }) })
  fc.assert(
    fc.property(answer, (one) => {
      expect([...answerPieces(one)].join('')).toBe(JSON.stringify(one))
    }),
  )
})

test('each item of a long list is a piece, in the answer or one level below', () => {
  const rows = Array(60).fill({ id: 1 })
  for (const answer of [{ rows }, { diff: { rows } }]) {
    expect(isLongAnswer(answer)).toBe(true)
    expect([...answerPieces(answer)].filter((piece) => piece.endsWith('{"id":1}'))).toHaveLength(60)
  }
  expect(isLongAnswer({ rows: rows.slice(50), text: 'x'.repeat(1e6) })).toBe(false)
})
