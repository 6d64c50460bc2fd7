import { expect, test } from 'vitest'
import { faultWire } from '../../server/faults/read-once.ts'
import { receiverFinding } from '../../server/findings/receiver.ts'
import { createTroubles } from '../../server/findings/troubles.ts'
import type { Delivery, DeliveryRow, Finding, Subscription } from '../../server/wire.ts'
import { receiverWords, retryWords } from '../../server/words/advice.ts'
import { type BannerFacts, bannerOf, madeByRuns } from '../../ui/shell/banner/banners.ts'
import { answeredBy, troubleBanner } from '../../ui/shell/banner/trouble-banner.ts'

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
    check_id: null,
    ...faultWire(change.fault ?? null),
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
const bannersOf = (...troubles: Parameters<typeof troubleBanner>[0][]) =>
  troubles.map((one) => troubleBanner(one, own))
const refused = { kind: 'refused', code: 'ECONNREFUSED', address: '127.0.0.1:3000', detail: '' } as const
const unauthorized = { kind: 'responded', status: 401 } as const
const run: BannerFacts['runs'][number] = {
  id: 'run_1',
  scenario: 'card-life',
  state: 'running',
  paused: true,
  steps: [],
}

test('a storage failure comes before the failures that follow from it', () => {
  const problem = {
    code: 'storage',
    message: 'The database cannot be written: it is full.',
    fix: 'Make room.',
  }
  const banner = bannerOf(facts({ problem, unwanted: 'card.created' }))
  expect(banner).toMatchObject({ tone: 'bad', what: problem.message })
  expect(banner?.why).toContain('Make room.')
})

test('failures at a run’s own subscription show no banner, failures at a given one do', () => {
  const own = { endpoint: 'retry-ladder', subscription_id: 'sub_run' }
  const elsewhere = { endpoint: null, subscription_id: 'sub_1' }
  expect([...madeByRuns([own, elsewhere])]).toEqual(['sub_run'])
})

test('no banner without a failure', () => {
  expect(bannerOf(facts())).toBeNull()
})

const where = 'localhost:3000/hook'
/** What a banner says of a delivery: the very words of the command line. */
function wordsOf(one: DeliveryRow, refusals = 0) {
  const { summary, fix } = receiverWords(receiverFinding(one, refusals), one, where)
  const isRetryTold = ['failed', 'nothing_listens'].includes(receiverFinding(one, refusals).code)
  return { what: `${summary}.`, why: `${fix} ${isRetryTold ? retryWords(one) : ''}`.trim() }
}
const moved = {
  code: 'refused_by_status',
  summary: 'It redirects',
  fix: 'Send to http://localhost:3000/hook/ instead.',
} as Finding

const cases: [string, Partial<BannerFacts>, RegExp, RegExp, string[], string?][] = [
  [
    'a lost connection',
    { link: { state: 'lost', tries: 2, retryAt: 0, isAnswering: false, retry() {} } },
    /^No response from http/,
    /Start the sandbox again/,
    ['connect'],
  ],
  ['another version of the page', { isReplaced: true }, /older than the sandbox/, /restarted/, ['reload']],
  [
    'an event that nobody wants',
    { unwanted: 'kyc.success' },
    /^kyc\.success was not delivered\.$/,
    /No subscription matches/,
    ['subscribe'],
  ],
  [
    'an event that a disabled subscription would have had',
    { unwanted: 'card.created', subscriptions: [subscription({ status: 'disabled' })] },
    /subscription is disabled/,
    /card\.created happened since/,
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
    /^2 deliveries wait, and the clock is stopped\.$/,
    /09:05:12/,
    ['advance'],
  ],
  ['a paused run', { runs: [run] }, /run of card-life is paused/, /steps are done/, ['resume', 'run']],
  ['a database nearly full', { size: { used: 96, limit: 100 } }, /96 bytes of 100 bytes/, /oldest/, ['data']],
]
test.each(cases)('%s: what, why and what mends it', (_name, change, what, why, mends, says) => {
  const told = bannerOf(facts(change))
  expect(told?.what).toMatch(what)
  expect(told?.why).toMatch(why)
  expect(told?.says).toBe(says)
  expect(told?.mends.map(({ mend }) => mend.kind)).toEqual(mends)
})

const codeOf = (one: DeliveryRow, refusals = 0) => receiverFinding(one, refusals).code
const answered = (status: number, change: Partial<DeliveryRow> = {}) =>
  row({ last_outcome: { kind: 'responded', status }, ...change })
const blocked = { kind: 'blocked', code: 'public_address', address: '203.0.113.9', detail: '' } as const

test.each([
  [
    'refused connections',
    row({ last_outcome: refused }),
    0,
    'nothing_listens',
    ['attempt_now', 'change_address'],
  ],
  [
    'one that was given up',
    row({ last_outcome: refused, state: 'failed', next_attempt_at: null }),
    0,
    'nothing_listens',
    ['resend', 'change_address'],
  ],
  ['a public address', row({ last_outcome: blocked }), 0, 'not_reached', ['change_address', 'show']],
  [
    'signatures refused again and again',
    answered(401, { attempts_made: 2 }),
    2,
    'refuses_signature',
    ['show_secret', 'show_signature', 'attempt_now'],
  ],
  [
    'a signature refused for the first time',
    answered(401),
    1,
    'refuses_signature',
    ['show_secret', 'show_signature', 'attempt_now'],
  ],
  ['a redirect', answered(302), 0, 'redirects', ['change_address', 'show']],
  ['a broken receiver', answered(500), 0, 'failed', ['attempt_now', 'show_answer']],
  ['any other failure', answered(404), 0, 'failed', ['attempt_now', 'show']],
  [
    'a success that does not count',
    answered(204, { reason: 'HTTP 204, but only 200 and 201 count as delivered (delivery.success)' }),
    0,
    'failed',
    ['attempt_now', 'show'],
  ],
  [
    'what should have been refused',
    row({ state: 'wrongly_accepted', fault: 'tamper(signature)' }),
    0,
    'accepted_forged',
    ['show_signature', 'show'],
  ],
])('%s: text of the finding and its buttons', (_name, one, refusals, code, mends) => {
  const told = bannerOf(facts({ troubles: bannersOf({ row: one, refusals }) }))
  expect(codeOf(one, refusals)).toBe(code)
  expect(told).toMatchObject(wordsOf(one, refusals))
  expect(told?.mends.map(({ mend }) => mend.kind)).toEqual(mends)
})

test('a loaded response adds its finding and puts its buttons first', () => {
  const one = answered(302)
  const answer = { finding: moved, moves: [{ kind: 'change_address' as const }], line: 'Found' }
  const told = bannerOf(facts({ troubles: bannersOf({ row: one, refusals: 0, answer }) }))
  expect(told).toMatchObject({ why: `${moved.summary}.`, fix: moved.fix })
  expect(told).not.toHaveProperty('says')
  expect(told?.mends.map(({ mend }) => mend.kind)).toEqual(['change_address', 'show'])
  const broken = { finding: null, moves: [], line: 'TypeError: x is undefined' }
  const crashed = bannerOf(
    facts({ troubles: bannersOf({ row: answered(500), refusals: 0, answer: broken }) }),
  )
  expect(crashed).toMatchObject({ ...wordsOf(answered(500)), says: broken.line })
})

test('the most urgent failure comes first, and the next one after dismissal', () => {
  const all = facts({
    ...Object.assign({}, ...cases.map(([, change]) => change)),
    troubles: bannersOf(...troublesAfter(row({ last_outcome: refused }))),
  })
  const dismissed = new Set<string>()
  const order: string[] = []
  for (let told = bannerOf(all); told !== null; told = bannerOf(all, dismissed)) {
    order.push(told.key.split(':')[0] ?? '')
    dismissed.add(told.key)
  }
  expect(order).toEqual(['lost', 'replaced', 'nothing_listens', 'disabled', 'standing', 'paused', 'full'])
})

test('a blocked live socket is not reported as an unavailable sandbox', () => {
  const link = { state: 'lost', tries: 2, retryAt: 0, isAnswering: true, retry() {} } as const
  expect(bannerOf(facts({ link }))).toMatchObject({
    what: 'The page receives no updates: the live WebSocket does not open.',
    why: expect.stringMatching(/responds over HTTP.*proxy/),
  })
})

test('a dismissed banner returns when the failure happens again', () => {
  const first = bannerOf(facts({ troubles: bannersOf(...troublesAfter(row())) }))
  const dismissed = new Set([first?.key ?? ''])
  expect(
    bannerOf(facts({ troubles: bannersOf(...troublesAfter(row({ attempts_made: 2 }))) }), dismissed),
  ).toBeNull()
  expect(
    bannerOf(facts({ troubles: bannersOf(...troublesAfter(row({ id: 'dlv_2', seq: 2 }))) }), dismissed),
  ).not.toBeNull()
})

test('a first reconnection, a running clock and one 400 show no banner', () => {
  expect(
    bannerOf(facts({ link: { state: 'lost', tries: 1, retryAt: 0, isAnswering: false, retry() {} } })),
  ).toBeNull()
  expect(bannerOf(facts({ waiting: ['2026-01-01T09:05:12.000000Z'] }))).toBeNull()
  expect(codeOf(answered(400), troublesAfter(answered(400))[0]?.refusals)).toBe('failed')
})

test('a repeated report counts once, a success ends the failure, and a deliberate fault is none', () => {
  const twice = troublesAfter(row({ last_outcome: unauthorized }), row({ last_outcome: unauthorized }))
  expect(twice[0]?.refusals).toBe(1)
  expect(troublesAfter(row(), row({ state: 'succeeded' }))).toEqual([])
  expect(troublesAfter(row({ fault: 'drop' }))).toEqual([])
})

test('the first line of a response is shortened, and its finding shown unless it is a crash', () => {
  const attempts = (body: string) => [{ outcome: { kind: 'responded' }, response: { body } }]
  const read = (body: string, findings: Partial<Finding>[] = []) =>
    answeredBy({ attempts: attempts(body), findings } as unknown as Delivery)
  expect(read(`\nError: no\n  at x`)).toEqual({ finding: null, moves: [], line: 'Error: no' })
  expect(read('x'.repeat(500))?.line).toHaveLength(121)
  const page = '<!DOCTYPE html>\n<html>\n<title>Error</title>\n'
  expect(read(`${page}<pre>Error: no &#39;key&#39;<br> at x</pre>`)?.line).toBe("Error: no 'key'")
  expect(read(`${page}<h1>x</h1>`)?.line).toBe('Error')
  // Or it would turn what the page says behind it.
  expect(read('no\u202edeirt ti')?.line).toBe('no[U+202E]deirt ti')
  const failed = (cause: 'unknown' | 'duplicate_key') =>
    read('', [{ code: 'failed_inside', evidence: { status: 500, cause, line: null } }])?.finding
  expect(failed('unknown')).toBe(null)
  expect(failed('duplicate_key')).toMatchObject({ code: 'failed_inside' })
  expect(read('', [{ code: 'answered_by_page' }])).toMatchObject({
    finding: { code: 'answered_by_page' },
    moves: [{ kind: 'change_address' }],
  })
  expect(answeredBy({ attempts: [], findings: [] } as unknown as Delivery)).toBe(null)
})
