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
  [{ id: 'pay_1' }, { id: 'pay_2' }, 'id', ['"pay_1"', '"pay_2"']],
  [{ data: { rows: [{ n: 41 }] } }, { data: { rows: [{ n: 42 }] } }, 'data.rows.0.n', ['41', '42']],
  [
    '{"id":12345678901234567891}',
    '{"id":12345678901234567892}',
    'id',
    ['12345678901234567891', '12345678901234567892'],
  ],
  ['"job 7"', '"job 8"', null, ['"job 7"', '"job 8"']],
])('%j and %j name different things', (one, other, field, values) => {
  expect(compared(one, other)).toEqual({ code: 'acted_twice', evidence: { field, values } })
})

test('so do two places where something was made', () => {
  const made = (place: string) => answer('', { status: 201, headers: [['Location', place]] })
  expect(compareAnswers(made('/payments/1'), made('/payments/2'))).toEqual({
    code: 'acted_twice',
    evidence: { field: 'Location', values: ['/payments/1', '/payments/2'] },
  })
})

test.each([
  [{ id: 'pay_1' }, { status: 'already processed' }, 'status', '"already processed"'],
  ['ok', 'duplicate, ignored', null, '"duplicate, ignored"'],
  // Which of two at the same moment was handled first is not known.
  ['duplicate', 'ok', null, '"duplicate"'],
  [{ duplicate: false, id: 'pay_1' }, { duplicate: true, id: 'pay_1' }, 'duplicate', 'true'],
  [{ ok: true }, { ok: true, result: { already_seen: true } }, 'result.already_seen', 'true'],
])('of %j and %j one says that it knows the event', (one, other, field, value) => {
  expect(compared(one, other)).toEqual({ code: 'knew_copy', evidence: { field, value } })
})

test('so does a header that says so, unless it says no', () => {
  const replayed = (value: string) => answer('{"id":"pay_1"}', { headers: [['Idempotent-Replayed', value]] })
  expect(compareAnswers(replayed('false'), replayed('true'))).toEqual({
    code: 'knew_copy',
    evidence: { field: 'Idempotent-Replayed', value: 'true' },
  })
})

test.each([
  ['', ''],
  ['ok', 'ok'],
  [{ id: 'pay_1' }, { id: 'pay_1' }],
  // Every answer of this receiver says so.
  [{ note: 'no duplicates here' }, { note: 'no duplicates here' }],
])('%j and %j are the same and tell nothing', (one, other) => {
  expect(compared(one, other)).toEqual({ code: 'copies_untold', evidence: { are_same: true } })
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
  expect(compared(one, other)).toEqual({ code: 'copies_untold', evidence: { are_same: false } })
})

test('a long value is shown by its beginning', () => {
  const { evidence } = compared({ id: `1${'a'.repeat(500)}` }, { id: `2${'a'.repeat(500)}` })
  expect(JSON.stringify(evidence).length).toBeLessThan(220)
})
