import { expect, test } from 'vitest'
import { attemptsOf, nextStep, placeOf, type RetryPolicy, retryAfterOf } from '../../server/delivery/retry.ts'
import type { Outcome } from '../../server/wire.ts'

const minute = 60_000
const policy: RetryPolicy = {
  success: [200, 201],
  delaysMs: [minute, 5 * minute],
  jitter: 0.1,
  goneDisables: false,
}
const answered = (status: number): Outcome => ({ kind: 'responded', status })
const decide = (over: Partial<Parameters<typeof nextStep>[1]>) =>
  nextStep(policy, {
    rung: over.attemptsMade ?? 1,
    attemptsMade: 1,
    outcome: answered(503),
    random: 0.5,
    ...over,
  })

test.each([200, 201])('%i is delivered', (status) =>
  expect(decide({ outcome: answered(status) })).toEqual({ kind: 'done' }),
)

test.each([100, 202, 204, 206, 301, 302, 307, 400, 401, 404, 408, 409, 410, 422, 429, 500, 503, 599])(
  '%i is tried again',
  (status) =>
    expect(decide({ outcome: answered(status) })).toMatchObject({
      kind: 'retry',
      delayMs: minute,
      reason: { code: 'attempt_failed' },
    }),
)

test.each([
  [204, { counted: [200, 201] }],
  [302, {}],
  [503, {}],
])('the reason of a failure by %i is given if it is not obvious', (status, facts) =>
  expect(decide({ outcome: answered(status) })).toEqual({
    kind: 'retry',
    delayMs: minute,
    reason: { code: 'attempt_failed', ...facts },
  }),
)

test('another list of successes counts instead', () => {
  const own = { ...policy, success: [204] }
  expect(nextStep(own, { rung: 1, attemptsMade: 1, outcome: answered(204), random: 0 })).toEqual({
    kind: 'done',
  })
  expect(nextStep(own, { rung: 1, attemptsMade: 1, outcome: answered(200), random: 0 }).kind).toBe('retry')
})

test.each([[[204]], [[200, 201, 204]]])('of the successes %j it is said which there are', (success) =>
  expect(
    nextStep({ ...policy, success }, { rung: 1, attemptsMade: 1, outcome: answered(202), random: 0 }),
  ).toMatchObject({ reason: { code: 'attempt_failed', counted: success } }),
)

const failures: Outcome[] = [
  { kind: 'timed_out', after_ms: 10_000, phase: 'waiting' },
  { kind: 'timed_out', after_ms: 10_000, phase: 'connecting', during: 'tls' },
  { kind: 'refused', code: 'x', address: null },
  { kind: 'reset', code: 'x', address: null },
  { kind: 'dns', code: 'x', address: null },
  { kind: 'tls', code: 'x', address: null },
]
test.each(failures)('$kind is tried again', (outcome) => {
  expect(decide({ outcome })).toEqual({ kind: 'retry', delayMs: minute, reason: { code: 'attempt_failed' } })
})

test('a blocked address is given up at once: no wait changes it', () => {
  const outcome: Outcome = { kind: 'blocked', code: 'public_address', address: '8.8.8.8' }
  expect(decide({ outcome })).toEqual({
    kind: 'give-up',
    reason: { code: 'not_sent' },
    disables: false,
  })
})

test('an attempt that the sandbox itself cut is made again at once, whatever the count', () => {
  const outcome: Outcome = { kind: 'interrupted', code: 'stopped' }
  expect(decide({ outcome, attemptsMade: 3 })).toMatchObject({ kind: 'retry', delayMs: 0 })
})

test.each([
  [1, 0, 54_000],
  [1, 0.5, 60_000],
  [1, 0.999999999, 66_000],
  [2, 0, 270_000],
  [2, 0.5, 300_000],
])('after attempt %i and a draw of %f the wait is %i ms', (attemptsMade, random, delayMs) => {
  expect(decide({ attemptsMade, random })).toMatchObject({ kind: 'retry', delayMs })
})

test('without jitter the wait is the one planned, whatever is drawn', () => {
  for (const random of [0, 0.3, 0.99]) {
    expect(
      nextStep({ ...policy, jitter: 0 }, { rung: 1, attemptsMade: 1, outcome: answered(500), random }),
    ).toMatchObject({ delayMs: minute })
  }
})

test('after the last wait it gives up, and says why', () => {
  expect(decide({ attemptsMade: 3 })).toEqual({
    kind: 'give-up',
    reason: { code: 'gave_up', attempts: 3 },
    disables: false,
  })
  expect(
    nextStep({ ...policy, delaysMs: [] }, { rung: 1, attemptsMade: 1, outcome: answered(410), random: 0 }),
  ).toEqual({
    kind: 'give-up',
    reason: { code: 'gave_up', attempts: 1 },
    disables: false,
  })
})

test('a longer wait that the receiver asked for is kept, a shorter one is not', () => {
  expect(decide({ retryAfter: 2 * minute })).toMatchObject({
    delayMs: 2 * minute,
    reason: { code: 'attempt_failed', asked_ms: 2 * minute },
  })
  expect(decide({ retryAfter: 1000 })).toEqual({
    kind: 'retry',
    delayMs: minute,
    reason: { code: 'attempt_failed' },
  })
})

test('a wait beyond seven days is cut to them, and both are said', () => {
  expect(decide({ retryAfter: 30 * 86_400_000 })).toEqual({
    kind: 'retry',
    delayMs: 7 * 86_400_000,
    reason: { code: 'attempt_failed', asked_ms: 30 * 86_400_000, waits_ms: 7 * 86_400_000 },
  })
})

test('where the schedule waits longer than seven days, what is asked makes no retry earlier', () => {
  const ofDays = (delayDays: number, askedDays: number) => {
    const own = { ...policy, delaysMs: [delayDays * 86_400_000] }
    const askedMs = askedDays * 86_400_000
    const asked = { outcome: answered(503), retryAfter: askedMs }
    const step = nextStep(own, { rung: 1, attemptsMade: 1, ...asked, random: 0.5 })
    return step.kind === 'retry' ? [step.delayMs / 86_400_000, step.reason] : []
  }
  const reason = (asked: number, waits: number) => ({
    code: 'attempt_failed',
    asked_ms: asked * 86_400_000,
    waits_ms: waits * 86_400_000,
  })
  expect(ofDays(8, 7)).toEqual([8, { code: 'attempt_failed' }])
  expect(ofDays(8, 9)).toEqual([8, reason(9, 8)])
  expect(ofDays(6, 9)).toEqual([7, reason(9, 7)])
})

test('a Retry-After that cannot be read is passed over, and said to be', () => {
  expect(decide({ retryAfter: 'soon' })).toEqual({
    kind: 'retry',
    delayMs: minute,
    reason: { code: 'attempt_failed', retry_after: 'soon' },
  })
  expect(decide({ retryAfter: 'x'.repeat(5000) })).toMatchObject({
    reason: { retry_after: `${'x'.repeat(60)}…` },
  })
})

test('what the receiver asks for cannot add an attempt', () => {
  expect(decide({ attemptsMade: 3, retryAfter: minute }).kind).toBe('give-up')
})

const now = Date.parse('2026-01-01T00:00:00Z') * 1000
test.each([
  ['120', 120_000],
  ['0', 0],
  [' 7 ', 7000],
  ['Thu, 01 Jan 2026 00:02:00 GMT', 120_000],
  ['Thursday, 01-Jan-26 00:02:00 GMT', 120_000],
  ['Wed, 31 Dec 2025 23:59:00 GMT', 0],
  ['1000000', 1_000_000_000],
  ['Fri, 02 Jan 2026 00:00:00 GMT', 86_400_000],
  ['9999999999999', 1e15],
  ['9'.repeat(400), 1e15],
  ['Thu Jan  1 00:02:00 2026', 120_000],
  ['Saturday, 01-Jan-60 00:00:00 GMT', Date.parse('2060-01-01T00:00:00Z') - now / 1000],
  ['Thursday, 01-Jan-76 00:00:00 GMT', Date.parse('2076-01-01T00:00:00Z') - now / 1000],
  ['Friday, 01-Jan-77 00:00:00 GMT', 0],
  ['Sat, 31 Feb 2026 00:00:00 GMT', 'Sat, 31 Feb 2026 00:00:00 GMT'],
  ['Sun, 29 Feb 2026 00:00:00 GMT', 'Sun, 29 Feb 2026 00:00:00 GMT'],
  ['Tue, 29 Feb 2028 00:00:00 GMT', Date.parse('2028-02-29T00:00:00Z') - now / 1000],
  ['Saturday, 31-Feb-26 00:00:00 GMT', 'Saturday, 31-Feb-26 00:00:00 GMT'],
  ['Sat Feb 31 00:00:00 2026', 'Sat Feb 31 00:00:00 2026'],
  ['Fri, 32 Jan 2026 00:00:00 GMT', 'Fri, 32 Jan 2026 00:00:00 GMT'],
  ['Fri, 30 Jan 2026 25:00:00 GMT', 'Fri, 30 Jan 2026 25:00:00 GMT'],
  // Without a zone nobody can tell whose time it is: it would be read as this machine's.
  ['Thu, 01 Jan 2026 00:02:00', 'Thu, 01 Jan 2026 00:02:00'],
  ['Thu, 01 Jan 2026 00:02:00 +0000', 'Thu, 01 Jan 2026 00:02:00 +0000'],
  ['Thu, 01 Jan 2026 00:02:00 GMT+0100', 'Thu, 01 Jan 2026 00:02:00 GMT+0100'],
  ['Thu, 01 Jan 2026 00:02:00 PST', 'Thu, 01 Jan 2026 00:02:00 PST'],
  ['Thu, 1 January 2026 00:02:00 GMT', 'Thu, 1 January 2026 00:02:00 GMT'],
  ['-5', '-5'],
  ['1.5', '1.5'],
  ['soon', 'soon'],
  ['2026-01-01', '2026-01-01'],
  ['', undefined],
])('Retry-After: %j asks for %s: ms, or what is none', (value, asked) => {
  expect(
    retryAfterOf(
      [
        ['Date', 'x'],
        ['retry-AFTER', value],
      ],
      now,
    ),
  ).toBe(asked)
})

test('no Retry-After asks for nothing', () => expect(retryAfterOf([], now)).toBeUndefined())

test('410 ends a delivery and its subscription only where the config says so', () => {
  const gone = { outcome: answered(410), attemptsMade: 1, rung: 1, random: 0.5 }
  expect(nextStep(policy, gone)).toMatchObject({ kind: 'retry' })
  expect(nextStep({ ...policy, goneDisables: true }, gone)).toEqual({
    kind: 'give-up',
    reason: { code: 'gone' },
    disables: true,
  })
  expect(nextStep({ ...policy, goneDisables: true }, { ...gone, outcome: answered(404) })).toMatchObject({
    kind: 'retry',
  })
})

test.each([
  // [copies, on every rung] → [rung, copy] of the sends, one after the other
  [1, false, ['1.1', '2.1', '3.1']],
  [3, false, ['1.1', '1.2', '1.3', '2.1', '3.1']],
  [2, true, ['1.1', '1.2', '2.1', '2.2', '3.1']],
])('%i copies, on every rung: %s', (n, onEveryRung, places) => {
  const told = places.map((_, sendsBefore) => {
    const { rung, copy } = placeOf(sendsBefore, { n, onEveryRung })
    return `${rung}.${copy}`
  })
  expect(told).toEqual(places)
})

test('a ladder grants as many attempts as it has rungs, and the copies besides', () => {
  expect(attemptsOf(policy, { n: 1, onEveryRung: false })).toBe(3)
  expect(attemptsOf(policy, { n: 4, onEveryRung: false })).toBe(6)
  expect(attemptsOf(policy, { n: 4, onEveryRung: true })).toBe(12)
})
