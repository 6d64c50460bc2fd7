import { expect, test } from 'vitest'
import { startSandbox, type TestSandbox } from '../helpers/sandbox.ts'
import { type Waited, wait, withTimerOf } from './wait-world.ts'

const seconds = '&timeout_ms=54321'

/** A sandbox whose wait of this query begins to wait. */
async function waitingFor(query: string) {
  const timer = withTimerOf(54_321)
  const sandbox = await startSandbox({}, timer.outside)
  const answer = wait(sandbox, query + seconds)
  await timer.until(1)
  return { sandbox, timer, answer }
}
const post = (sandbox: TestSandbox, event: string, path = '/in/a') => sandbox.request('POST', path, { event })
const eventsOf = ({ matched }: Waited) => matched.map(({ event }) => event)

test('none: it is met when nothing matched until the time was over', async () => {
  const { sandbox, timer, answer } = await waitingFor('kind=capture&event=card.*&none=true')
  await post(sandbox, 'kyc.verification.error')
  timer.ring()
  expect(await answer).toMatchObject({ met: true, timed_out: true, matched: [] })
})

test('none: the first match ends the wait at once and is returned', async () => {
  const { sandbox, timer, answer } = await waitingFor('kind=capture&event=card.*&none=true')
  await post(sandbox, 'kyc.verification.error')
  await post(sandbox, 'card.created')
  expect(await answer).toMatchObject({ met: false, timed_out: false, matched: [{ event: 'card.created' }] })
  expect(timer.pending.size).toBe(0)
})

test('none: what is kept counts as anywhere, and `since` leaves it out', async () => {
  const sandbox = await startSandbox()
  await post(sandbox, 'card.created')
  const { seq } = await sandbox.newestCapture()
  const kept = await wait(sandbox, 'kind=capture&none=true&timeout_ms=0')
  expect([kept.met, kept.matched.length]).toEqual([false, 1])
  expect(await wait(sandbox, `kind=capture&none=true&timeout_ms=0&since=${seq}`)).toMatchObject({ met: true })
  expect(await wait(sandbox, 'kind=capture&none=false&timeout_ms=0')).toMatchObject({ met: true })
})

test('in order: one after the other, others between them allowed', async () => {
  const { sandbox, answer } = await waitingFor(
    'kind=capture&in_order=card.created,card.status.*,card.created',
  )
  for (const event of ['card.status.active', 'card.created', 'other', 'card.status.closed'])
    await post(sandbox, event)
  await post(sandbox, 'card.created')
  const found = await answer
  expect([found.met, found.timed_out, found.order]).toEqual([true, false, { missing: [], misplaced: [] }])
  expect(eventsOf(found)).toEqual(['card.created', 'card.status.closed', 'card.created'])
})

test.each([
  ['first', ['card.created', 'kyc.verification.error']],
  ['last', ['kyc.verification.error', 'card.created']],
])(
  'what arrived instead are the newest twenty that did not match, those that did having come %s',
  async (_when, order) => {
    const sandbox = await startSandbox()
    for (const event of order)
      for (let times = 0; times < (event === 'card.created' ? 3 : 25); times++) await post(sandbox, event)
    const others = (await sandbox.captures('?endpoint=a&event=kyc.*')).map(({ id }) => id)
    const found = await wait(sandbox, 'kind=capture&event=card.created&count=4&timeout_ms=0')
    expect(found.matched).toHaveLength(3)
    expect(found.arrived_instead?.map(({ id }) => id)).toEqual(others.slice(0, 20))
  },
)

test('in order: the first five records before their turn are listed for each pattern, without matched ones', async () => {
  const sandbox = await startSandbox()
  for (let times = 0; times < 8; times++) await post(sandbox, 'card.created')
  const captures = (await sandbox.captures('?endpoint=a')).map(({ id }) => id).toReversed()
  const found = await wait(
    sandbox,
    'kind=capture&in_order=card.created,card.created,kyc.*,card.created&timeout_ms=0',
  )
  expect(found.matched.map(({ id }) => id)).toEqual(captures.slice(0, 2))
  expect(found.order?.missing).toEqual(['kyc.*', 'card.created'])
  expect(found.order?.misplaced.map(({ record }) => record.id)).toEqual(captures.slice(2, 7))
})

test('in order: records before `since` do not count, and a pattern missing twice is listed once', async () => {
  const sandbox = await startSandbox()
  const events = ['card.created', 'kyc.verification.error', 'card.status.active', 'kyc.verification.error']
  for (const event of events) await post(sandbox, event)
  const captures = (await sandbox.captures('?endpoint=a')).toReversed()
  const asked = `kind=capture&in_order=card.*,card.*,kyc.*,kyc.*&timeout_ms=0&since=${captures[0]?.seq}`
  const found = await wait(sandbox, asked)
  expect(found.matched.map(({ id }) => id)).toEqual([captures[2]?.id])
  expect(found.order).toMatchObject({ missing: ['card.*', 'kyc.*', 'kyc.*'] })
  expect(found.order?.misplaced.map(({ record }) => record.id)).toEqual([captures[1]?.id, captures[3]?.id])
})

test('in order: after the time it says how far it came, what is missing and what came before its turn', async () => {
  const { sandbox, timer, answer } = await waitingFor(
    'kind=capture&endpoint=a&in_order=card.created,card.status.active,card.status.closed',
  )
  for (const event of ['card.status.closed', 'card.status.active', 'card.created', 'card.created'])
    await post(sandbox, event)
  await post(sandbox, 'card.status.active', '/in/b')
  timer.ring()
  const found = await answer
  expect([found.met, found.timed_out, eventsOf(found)]).toEqual([false, true, ['card.created']])
  expect(found.order?.missing).toEqual(['card.status.active', 'card.status.closed'])
  expect(found.order?.misplaced).toMatchObject([
    { pattern: 'card.status.active', record: { event: 'card.status.active', endpoint: 'a' } },
    { pattern: 'card.status.closed', record: { event: 'card.status.closed' } },
  ])
  expect(found.arrived_instead).toHaveLength(4)
})

test('in order: the closest is named for its turn, never for a filter that it meets', async () => {
  const sandbox = await startSandbox()
  for (const event of ['card.created', 'card.created', 'kyc.verification.error']) await post(sandbox, event)
  const ask = (order: string) =>
    wait(sandbox, `kind=capture&endpoint=a&method=POST&in_order=${order}&timeout_ms=0`)
  const other = await ask('card.created,card.status.active')
  expect(other.closest).toMatchObject({
    missed: 'in_order',
    wanted: 'card.status.active',
    got: 'kyc.verification.error',
    also_missed: [],
  })
  const early = await ask('kyc.*,card.created')
  expect(early.closest).toMatchObject({
    record: { event: 'card.created' },
    missed: 'in_order',
    wanted: 'card.created',
    got: 'card.created',
    also_missed: [],
  })
  await sandbox.request('PUT', '/in/a', { event: 'card.status.active' })
  const { closest } = await ask('card.created,card.status.active')
  expect(closest).toMatchObject({ missed: 'method', wanted: 'POST', got: 'PUT', also_missed: [] })
})

test('in order: for events and deliveries too, with their filters', async () => {
  const sandbox = await startSandbox()
  await sandbox.subscribe(`${sandbox.url}/in/x`)
  for (const event of ['card.created', 'kyc.verification.error']) await sandbox.trigger(event)
  await sandbox.settle()
  const order = 'in_order=card.created,kyc.*&timeout_ms=0'
  expect(await wait(sandbox, `kind=event&source=trigger&${order}`)).toMatchObject({ met: true })
  expect(await wait(sandbox, `kind=delivery&state=succeeded&${order}`)).toMatchObject({ met: true })
  expect(await wait(sandbox, `kind=delivery&state=failed&${order}`)).toMatchObject({
    met: false,
    matched: [],
  })
})

test.for([
  ['kind=capture&endpoint=b&method=POST', [['endpoint', 'b', 'a']]],
  ['kind=capture&verdict=verified&endpoint=a', [['verdict', 'verified', 'unsigned']]],
  ['kind=capture&event=kyc.*&method=POST', [['event', 'kyc.*', 'card.created']]],
  ['kind=capture&webhook_id=wanted', [['webhook_id', 'wanted', 'given']]],
  ['kind=capture&delivery_id=dlv_1', [['delivery_id', 'dlv_1', null]]],
  ['kind=capture&q=nowhere', [['q', 'nowhere', null]]],
  ['kind=capture&q=endpoint:a%20-event:card.created', [['event', 'not card.created', 'card.created']]],
  ['kind=capture&status=5xx&event=card.*', [['status', '5xx', '200']]],
  ['kind=capture&mistake=duplicate&event=card.*', [['mistake', 'duplicate', 'schema_violation']]],
  [
    'kind=capture&endpoint=a&method=PUT&event=kyc.*',
    [
      ['event', 'kyc.*', 'card.created'],
      ['method', 'PUT', 'POST'],
    ],
  ],
] as const)(
  '"%s": the closest says what missed, what was wanted and what it has',
  async ([query, misses]) => {
    const sandbox = await startSandbox()
    await sandbox.request('DELETE', '/in/far/away')
    await sandbox.request('POST', '/in/a', { event: 'card.created' }, { 'webhook-id': 'given' })
    const { closest } = await wait(sandbox, `${query}&timeout_ms=0`)
    expect(closest?.record).toMatchObject({ endpoint: 'a' })
    const told = closest ? [closest, ...closest.also_missed] : []
    expect(told.map(({ missed, wanted, got }) => [missed, wanted, got]).sort()).toEqual(misses)
  },
)

test('the closest misses the fewest filters; of those the newest', async () => {
  const sandbox = await startSandbox()
  for (const path of ['/in/a', '/in/a', '/in/b'])
    await sandbox.request('PUT', path, { event: 'card.created' })
  const [, second] = (await sandbox.captures()).toReversed()
  const { closest } = await wait(
    sandbox,
    'kind=capture&endpoint=a&method=GET&event=kyc.*&verdict=verified&timeout_ms=0',
  )
  expect(closest?.record.id).toBe(second?.id)
  expect(closest?.also_missed).toHaveLength(2)
})

test('since a time leaves out what came before it, by the clock of the sandbox', async () => {
  const sandbox = await startSandbox()
  await sandbox.clock({ mode: 'manual', set: '2026-01-05T10:00:00Z' })
  await post(sandbox, 'card.created')
  await sandbox.clock({ advance: '10m' })
  await post(sandbox, 'card.status.closed')
  for (const since of ['5m', '2026-01-05T10:05:00Z']) {
    const found = await wait(sandbox, `kind=capture&since=${since}&timeout_ms=0`)
    expect(eventsOf(found)).toEqual(['card.status.closed'])
  }
})

test.each(['capture', 'delivery', 'event', 'call'])(
  'an invalid since is refused with all valid forms: %s',
  async (kind) => {
    const sandbox = await startSandbox()
    const response = await fetch(`${sandbox.url}/sandbox/wait?kind=${kind}&since=soon&timeout_ms=0`)
    expect(response.status).toBe(400)
    expect(await response.json()).toMatchObject({
      error: {
        message: expect.stringMatching(/^since: must be start, the seq of a record, a duration .* or a time/),
      },
    })
  },
)

test('a delivery that missed tells the state it is in', async () => {
  const sandbox = await startSandbox()
  await sandbox.clock({ mode: 'manual' })
  await sandbox.subscribe(`${sandbox.url}/in/a/503`)
  await sandbox.trigger('card.created')
  await sandbox.settle()
  const { closest } = await wait(sandbox, 'kind=delivery&state=succeeded&event=card.*&timeout_ms=0')
  expect(closest).toMatchObject({ missed: 'state', wanted: 'succeeded', got: 'retrying' })
  const answered = await wait(sandbox, 'kind=delivery&status=200&timeout_ms=0')
  expect(answered.closest).toMatchObject({ missed: 'status', wanted: '200', got: '503' })
})

test('an older record is still the closest if it misses one filter only', async () => {
  const sandbox = await startSandbox()
  await sandbox.request('PUT', '/in/a', 'x')
  await Promise.all(Array.from({ length: 260 }, () => sandbox.request('POST', '/in/b', 'x')))
  const { closest } = await wait(sandbox, 'kind=capture&endpoint=a&method=GET&timeout_ms=0')
  expect(closest).toMatchObject({ record: { endpoint: 'a' }, missed: 'method', got: 'PUT', also_missed: [] })
})

test('a client that goes away frees its place, whatever it waits for', async () => {
  const timer = withTimerOf(54_321)
  const sandbox = await startSandbox({}, timer.outside)
  const gone = new AbortController()
  const url = `${sandbox.url}/sandbox/wait?kind=capture${seconds}`
  const asked = ['', '&none=true', '&in_order=a,b'].map((query) =>
    fetch(url + query, { signal: gone.signal }),
  )
  await timer.until(3)
  gone.abort()
  expect((await Promise.allSettled(asked)).map(({ status }) => status)).toEqual(Array(3).fill('rejected'))
  await timer.until(0)
  await post(sandbox, 'card.created')
  expect(sandbox.troubles).toEqual([])
})
