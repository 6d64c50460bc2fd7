/** Made-up checks for the tests of reports. */
import { scoreOf } from '../../../server/check/score.ts'
import type { Check, CheckProbe, NotJudged, ProbeResult } from '../../../server/wire.ts'

export const passed = (id: string, group: CheckProbe['group'] = 'signature'): CheckProbe => ({
  id,
  group,
  title: `Title of ${id}`,
  headline: `Title of ${id}`,
  severity: 'must',
  result: 'pass',
  sent: 'Sent.',
  expected: 'Expected.',
  observed: 'As expected.',
  why: '',
  fix: '',
  docs: `docs/check.md#${id}`,
  fact: { code: 'as_expected' },
  mistake: null,
  deliveries: [`dlv_${id}`],
  duration_ms: 4.2,
})

export const wrong = (id: string, changes: Partial<CheckProbe> = {}): CheckProbe => ({
  ...passed(id),
  headline: `${id} is wrong`,
  result: 'fail',
  observed: 'Accepted with HTTP 200.',
  why: 'Anyone who knows the URL can send you events.',
  fix: 'Refuse when the header is missing:\n  const wh = new Webhook(secret)\n  wh.verify(rawBody, headers)',
  fact: { code: 'accepted', status: 200, answer: '' },
  ...changes,
})

export const notJudged = (
  id: string,
  reason: NotJudged,
  result: 'skip' | 'unknown' = 'skip',
  group: CheckProbe['group'] = 'signature',
): CheckProbe => ({
  ...passed(id, group),
  result,
  observed: `Not judged: ${reason}.`,
  fact: { code: 'not_judged', reason },
  deliveries: [],
})

export function checkOf(probes: CheckProbe[], changes: Partial<Check> = {}): Check {
  const count = (...results: ProbeResult[]) => probes.filter(({ result }) => results.includes(result)).length
  return {
    id: 'chk_1',
    seq: 1,
    url: 'http://127.0.0.1:3000/webhooks',
    scheme: 'standard-webhooks',
    subscription_id: null,
    seed: 7,
    options: { event: null, only: null, skip: null, thorough: false, effects: null, timeout_ms: null },
    state: 'done',
    reason: null,
    reason_code: null,
    framework: 'express',
    secret_hint: '4Kqx',
    started_at: '2026-01-01T09:00:00.000000Z',
    finished_at: '2026-01-01T09:00:06.200000Z',
    duration_ms: 6200,
    score: scoreOf(probes),
    passed: count('pass'),
    failed: count('fail'),
    warned: count('warn'),
    noted: count('note'),
    skipped: count('skip', 'unknown'),
    diagnosis: null,
    pending: [],
    probes,
    ...changes,
  }
}

const valid = passed('accepts-valid')
const slow = wrong('answers-in-time', {
  group: 'delivery',
  result: 'warn',
  observed: 'An answer after 3.4 s.',
  fix: 'Queue the work.',
  fact: { code: 'slow', ms: 3400 },
})
const later = wrong('effect-before-answer', {
  group: 'effects',
  severity: 'info',
  result: 'note',
  observed: 'The effect came 40 ms after the answer.',
  fix: '',
  fact: { code: 'effect_later', ms: 40 },
})
const unsigned = wrong('rejects-unsigned')
const rawBytes = wrong('accepts-raw-bytes', {
  group: 'bytes',
  observed: 'Refused with HTTP 401: invalid signature',
  fact: { code: 'refused', status: 401, answer: 'invalid signature' },
  mistake: {
    code: 'reserialised',
    certainty: 'proved',
    detail: null,
    summary: 'your receiver verifies the parsed body, written again with JSON.stringify.',
  },
})
const twice = wrong('one-effect-on-duplicate', {
  group: 'effects',
  observed: '2 effects, 1 expected.',
  fact: { code: 'effects', counted: 2, expected: 1 },
})
const refused = wrong('accepts-valid', {
  observed: 'Refused with HTTP 401: invalid signature',
  fact: { code: 'refused', status: 401, answer: 'invalid signature' },
  mistake: { code: 'other_secret', certainty: 'likely', detail: null, summary: 'another secret.' },
})

/** What an answer may hold to break a report, or the terminal of its reader. */
const hostile =
  '<script>alert(1)</script> ]]> <!-- --> &lt; "quoted" | a | **b** `c` \u001b[2J\u001b]0;t\u0007 %0A::error::x\r\n::error::y \u202egnp.exe \u2028 \ud800 \uffff \u0000'

const broken = {
  why: hostile,
  fix: hostile,
  sent: hostile,
  expected: hostile,
  observed: hostile,
  headline: hostile,
  title: hostile,
}

export const checks = {
  'all passed': checkOf([valid, passed('rejects-stale'), passed('accepts-duplicate', 'delivery')]),
  failures: checkOf([
    valid,
    unsigned,
    rawBytes,
    twice,
    slow,
    later,
    notJudged('accepts-second-secret', 'no_second_secret'),
  ]),
  'warnings only': checkOf([valid, slow, later]),
  'the valid delivery refused': checkOf([
    refused,
    notJudged('rejects-stale', 'valid_refused'),
    notJudged('accepts-chunked', 'valid_refused', 'skip', 'bytes'),
    wrong('answers-with-success-status', { group: 'delivery' }),
  ]),
  'receiver down': checkOf([
    valid,
    wrong('stays-alive', {
      group: 'delivery',
      observed: 'The receiver crashed after survives-null-field. It did not come back.',
      fact: { code: 'went_down', how: 'crashed', after: ['survives-null-field'], back: false },
    }),
    notJudged('accepts-retry', 'receiver_down', 'unknown', 'delivery'),
  ]),
  'not reached': checkOf([], {
    state: 'failed',
    reason: 'Connection refused: nothing listens on 127.0.0.1:3000.',
    reason_code: 'not_reached',
  }),
  'effects unseen': checkOf([
    valid,
    notJudged('one-effect-per-event', 'no_effect_seen', 'unknown', 'effects'),
  ]),
  'effects not counted': checkOf([valid, notJudged('one-effect-per-event', 'no_effects', 'skip', 'effects')]),
  'a baseline': checkOf([valid, unsigned, { ...twice, known: true }, { ...slow, known: true }]),
  'one cause': checkOf([valid, unsigned, wrong('rejects-garbage-signature')], {
    diagnosis: { code: 'no_verification', summary: 'Your receiver checks no signature.', fix: 'Verify it.' },
  }),
  running: checkOf([valid], {
    state: 'running',
    finished_at: null,
    duration_ms: null,
    pending: ['rejects-stale'],
  }),
  'hostile text': checkOf(
    [
      valid,
      wrong('rejects-unsigned', broken),
      wrong('answers-in-time', { ...broken, group: 'delivery', result: 'warn' }),
      { ...passed('rejects-stale'), title: hostile, expected: hostile },
      notJudged('rejects-future', 'no_timestamp'),
      {
        ...rawBytes,
        ...broken,
        mistake: { code: 'x', certainty: 'proved', detail: hostile, summary: hostile },
      },
    ],
    { url: `http://127.0.0.1:3000/?${hostile}`, diagnosis: { code: 'x', summary: hostile, fix: hostile } },
  ),
} satisfies Record<string, Check>
