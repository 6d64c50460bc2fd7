import { expect, test } from 'vitest'
import { compareAnswers } from '../../server/findings/answers.ts'
import type { HeaderPair } from '../../server/wire.ts'

const answer = (body: unknown, { status = 200, headers = [] as HeaderPair[] } = {}) => ({
  status,
  headers,
  body: Buffer.from(typeof body === 'string' ? body : JSON.stringify(body)),
})
const compared = (one: unknown, other: unknown) => compareAnswers(answer(one), answer(other))

test.each([
  [{ id: 'pay_1' }, { id: 'pay_2' }, 'id: "pay_1", then "pay_2"'],
  [{ data: { rows: [{ n: 41 }] } }, { data: { rows: [{ n: 42 }] } }, 'data.rows.0.n: 41, then 42'],
  [
    '{"id":12345678901234567891}',
    '{"id":12345678901234567892}',
    'id: 12345678901234567891, then 12345678901234567892',
  ],
  ['"job 7"', '"job 8"', 'the body: "job 7", then "job 8"'],
])('%j and %j name different things', (one, other, words) => {
  expect(compared(one, other)).toEqual({ tells: 'twice', words })
})

test('so do two places where something was made', () => {
  const made = (place: string) => answer('', { status: 201, headers: [['Location', place]] })
  expect(compareAnswers(made('/payments/1'), made('/payments/2'))).toEqual({
    tells: 'twice',
    words: 'Location: /payments/1, then /payments/2',
  })
})

test.each([
  [{ id: 'pay_1' }, { status: 'already processed' }, 'status: "already processed"'],
  ['ok', 'duplicate, ignored', '"duplicate, ignored"'],
  // Which of two at the same moment was handled first is not known.
  ['duplicate', 'ok', '"duplicate"'],
  [{ duplicate: false, id: 'pay_1' }, { duplicate: true, id: 'pay_1' }, 'duplicate: true'],
  [{ ok: true }, { ok: true, result: { already_seen: true } }, 'result.already_seen: true'],
])('of %j and %j one says that it knows the event', (one, other, words) => {
  expect(compared(one, other)).toEqual({ tells: 'knew', words })
})

test('so does a header that says so, unless it says no', () => {
  const replayed = (value: string) => answer('{"id":"pay_1"}', { headers: [['Idempotent-Replayed', value]] })
  expect(compareAnswers(replayed('false'), replayed('true'))).toEqual({
    tells: 'knew',
    words: 'Idempotent-Replayed: true',
  })
})

test.each([
  ['', ''],
  ['ok', 'ok'],
  [{ id: 'pay_1' }, { id: 'pay_1' }],
  // Every answer of this receiver says so.
  [{ note: 'no duplicates here' }, { note: 'no duplicates here' }],
])('%j and %j are the same and tell nothing', (one, other) => {
  expect(compared(one, other)).toEqual({ tells: 'nothing', words: 'The answers are the same' })
})

test.each([
  [{ received_at: '2026-01-01T09:00:00Z' }, { received_at: '2026-01-01T09:00:01Z' }],
  [{ now: '2026-01-01T09:00:00Z' }, { now: '2026-01-01T09:00:01Z' }],
  [{ when: 1767258000 }, { when: 1767258001 }],
  [{ requestId: 'a1' }, { requestId: 'a2' }],
  [{ took_ms: 3 }, { took_ms: 4 }],
  [{ result: 'created' }, { result: 'unchanged' }],
  [{ ok: true }, { ok: true, warnings: [] }],
  // Words of a person may count anything.
  ['done in 3 steps', 'done in 4 steps'],
])('%j and %j differ, but in nothing that tells', (one, other) => {
  expect(compared(one, other).words).toBe('The answers differ, but in nothing that tells')
})

test('a long value is told by its beginning', () => {
  const { words } = compared({ id: `1${'a'.repeat(500)}` }, { id: `2${'a'.repeat(500)}` })
  expect(words.length).toBeLessThan(200)
})
