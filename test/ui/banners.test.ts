import { expect, test } from 'vitest'
import type { DeliveryRow, Subscription } from '../../server/wire.ts'
import { type BannerFacts, bannerOf, madeByRuns } from '../../ui/shell/banner/banners.ts'
import { createTroubles } from '../../ui/shell/banner/trouble.ts'
import { answeredBy } from '../../ui/shell/banner/trouble-banner.ts'

const own = 'http://127.0.0.1:4400'
const subscription = (change: Partial<Subscription> = {}) =>
  ({
    id: 'sub_1',
    url: 'http://localhost:3000/hook',
    events: ['card.*'],
    status: 'enabled',
    disabled_reason: null,
    ...change,
  }) as Subscription
const row = (change: Partial<DeliveryRow> = {}) =>
  ({
    id: 'dlv_1',
    seq: 1,
    event_id: 'evt_1',
    event: 'card.created',
    subscription_id: 'sub_1',
    url: 'http://localhost:3000/hook',
    state: 'retrying',
    attempts_made: 1,
    last_outcome: { kind: 'responded', status: 503 },
    next_attempt_at: '2026-01-01T09:01:00.000000Z',
    fault: null,
    ...change,
  }) as DeliveryRow
const facts = (change: Partial<BannerFacts> = {}): BannerFacts => ({
  link: { state: 'live' },
  isReplaced: false,
  subscriptions: [subscription()],
  troubles: [],
  unwanted: null,
  clock: { mode: 'real', now: '2026-01-01T09:00:00.000000Z' },
  waiting: [],
  runs: [],
  size: { used: 10, limit: 100 },
  problem: null,
  own,
  ...change,
})
const troublesAfter = (...rows: DeliveryRow[]) => {
  const troubles = createTroubles()
  for (const one of rows) troubles.take(one)
  return troubles.among(new Set(['sub_1']))
}
const refused = { kind: 'refused', detail: 'connect ECONNREFUSED' } as const
const unauthorized = { kind: 'responded', status: 401 } as const
const run: BannerFacts['runs'][number] = {
  id: 'run_1',
  scenario: 'card-life',
  state: 'running',
  paused: true,
  steps: [],
}

test('what cannot be written is said before all that fails of it', () => {
  const problem = {
    code: 'storage',
    message: 'The database cannot be written: it is full.',
    fix: 'Make room.',
  }
  const banner = bannerOf(facts({ problem, unwanted: 'card.created' }))
  expect(banner).toMatchObject({ tone: 'bad', what: problem.message })
  expect(banner?.why).toContain('Make room.')
})

test('what a run subscribed for itself fails as its story goes; what it was pointed at does not', () => {
  const own = { endpoint: 'retry-ladder', subscription_id: 'sub_run' }
  const elsewhere = { endpoint: null, subscription_id: 'sub_1' }
  expect([...madeByRuns([own, elsewhere])]).toEqual(['sub_run'])
})

test('all is well: nothing is said', () => {
  expect(bannerOf(facts())).toBeNull()
})

const cases: [string, Partial<BannerFacts>, RegExp, RegExp, string[], string?][] = [
  [
    'a lost connection',
    { link: { state: 'lost', tries: 2, retryAt: 0, isAnswering: false } },
    /^Nothing answers at http/,
    /as you started it/,
    ['connect'],
  ],
  ['another version of the page', { isReplaced: true }, /older than the sandbox/, /restarted/, ['reload']],
  [
    'a receiver that refuses connections',
    { troubles: troublesAfter(row({ last_outcome: refused })) },
    /^localhost:3000\/hook refuses connections\.$/,
    /is the receiver running.*card\.created is tried again/,
    ['attempt-now', 'address'],
  ],
  [
    'one that was given up cannot be attempted, but sent again',
    { troubles: troublesAfter(row({ last_outcome: refused, state: 'failed', next_attempt_at: null })) },
    /refuses connections/,
    /running, and on this port\?$/,
    ['resend', 'address'],
  ],
  [
    'a public address',
    {
      troubles: troublesAfter(
        row({ last_outcome: { kind: 'blocked', detail: 'not sent: 203.0.113.9 is a public address' } }),
      ),
    },
    /did not reach/,
    /^Not sent: 203\.0\.113\.9 is a public address\.$/,
    ['address', 'delivery'],
  ],
  [
    'signatures refused again and again',
    {
      troubles: troublesAfter(
        row({ last_outcome: unauthorized }),
        row({ last_outcome: unauthorized, attempts_made: 2 }),
      ),
    },
    /answered 401 2 times in a row/,
    /secret.*raw body/,
    ['subscription', 'signature', 'attempt-now'],
  ],
  [
    'a signature refused for the first time',
    { troubles: troublesAfter(row({ last_outcome: unauthorized })) },
    /^localhost:3000\/hook answered 401\.$/,
    /Has your receiver the subscription’s secret/,
    ['subscription', 'signature', 'attempt-now'],
  ],
  [
    'a redirect',
    {
      troubles: troublesAfter(row({ last_outcome: { kind: 'responded', status: 302 } })).map((one) => ({
        ...one,
        answer: { location: 'http://localhost:3000/hook/', line: '' },
      })),
    },
    /answered 302, a redirect/,
    /^Redirects are not followed: subscribe to http:\/\/localhost:3000\/hook\/ instead\.$/,
    ['address', 'delivery'],
  ],
  [
    'what a broken receiver says',
    {
      troubles: troublesAfter(row({ last_outcome: { kind: 'responded', status: 500 } })).map((one) => ({
        ...one,
        answer: { location: null, line: 'TypeError: x is undefined' },
      })),
    },
    /failed at/,
    /^Answered 500; it is tried again\.$/,
    ['attempt-now', 'answer'],
    'TypeError: x is undefined',
  ],
  [
    'any other failure',
    { troubles: troublesAfter(row({ last_outcome: { kind: 'responded', status: 404 } })) },
    /^card\.created failed at localhost:3000\/hook\.$/,
    /^Answered 404; it is tried again\.$/,
    ['attempt-now', 'delivery'],
  ],
  [
    'a success that does not count',
    {
      troubles: troublesAfter(
        row({
          last_outcome: { kind: 'responded', status: 204 },
          reason: 'HTTP 204, but only 200 and 201 count as delivered (delivery.success)',
        }),
      ),
    },
    /failed at/,
    /^HTTP 204, but only 200 and 201 count as delivered \(delivery\.success\); it is tried again\.$/,
    ['attempt-now', 'delivery'],
  ],
  [
    'what should have been refused',
    { troubles: troublesAfter(row({ state: 'wrongly_accepted', fault: 'tamper(signature)' })) },
    /accepted card\.created with tamper\(signature\)/,
    /refused with a 4xx/,
    ['signature', 'delivery'],
  ],
  [
    'an event that nobody wants',
    { unwanted: 'kyc.success' },
    /^kyc\.success was sent to nobody\.$/,
    /No subscription wants/,
    ['subscribe'],
  ],
  [
    'an event that a disabled subscription would have had',
    { unwanted: 'card.created', subscriptions: [subscription({ status: 'disabled' })] },
    /subscription is disabled/,
    /card\.created has happened since/,
    ['enable', 'subscription'],
  ],
  [
    'a subscription that the sandbox disabled',
    {
      subscriptions: [
        subscription({ status: 'disabled', disabled_reason: 'its receiver answered 410 Gone' }),
      ],
    },
    /subscription is disabled/,
    /^Its receiver answered 410 Gone\.$/,
    ['enable', 'subscription'],
  ],
  [
    'a clock that stands while deliveries wait',
    {
      clock: { mode: 'manual', now: '2026-01-01T09:00:00.000000Z' },
      waiting: ['2026-01-01T09:05:12.000000Z', '2026-01-01T09:30:00.000000Z'],
    },
    /^2 deliveries wait, and the clock stands\.$/,
    /09:05:12/,
    ['advance'],
  ],
  ['a paused run', { runs: [run] }, /run of card-life is paused/, /waits/, ['resume', 'run']],
  [
    'a database nearly full',
    { size: { used: 96, limit: 100 } },
    /96 bytes of the 100 bytes/,
    /oldest/,
    ['data'],
  ],
]
test.each(cases)('%s: what, why and what mends it', (_name, change, what, why, mends, says) => {
  const told = bannerOf(facts(change))
  expect(told?.what).toMatch(what)
  expect(told?.why).toMatch(why)
  expect(told?.says).toBe(says)
  expect(told?.mends.map(({ mend }) => mend.kind)).toEqual(mends)
})

test('the most urgent goes first, and the next one when it is dismissed', () => {
  const all = facts({
    ...Object.assign({}, ...cases.map(([, change]) => change)),
    troubles: troublesAfter(row({ last_outcome: refused })),
  })
  const dismissed = new Set<string>()
  const order: string[] = []
  for (let told = bannerOf(all); told !== null; told = bannerOf(all, dismissed)) {
    order.push(told.key.split(':')[0] ?? '')
    dismissed.add(told.key)
  }
  expect(order).toEqual(['lost', 'replaced', 'refused', 'disabled', 'standing', 'paused', 'full'])
})

test('a live socket that does not open though the sandbox answers is not told as a sandbox that is gone', () => {
  const link = { state: 'lost', tries: 2, retryAt: 0, isAnswering: true } as const
  expect(bannerOf(facts({ link }))).toMatchObject({
    what: 'Nothing new is shown: the live socket does not open.',
    why: expect.stringMatching(/The sandbox itself answers.*such as a proxy/),
  })
})

test('what was dismissed comes back when it happens again', () => {
  const first = bannerOf(facts({ troubles: troublesAfter(row()) }))
  const dismissed = new Set([first?.key ?? ''])
  expect(bannerOf(facts({ troubles: troublesAfter(row({ attempts_made: 2 })) }), dismissed)).toBeNull()
  expect(bannerOf(facts({ troubles: troublesAfter(row({ id: 'dlv_2', seq: 2 })) }), dismissed)).not.toBeNull()
})

test('a first try to connect again, a running clock and one 400 say nothing of themselves', () => {
  expect(bannerOf(facts({ link: { state: 'lost', tries: 1, retryAt: 0, isAnswering: false } }))).toBeNull()
  expect(bannerOf(facts({ waiting: ['2026-01-01T09:05:12.000000Z'] }))).toBeNull()
  const bad = { kind: 'responded', status: 400 } as const
  const once = bannerOf(facts({ troubles: troublesAfter(row({ last_outcome: bad })) }))
  expect(once?.what).toContain('failed at')
})

test('the same attempt told of twice counts once, a success ends the trouble, a fault of ours is none', () => {
  const twice = troublesAfter(row({ last_outcome: unauthorized }), row({ last_outcome: unauthorized }))
  expect(twice[0]?.refusals).toBe(1)
  expect(troublesAfter(row(), row({ state: 'succeeded' }))).toEqual([])
  expect(troublesAfter(row({ fault: 'drop' }))).toEqual([])
})

test('of an answer its address is made whole and its first line is kept short', () => {
  const attempt = (headers: [string, string][], body: string) =>
    answeredBy({
      request: { url: 'http://localhost:3000/hook' },
      response: { headers, body },
    } as Parameters<typeof answeredBy>[0])
  expect(attempt([['Location', '/hook/']], '')).toEqual({ location: 'http://localhost:3000/hook/', line: '' })
  expect(attempt([], `\nError: no\n  at x`)).toEqual({ location: null, line: 'Error: no' })
  expect(attempt([], 'x'.repeat(500)).line).toHaveLength(121)
  const page = '<!DOCTYPE html>\n<html>\n<title>Error</title>\n'
  expect(attempt([], `${page}<pre>Error: no &#39;key&#39;<br> at x</pre>`).line).toBe("Error: no 'key'")
  expect(attempt([], `${page}<h1>x</h1>`).line).toBe('Error')
  // Or it would turn what the page says behind it.
  expect(attempt([], 'no\u202edeirt ti').line).toBe('no[U+202E]deirt ti')
})
