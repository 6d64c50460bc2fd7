import { expect, test } from 'vitest'
import { type Comparable, compareSessions } from '../../server/session/compare.ts'
import type { Session } from '../../server/session/session.ts'

const able: Comparable = { times: true, signatures: true, answers: true, whole: true }

const event = {
  id: 'evt_1',
  seq: 1,
  event: 'card.created',
  occurred_at: '2026-01-01T09:00:00.000000Z',
  source: 'trigger',
  run_id: null,
  call_id: null,
  payload: { card: { status: 'Active' }, occurred_at: '2026-01-01T09:00:00.000000+00:00' },
}
const delivery = {
  id: 'dlv_1',
  event_id: 'evt_1',
  event: 'card.created',
  subscription_id: 'sub',
  url: 'http://127.0.0.1:3000/',
  scheme: 'svix',
  fault: null,
  attempts_made: 1,
  state: 'retrying',
  reason: 'HTTP 503',
  reason_code: 'attempt_failed',
  reason_facts: { code: 'attempt_failed' },
  created_at: '2026-01-01T09:00:00.000000Z',
  next_attempt_at: '2026-01-01T09:01:00.000000Z',
  finished_at: null,
}
const attempt = {
  id: 'att_1',
  delivery_id: 'dlv_1',
  number: 1,
  started_at: '2026-01-01T09:00:00.000000Z',
  signed_at: '2026-01-01T09:00:00.000000Z',
  fault: null,
  changes: [],
  outcome: { kind: 'timed_out', after_ms: 10 },
  request: {
    method: 'POST',
    url: 'http://127.0.0.1:3000/',
    http_version: '1.1',
    headers: [['webhook-signature', 'v1,one']],
    body: '{"a":1}',
    body_base64: null,
  },
}
type Rows = { events?: object[]; deliveries?: object[]; attempts?: object[] }
const outcomeOf = (rows: Rows) =>
  ({ events: [], deliveries: [], attempts: [], ...rows }) as unknown as Session['outcome']

/** Where what came differs from what was expected. */
function apart(expected: Rows, came: Rows, can: Partial<Comparable> = {}): string[] {
  const session = { inputs: [], outcome: outcomeOf(expected) }
  const found = compareSessions(session, { statuses: [], outcome: outcomeOf(came) }, { ...able, ...can })
  return found.differences.map(({ id, path }) => `${id} ${path}`.trim())
}
const events = (...changes: object[]): Rows => ({ events: changes.map((one) => ({ ...event, ...one })) })
const deliveries = (...changes: object[]): Rows => ({
  deliveries: changes.map((one) => ({ ...delivery, ...one })),
})
const attempts = (...changes: object[]): Rows => ({
  attempts: changes.map((one) => ({ ...attempt, ...one })),
})
const later = '2026-01-01T09:00:00.000001Z'

test('what is the same is, and the number of an event is nothing that came of it', () => {
  const all = { ...events({}), ...deliveries({}), ...attempts({}) }
  expect(apart(all, { ...all, ...events({ seq: 9 }) })).toEqual([])
})

test('each different fact is listed', () => {
  expect(apart(events({}), events({ source: 'call' }))).toEqual(['evt_1 source'])
  expect(apart(events({}), events({ occurred_at: later }))).toEqual(['evt_1 occurred_at'])
  for (const [key, other] of Object.entries({
    event_id: 'evt_2',
    event: 'card.closed',
    subscription_id: 'other',
    url: 'http://127.0.0.1:3001/',
    scheme: 'stripe',
    fault: 'drop',
    attempts_made: 2,
    state: 'pending',
    created_at: later,
    next_attempt_at: later,
    finished_at: later,
  }))
    expect(apart(deliveries({}), deliveries({ [key]: other })), key).toEqual([`dlv_1 ${key}`])
  expect(apart(deliveries({}), deliveries({ reason_facts: { code: 'gone' } }))).toEqual(['dlv_1 reason.code'])
  for (const [key, other] of Object.entries({
    delivery_id: 'dlv_2',
    number: 2,
    started_at: later,
    signed_at: later,
    fault: 'drop',
    changes: ['none'],
  }))
    expect(apart(attempts({}), attempts({ [key]: other })), key).toEqual([
      key === 'changes' ? 'att_1 changes.0' : `att_1 ${key}`,
    ])
  for (const [key, other] of Object.entries({ method: 'PUT', url: 'http://x/', http_version: '1.0' }))
    expect(apart(attempts({}), attempts({ request: { ...attempt.request, [key]: other } })), key).toEqual([
      `att_1 request.${key}`,
    ])
  expect(apart(attempts({}), attempts({ request: { ...attempt.request, body: '{"a":2}' } }))).toEqual([
    'att_1 request.body.a',
  ])
  expect(apart(attempts({}), attempts({ outcome: { kind: 'timed_out', after_ms: 11 } }))).toEqual([
    'att_1 outcome.after_ms',
  ])
})

test('missing responses are listed, and extra ones if the record is complete', () => {
  expect(apart(events({}), {})).toEqual(['evt_1'])
  expect(apart({}, events({}))).toEqual(['evt_1'])
  expect(apart(events({}), { ...events({}), ...deliveries({}) }, { whole: false })).toEqual([])
  expect(apart(events({}), {}, { whole: false })).toEqual(['evt_1'])
  expect(apart(events({}), events({}, { id: 'evt_2' }))).toEqual(['evt_2'])
})

test('signatures are held against each other only where they can be the same, the names of headers always', () => {
  const signed = (value: string, name = 'webhook-signature') =>
    attempts({
      request: { ...attempt.request, headers: [[name, value]] },
      signed_at: value,
      changes: [{ fault: 'skew(1s)', detail: value }],
    })
  const at = ['att_1 request.headers.0.1', 'att_1 signed_at']
  expect(apart(signed('v1,one'), signed('v1,other'))).toEqual(at)
  expect(apart(signed('v1,one'), signed('v1,other'), { signatures: false })).toEqual([])
  expect(apart(signed('v1,one'), signed('v1,other'), { times: false })).toEqual([])
  expect(apart(signed('v1'), signed('v1', 'Webhook-Signature'), { signatures: false })).toEqual([
    'att_1 request.headers.0',
  ])
})

test('where receivers are really asked, why a delivery waits and what an attempt took are not compared', () => {
  const live = { answers: false }
  expect(apart(deliveries({}), deliveries({ reason_facts: { code: 'gone' } }), live)).toEqual([])
  const outcome = (value: unknown) => attempts({ outcome: value })
  const after = (after_ms: number) => outcome({ kind: 'timed_out', after_ms })
  expect(apart(after(10), after(11), live)).toEqual([])
  expect(apart(after(10), outcome({ kind: 'refused', code: 'x', address: null, detail: 'x' }), live)).toEqual(
    ['att_1 outcome'],
  )
  const answered = (status: number) => outcome({ kind: 'responded', status })
  expect(apart(answered(200), answered(500), live)).toEqual(['att_1 outcome.status'])
})

test('where the clock ran, no time is compared, nor an attempt that was about to end, nor how a delivery is open', () => {
  const ran = { times: false }
  const at = { occurred_at: later, payload: { ...event.payload, occurred_at: '2030-01-01T09:00:00Z' } }
  expect(apart(events({}), events(at), ran)).toEqual([])
  const closed = events({ payload: { card: { status: 'Closed' }, occurred_at: later } })
  expect(apart(events({}), closed, ran)).toEqual(['evt_1 payload.card.status'])
  const times = { created_at: later, next_attempt_at: later, finished_at: later }
  expect(apart(deliveries({}), deliveries({ ...times, state: 'sending' }), ran)).toEqual([])
  expect(apart(deliveries({}), deliveries({ state: 'pending' }), ran)).toEqual([])
  expect(apart(deliveries({}), deliveries({ state: 'failed' }), ran)).toEqual(['dlv_1 state'])
  expect(apart(attempts({}), attempts({ started_at: later }), ran)).toEqual([])
  expect(apart(attempts({ outcome: null }), {}, ran)).toEqual([])
  expect(apart(attempts({ outcome: null }), {})).toEqual(['att_1'])
  expect(apart(attempts({}), {}, ran)).toEqual(['att_1'])
})

test('responses are listed by the number of their input, and missing ones as nothing', () => {
  const input = { method: 'POST', path: '/in/a', status: 200 } as Session['inputs'][number]
  const session = { inputs: [input, input, input], outcome: outcomeOf({}) }
  const { differences, counts } = compareSessions(
    session,
    { statuses: [200, 404], outcome: outcomeOf({}) },
    able,
  )
  expect(differences).toEqual([
    { kind: 'answer', id: '2', of: 'POST /in/a', path: 'status', expected: 200, came: 404 },
    { kind: 'answer', id: '3', of: 'POST /in/a', path: 'status', expected: 200, came: 0 },
  ])
  expect(counts).toEqual({
    answer: { expected: 3, came: 3 },
    event: { expected: 0, came: 0 },
    delivery: { expected: 0, came: 0 },
    attempt: { expected: 0, came: 0 },
  })
})
