import { expect, test } from 'vitest'
import { htmlReport } from '../../server/check/reports/html.ts'
import { textReport } from '../../server/check/reports/text.ts'
import { factsOf } from '../../server/faults/scheme-facts.ts'
import type { Check, CheckProbe } from '../../server/wire.ts'
import { sayProbe } from '../../server/words/check.ts'
import { checkFacts, probeFacts, sayNotJudgedProbes } from '../../server/words/check-report.ts'
import { checkOf, checks, notJudged, passed, wrong } from '../check/reports/made-up.ts'
import { recipes } from '../helpers/recipes.ts'

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
    'Your receiver answers a valid delivery with HTTP 500 Internal Server Error.',
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
  expect(sayNotJudgedProbes(many)).toBe('4 not judged: not selected')
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

    Again, the first problem only:  npx webhook-sandbox check http://127.0.0.1:3000/webhooks --only rejects-unsigned
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

const observed = (fact: CheckProbe['fact']) =>
  sayProbe({
    id: 'rejects-unsigned',
    fact,
    mistake: null,
    framework: null,
    limits: factsOf(recipes['standard-webhooks']),
    result: 'fail',
  }).observed

test.each([
  [
    { code: 'refused', status: 401, answer: '{"error":"invalid signature"}' },
    'HTTP 401 Unauthorized "invalid signature": refused.',
  ],
  [{ code: 'accepted', status: 200, answer: '' }, 'HTTP 200 OK: accepted.'],
  [{ code: 'server_error', status: 500, answer: 'boom' }, 'HTTP 500 Internal Server Error "boom".'],
  [{ code: 'redirected', status: 302, to: '/new' }, 'HTTP 302 Found, to /new'],
  [{ code: 'redirected', status: 299, to: null }, 'HTTP 299.'],
  [
    { code: 'sent_again', status: 204 },
    'HTTP 204 No Content, which the platform does not count as delivered: it sends the event again.',
  ],
] as const)(
  'a probe shows the status with its name and the own words of the receiver first: %j',
  (fact, words) => {
    expect(observed(fact)).toBe(words)
  },
)

test('every form of the report has the same words for a problem and for the check', () => {
  const check = checkOf([{ ...wrong('rejects-unsigned'), repeated_at: '2026-01-01T09:10:00.000000Z' }], {
    options: {
      event: 'transactions',
      only: null,
      skip: null,
      thorough: true,
      effects: null,
      timeout_ms: 3000,
    },
  })
  const html = htmlReport(check)
  const [probe] = check.probes
  for (const [name, said] of [...probeFacts(probe as CheckProbe, null), ...checkFacts(check)])
    expect(html).toContain(`<dt>${name}</dt><dd><p>${said.split('\n')[0]}`)
  expect(checkFacts(check)).toEqual(
    expect.arrayContaining([
      ['Event', 'transactions'],
      ['Timeout', '3 s'],
      ['Thorough', 'yes'],
    ]),
  )
  expect(html).toContain('signature: 0 of 1 passed')
})

test('the command that repeats a problem sends all that it needs', () => {
  const after = ['survives-null-field']
  const down: CheckProbe['fact'] = { code: 'went_down', how: 'crashed', after, back: true }
  const last = (probe: CheckProbe) =>
    textReport(checkOf([passed('a'), probe]))
      .at(-2)
      ?.map(({ text }) => text)
  expect(last(wrong('stays-alive', { fact: down }))?.[1]).toMatch(/ --only stays-alive,survives-null-field$/)
  const leaked = { code: 'leaked', what: 'path', line: '/srv/app.js' } as const
  expect(last(wrong('leaks-nothing', { fact: leaked }))?.[1]).not.toContain('--only')
  const warning = wrong('leaks-nothing', {
    result: 'warn',
    severity: 'should',
    observed: 'A path in an answer: /a.js',
    fix: 'Answer briefly.',
  })
  expect(textReport(checkOf([warning])).map((line) => line.map(({ text }) => text).join(''))).toContain(
    '! leaks-nothing: A path in an answer: /a.js. Answer briefly.',
  )
})
