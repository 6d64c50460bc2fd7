import { expect, test } from 'vitest'
import { aftermath, type Earlier, type Ending } from '../../server/delivery/aftermath.ts'
import { parseFault } from '../../server/faults/grammar.ts'
import type { Outcome } from '../../server/wire.ts'
import { delivery } from './a-delivery.ts'

const minute = 60_000

function answered(status: number, retryAfter?: string): Ending {
  const headers: [string, string][] = retryAfter === undefined ? [] : [['Retry-After', retryAfter]]
  const head = { httpVersion: '1.1', status, headers, trailers: [], interim: [], reason: '' }
  const response = { ...head, body: Buffer.alloc(0), size: 0, truncated: false }
  return { outcome: { kind: 'responded', status }, response, durationMs: 1, phases: null, sentBytes: 1 }
}
const earlier = (status: number, at: number, retryAfter?: string): Earlier => ({
  outcome: { kind: 'responded', status },
  headers: answered(status, retryAfter).response?.headers ?? [],
  at,
})
const failed = (outcome: Outcome): Ending => ({ ...answered(0), outcome, response: null })

function after(sents: Ending[], { before = [] as Earlier[], fault = 'duplicate(2)', now = 0 } = {}) {
  const { record, settled } = aftermath({
    delivery: {
      ...delivery,
      attemptsMade: before.filter(({ outcome }) => outcome.kind !== 'interrupted').length,
    },
    fault: parseFault(fault),
    policy: { success: [200], delaysMs: [minute, minute], jitter: 0, goneDisables: true },
    attempts: sents.map((sent) => ({ sent, expects: 'accept' as const })),
    endedBefore: () => before,
    now,
    wallTime: 0,
    random: () => 0.5,
  })
  return { ...record, settled }
}
test('no more attempts are reported than were made after the schedule became shorter', () => {
  const before = [1, 2, 3].map(() => earlier(503, 0))
  const { attemptsMade, attemptsMax, reason } = after([answered(503)], { before, fault: 'chunked' })
  expect([attemptsMade, attemptsMax, reason]).toEqual([4, 4, { code: 'gave_up', attempts: 4 }])
})

const inBothOrders = (sents: Ending[]) => [sents, sents.toReversed()]

test.each<[string, Ending[], number, object]>([
  ['no copy', [answered(503), answered(503)], minute, {}],
  ['one copy', [answered(429, '7200'), answered(503)], 120 * minute, { asked_ms: 120 * minute }],
  ['both', [answered(503, '120'), answered(503, '7200')], 120 * minute, { asked_ms: 120 * minute }],
  [
    'one copy, while the other is reset',
    [answered(503, '7200'), failed({ kind: 'reset', code: 'closed', address: null })],
    120 * minute,
    { asked_ms: 120 * minute },
  ],
])('a Retry-After of %s is waited for, whichever ended last', (_, sents, delayMs, facts) => {
  for (const made of inBothOrders(sents))
    expect(after(made)).toMatchObject({
      state: 'retrying',
      nextAttemptAt: delayMs * 1000,
      reason: { code: 'attempt_failed', ...facts },
    })
})

test('an invalid Retry-After of one copy is reported unless another copy requests a wait', () => {
  for (const made of inBothOrders([answered(429, 'soon'), answered(503)]))
    expect(after(made)).toMatchObject({
      nextAttemptAt: minute * 1000,
      reason: { code: 'attempt_failed', retry_after: 'soon' },
    })
  for (const made of inBothOrders([answered(429, 'soon'), answered(503, '7200')]))
    expect(after(made)).toMatchObject({ reason: { code: 'attempt_failed', asked_ms: 120 * minute } })
})

test('a 410 of one copy ends the delivery, whichever ended last, unless another was accepted', () => {
  for (const made of inBothOrders([answered(410), answered(503, '7200')]))
    expect(after(made)).toMatchObject({
      state: 'failed',
      settled: 'gone',
      reason: { code: 'gone' },
      lastOutcome: made[1]?.outcome,
    })
  for (const made of inBothOrders([answered(410), answered(200)]))
    expect(after(made)).toMatchObject({ state: 'succeeded', settled: 'delivered' })
})

test('so does one of a copy that was sent before', () =>
  expect(after([answered(503)], { fault: 'duplicate(2, 10s)', before: [earlier(410, 0)] })).toMatchObject({
    state: 'failed',
    settled: 'gone',
  }))

test('a Retry-After of a copy that was sent before counts from then', () => {
  const now = 10 * minute * 1000
  const made = (retryAfter: string) =>
    after([answered(503)], { fault: 'duplicate(2, 10m)', before: [earlier(429, 0, retryAfter)], now })
  expect(made('7200')).toMatchObject({
    nextAttemptAt: 120 * minute * 1000,
    reason: { code: 'attempt_failed', status: 429, asked_ms: 110 * minute },
  })
  expect(made('630').nextAttemptAt).toBe(now + minute * 1000)
})

test('of a copy of the rung before it counts no more, nor does what the sandbox cut short', () => {
  const interrupted: Earlier = { outcome: { kind: 'interrupted', code: 'stopped' }, headers: [], at: 0 }
  const fault = 'duplicate(2, 10s) | sticky'
  const made = (before: Earlier[]) => after([answered(503)], { fault, before }).nextAttemptAt
  expect(made([earlier(429, 0, '7200'), earlier(503, 0), earlier(503, 0)])).toBe(minute * 1000)
  expect(made([interrupted, earlier(429, 0, '7200'), interrupted])).toBe(120 * minute * 1000)
})
