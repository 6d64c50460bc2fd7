import { expect, test } from 'vitest'
import { duplicate, outOfOrder, schemaViolation, stale, unknownEvent } from '../../server/words/mistake.ts'

const before = { capture_id: 'cap_1', times: 2, apart_us: 90_000_000, answered: 200, same_body: true }

test.each([
  [
    before,
    'the 2nd time, 1 min 30 s after cap_1, which was answered 200: a receiver must act on it once, and answer with success again.',
  ],
  [
    { ...before, times: 3, apart_us: 0, same_body: false },
    'the 3rd time, 0 µs after cap_1, which was answered 200: a receiver must act on it once, and answer with success again. Its body differs from the earlier body.',
  ],
  [
    { ...before, times: 11, answered: 503 },
    'the 11th time, 1 min 30 s after cap_1, which was answered 503: this is the retry.',
  ],
  [
    { ...before, times: 21, answered: 0 },
    'the 21st time, 1 min 30 s after cap_1, which got no answer: this is the retry.',
  ],
])('a duplicate of %j', (facts, said) => {
  expect(duplicate('msg_1', facts)).toEqual({
    mistake: 'duplicate',
    ...facts,
    detail: `The id msg_1 arrived for ${said}`,
  })
})

test('an event out of order shows by how much', () => {
  expect(outOfOrder({ apart_us: 10_000_000, capture_id: 'cap_1' }).detail).toBe(
    'This event happened 10 s before the event of cap_1, which is about the same object and arrived first. Order events by occurred_at, not by arrival.',
  )
  expect(outOfOrder({ apart_us: 320, capture_id: 'cap_1' }).detail).toContain('320 µs')
})

test('a stale request shows its age and the limit', () => {
  expect(stale('stripe', { age_s: 301, limit_s: 300 }).detail).toBe(
    'The timestamp is 301 s old. The limit of the scheme stripe is 300 s.',
  )
  expect(stale('stripe', { age_s: 5400, limit_s: 300 }).detail).toBe(
    'The timestamp is 5400 s (1.5 h) old. The limit of the scheme stripe is 300 s.',
  )
})

test('an unknown event is named', () => {
  expect(unknownEvent('card.craeted', 'Did you mean card.created?').detail).toBe(
    'The catalogue has no event card.craeted. Did you mean card.created?',
  )
  expect(unknownEvent('', 'Valid: card.*.').detail).toBe(
    'The catalogue has no event without a name. Valid: card.*.',
  )
})

test('the first schema violations are listed by path', () => {
  const [a, b] = [
    { path: 'a', says: 'must be text' },
    { path: 'b', meant: 'card.b' },
  ]
  expect(schemaViolation('card.created', [a, b, { path: 'c', meant: undefined }, a])).toMatchObject({
    detail:
      'a: must be text; b: card.created has no such field; did you mean card.b?; c: card.created has no such field; and 1 more.',
    paths: ['a', 'b', 'c'],
  })
})
