import { expect, test } from 'vitest'
import type { DeliveryReason, DisabledReason, Outcome } from '../../server/wire.ts'
import { sayDisabled, sayReason, sayReasonBeside } from '../../server/words/reason.ts'

const answered = (status: number): Outcome => ({ kind: 'responded', status })
const late: Outcome = { kind: 'timed_out', after_ms: 10_000, phase: 'waiting' }
const hour = 3_600_000

test.each<[reason: DeliveryReason, last: Outcome | null, whole: string, beside?: string]>([
  [{ code: 'attempt_failed' }, answered(503), 'HTTP 503'],
  [{ code: 'attempt_failed' }, late, 'timed out after 10 s while waiting for the response'],
  [
    { code: 'attempt_failed' },
    answered(302),
    'HTTP 302; redirects are not followed',
    'redirects are not followed',
  ],
  [
    { code: 'attempt_failed', counted: [200, 201] },
    answered(204),
    'HTTP 204; only 200 and 201 count as delivered (delivery.success)',
    'only 200 and 201 count as delivered (delivery.success)',
  ],
  [
    { code: 'attempt_failed', counted: [204] },
    answered(200),
    'HTTP 200; only 204 counts as delivered (delivery.success)',
    'only 204 counts as delivered (delivery.success)',
  ],
  [
    { code: 'attempt_failed', status: 429, asked_ms: 2 * hour },
    late,
    'HTTP 429; the receiver asked to wait 2 h',
    'the receiver asked to wait 2 h',
  ],
  [
    { code: 'attempt_failed', asked_ms: 720 * hour, waits_ms: 168 * hour },
    answered(503),
    'HTTP 503; the receiver asked to wait 30 d, and the sandbox waits at most 7 d',
    'the receiver asked to wait 30 d, and the sandbox waits at most 7 d',
  ],
  [
    { code: 'attempt_failed', retry_after: 'soon' },
    answered(503),
    'HTTP 503; the sandbox ignores Retry-After "soon": neither whole seconds nor an HTTP date',
    'the sandbox ignores Retry-After "soon": neither whole seconds nor an HTTP date',
  ],
  [
    { code: 'gave_up', attempts: 8 },
    answered(500),
    'gave up after 8 attempts: HTTP 500',
    'gave up after 8 attempts',
  ],
  [
    { code: 'gave_up', attempts: 1 },
    answered(301),
    'gave up after 1 attempt: HTTP 301; redirects are not followed',
    'gave up after 1 attempt; redirects are not followed',
  ],
  [
    { code: 'not_sent' },
    { kind: 'dropped', code: 'fault_drop' },
    'not sent: the fault drop lost it on the way',
  ],
  [{ code: 'cut_short' }, null, 'cut short'],
  [{ code: 'cut_short' }, { kind: 'interrupted', code: 'reset' }, 'cut short: the sandbox was reset'],
  [
    { code: 'gone' },
    answered(410),
    'HTTP 410: the receiver is gone for good',
    'HTTP 410: the receiver is gone for good',
  ],
  [
    { code: 'copy_sent', copy: 1, copies: 2 },
    answered(200),
    'copy 1 of 2 was sent, as the fault requires',
    'copy 1 of 2 was sent, as the fault requires',
  ],
  [
    { code: 'refused', status: 401 },
    answered(401),
    'HTTP 401: the receiver refused the request, as it should',
    'HTTP 401: the receiver refused the request, as it should',
  ],
  [
    { code: 'may_refuse', status: 415 },
    answered(415),
    'HTTP 415: the receiver refused the request, which is allowed',
    'HTTP 415: the receiver refused the request, which is allowed',
  ],
  [
    { code: 'lost' },
    answered(400),
    'the fault kept a complete request from arriving',
    'the fault kept a complete request from arriving',
  ],
  [
    { code: 'not_judged' },
    { kind: 'dropped', code: 'fault_drop' },
    'the fault kept any complete request from arriving, so the receiver is not judged',
    'the fault kept any complete request from arriving, so the receiver is not judged',
  ],
  [
    { code: 'wrongly_accepted', status: 200 },
    answered(401),
    'HTTP 200: the receiver accepted a request that it should refuse',
    'HTTP 200: the receiver accepted a request that it should refuse',
  ],
  [{ code: 'cancelled_by_hand' }, null, 'cancelled by hand', 'cancelled by hand'],
  [{ code: 'subscription_deleted' }, null, 'the subscription was deleted', 'the subscription was deleted'],
  [
    { code: 'subscription_disabled', by: null },
    null,
    'the subscription was disabled',
    'the subscription was disabled',
  ],
  [
    { code: 'subscription_disabled', by: { code: 'gone' } },
    null,
    'the subscription was disabled: its receiver answered 410 Gone',
    'the subscription was disabled: its receiver answered 410 Gone',
  ],
  [
    { code: 'recipe_missing' },
    null,
    'cannot be sent: the configuration has no recipe for the scheme custom; set signing.custom and resend the delivery',
    'cannot be sent: the configuration has no recipe for the scheme custom; set signing.custom and resend the delivery',
  ],
  [{ code: 'unsendable', text: 'odd' }, null, 'cannot be sent: odd', 'cannot be sent: odd'],
  [{ code: 'earlier', text: 'as it was told' }, null, 'as it was told', 'as it was told'],
])('%j after %j has words', (reason, last, whole, beside) => {
  expect(sayReason(reason, last)).toBe(whole)
  expect(sayReasonBeside(reason, last)).toBe(beside)
})

test.each<[DisabledReason, string]>([
  [{ code: 'gone' }, 'its receiver answered 410 Gone'],
  [{ code: 'given_up_in_a_row', count: 1 }, '1 delivery was given up'],
  [{ code: 'given_up_in_a_row', count: 2 }, '2 deliveries in a row were given up'],
  [{ code: 'recipe_missing' }, 'the configuration has no recipe for the scheme custom (signing.custom)'],
  [{ code: 'earlier', text: 'as it was told' }, 'as it was told'],
])('a subscription disabled because of %j has words', (reason, words) =>
  expect(sayDisabled(reason)).toBe(words),
)
