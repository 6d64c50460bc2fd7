import { expect, test } from 'vitest'
import { textReport } from '../../server/check/reports/text.ts'
import type { Check, CheckProbe } from '../../server/wire.ts'
import { sayNotJudgedProbes } from '../../server/words/check-report.ts'
import { checkOf, checks, notJudged, passed, wrong } from '../check/reports/made-up.ts'

const first = (check: Check) => textReport(check)[0]?.[0]?.text
test.each([
  ['all passed', '✓ No problem. Your receiver passes 3 probes.'],
  ['warnings only', '! No problem. 1 warning.'],
  ['the valid delivery refused', '✕ Your receiver refuses a valid delivery.'],
  ['receiver down', '✕ 1 problem. Your receiver crashes.'],
  ['not reached', '✕ Connection refused: nothing listens on 127.0.0.1:3000.'],
  ['a baseline', '✕ 1 new problem. Your receiver accepts forged requests. The baseline has 2 more.'],
  ['running', 'i The check is running: 1 of 2 probes.'],
] as const)('the conclusion of a check: %s', (name, words) => {
  expect(first(checks[name])).toBe(words)
})

test('the conclusion where every failure is known, and where nothing was judged', () => {
  const known = { ...wrong('rejects-unsigned'), known: true }
  expect(first(checkOf([passed('a'), known]))).toBe('✓ No new problem. The baseline has the 1 failure.')
  expect(first(checkOf([notJudged('a', 'no_id')]))).toBe('! No probe could be judged.')
})

test.each([
  [
    { code: 'no_answer', outcome: { kind: 'responded', status: 200 } },
    'Your receiver does not answer a valid delivery.',
  ],
  [
    { code: 'server_error', status: 500, answer: '' },
    'Your receiver fails with HTTP 500 on a valid delivery.',
  ],
  [{ code: 'redirected', status: 301, to: null }, 'Your receiver redirects a valid delivery.'],
] as const)('the conclusion of a valid delivery that ends as %j', (fact, words) => {
  expect(first(checkOf([wrong('accepts-valid', { fact })]))).toBe(`✕ ${words}`)
})

const wrongdoings: [string, Partial<CheckProbe>, string][] = [
  ['rejects-stale', {}, 'accepts replayed requests'],
  ['refuses-with-4xx', {}, 'refuses forged requests with a wrong status'],
  ['rejects-malformed-json', { group: 'tolerance' }, 'accepts broken requests'],
  ['survives-null-field', { group: 'tolerance' }, 'breaks on unusual payloads'],
  ['survives-burst', { group: 'delivery' }, 'fails under load'],
  ['leaks-nothing', { group: 'delivery' }, 'shows internals in its answers'],
  ['answers-in-time', { group: 'delivery' }, 'answers too late'],
  ['answers-without-redirect', { group: 'delivery' }, 'does not confirm deliveries'],
  ['no-effect-when-refused', { group: 'effects' }, 'processes forged requests'],
  [
    'one-effect-on-retry',
    { group: 'effects', fact: { code: 'effects', counted: 0, expected: 1 } },
    'loses work',
  ],
  ['stays-alive', { fact: { code: 'went_down', how: 'hung', after: [], back: true } }, 'stops answering'],
]
test.each(wrongdoings)('what a receiver does wrong that fails %s', (id, changes, words) => {
  expect(first(checkOf([wrong(id, changes)]))).toBe(`✕ 1 problem. Your receiver ${words}.`)
})

test('probes that were not judged: few are listed, many with one reason are counted', () => {
  const stale = notJudged('rejects-stale', 'no_timestamp')
  const many = ['a', 'b', 'c', 'd'].map((id) => notJudged(id, 'not_selected'))
  expect(sayNotJudgedProbes([stale, ...many])).toBe(
    '5 not judged: rejects-stale (the scheme sends no timestamp), 4 probes (not selected)',
  )
  expect(sayNotJudgedProbes([passed('a')])).toBe('')
})

const text = (name: keyof typeof checks) =>
  textReport(checks[name])
    .map((line) => line.map(({ text }) => text).join(''))
    .join('\n')

test('a report of failures', () => {
  expect(text('failures')).toMatchInlineSnapshot(`
    "✕ 3 problems. Your receiver accepts forged requests, refuses valid deliveries and repeats work.   score 35

    1  rejects-unsigned is wrong                                  rejects-unsigned · must
       Sent       Sent.
       Expected   Expected.
       Got        Accepted with HTTP 200.
       Why        Anyone who knows the URL can send you events.
       Fix        Refuse when the header is missing:
                    const wh = new Webhook(secret)
                    wh.verify(rawBody, headers)
       See        npx webhook-sandbox deliveries dlv_rejects-unsigned
                  docs/check.md#rejects-unsigned

    2  accepts-raw-bytes is wrong                                 accepts-raw-bytes · must
       Sent       Sent.
       Expected   Expected.
       Got        Refused with HTTP 401: invalid signature
       Cause      Proved: your receiver verifies the parsed body, written again with
                  JSON.stringify.
       Why        Anyone who knows the URL can send you events.
       Fix        Refuse when the header is missing:
                    const wh = new Webhook(secret)
                    wh.verify(rawBody, headers)
       See        npx webhook-sandbox deliveries dlv_accepts-raw-bytes
                  docs/check.md#accepts-raw-bytes

    3  one-effect-on-duplicate is wrong                           one-effect-on-duplicate · must
       Sent       Sent.
       Expected   Expected.
       Got        2 effects, 1 expected.
       Why        Anyone who knows the URL can send you events.
       Fix        Refuse when the header is missing:
                    const wh = new Webhook(secret)
                    wh.verify(rawBody, headers)
       See        npx webhook-sandbox deliveries dlv_one-effect-on-duplicate
                  docs/check.md#one-effect-on-duplicate

    ! answers-in-time: An answer after 3.4 s. Queue the work.
    i effect-before-answer: The effect came 40 ms after the answer.
    ✕ signature  1 of 2
    ✕ bytes      0 of 1
    ! delivery   0 of 1
    ✕ effects    0 of 2
    – 1 not judged: accepts-second-secret (no --second-secret)

    Again, this problem only:  npx webhook-sandbox check http://127.0.0.1:3000/webhooks --only rejects-unsigned
    Took 6.2 s. Exit code 1."
  `)
})

test('a report of a refused valid delivery', () => {
  expect(text('the valid delivery refused')).toMatchInlineSnapshot(`
    "✕ Your receiver refuses a valid delivery.   score 0

    accepts-valid is wrong                                        accepts-valid · must
       Sent       Sent.
       Expected   Expected.
       Got        Refused with HTTP 401: invalid signature
       Cause      Most likely: another secret.
       Secret     The check signs with the secret that ends in …4Kqx
       Why        Anyone who knows the URL can send you events.
       Fix        Refuse when the header is missing:
                    const wh = new Webhook(secret)
                    wh.verify(rawBody, headers)
       See        npx webhook-sandbox deliveries dlv_accepts-valid
                  docs/check.md#accepts-valid

    – 2 not judged: rejects-stale, accepts-chunked (the valid delivery is refused)

    Again, this problem only:  npx webhook-sandbox check http://127.0.0.1:3000/webhooks --only accepts-valid
    Took 6.2 s. Exit code 1."
  `)
})
