import { Webhook } from 'standardwebhooks'
import { expect, test } from 'vitest'
import type { DeliveryRow, Subscription } from '../../../server/wire.ts'
import { expectRefused } from '../../control/refused.ts'
import { sample } from '../../helpers/long.ts'
import { startReceiver } from '../../helpers/receiver.ts'
import { startSandbox, type TestSandbox } from '../../helpers/sandbox.ts'
import { settings } from './holding.ts'

interface Resent {
  deliveries: DeliveryRow[]
  counts: { deliveries: number; skipped: number }
}
const resendAll = async (sandbox: TestSandbox, body: Record<string, unknown>) => {
  const answer = await sandbox.request<Resent>('POST', '/sandbox/deliveries/resend', body)
  expect(answer.status, JSON.stringify(answer.body)).toBe(201)
  return answer.body
}

/**
 * A good receiver of everything and one of cards that is not well yet, one attempt each; three times an hour apart one event of each of two
 * names. It is 12:00 when it is done: `cards` and `customers` are deliveries to the good one, `failed` those to the bad one.
 */
async function startWorld() {
  const [good, bad] = [await startReceiver(), await startReceiver([503, 503, 503, 200])]
  const sandbox = await startSandbox({ delivery: { retry_delays: [], concurrency: 1 } })
  await sandbox.clock({ mode: 'manual', set: '2026-01-01T09:00:00Z' })
  const all = await sandbox.subscribe(good.url)
  const cards = await sandbox.subscribe(bad.url, { events: ['card.*'] })
  for (let hour = 0; hour < 3; hour++) {
    await sandbox.trigger('card.created')
    await sandbox.trigger('customer.updated')
    await sandbox.clock({ advance: '1h' })
  }
  const rows = (await sandbox.deliveries()).toReversed()
  const mine = (subscription: string, event: string) =>
    rows.filter((row) => row.subscription_id === subscription && row.event === event)
  return {
    sandbox,
    good,
    bad,
    ids: { good: all.id, bad: cards.id },
    rows,
    cards: mine(all.id, 'card.created'),
    customers: mine(all.id, 'customer.updated'),
    failed: mine(cards.id, 'card.created'),
  }
}
const secretOf = async (sandbox: TestSandbox, id: string) =>
  (await sandbox.get<{ subscriptions: Subscription[] }>('/sandbox/subscriptions')).subscriptions.find(
    (row) => row.id === id,
  )?.secret ?? ''
type World = Awaited<ReturnType<typeof startWorld>>
/** What tells of which delivery another is the repetition. */
const originOf = ({ event_id, subscription_id, url }: DeliveryRow) => [event_id, subscription_id, url]

const filters: [string, (world: World) => Record<string, unknown>, (world: World) => DeliveryRow[]][] = [
  ['a state', () => ({ state: 'failed' }), ({ failed }) => failed],
  ['an event', () => ({ event: 'customer.updated' }), ({ customers }) => customers],
  ['a pattern of events', () => ({ event: '*.updated' }), ({ customers }) => customers],
  ['a subscription', ({ ids }) => ({ subscription_id: ids.bad }), ({ failed }) => failed],
  ['a text', ({ cards }) => ({ q: cards[1]?.id }), ({ cards }) => cards.slice(1, 2)],
  ['a time', () => ({ since: '2026-01-01T11:00:00Z' }), ({ rows }) => rows.slice(6)],
  ['a time just past', () => ({ since: '2026-01-01T11:00:00.000001Z' }), () => []],
  ['a duration', () => ({ since: '2h' }), ({ rows }) => rows.slice(3)],
  ['a short duration', () => ({ since: '59m59s' }), () => []],
  ['a state since a time', () => ({ state: 'failed', since: '2h' }), ({ failed }) => failed.slice(1)],
  ['an event and a state', () => ({ state: 'failed', event: 'customer.*' }), () => []],
]

test.each(filters)(
  'by %s: those that match come again, oldest first, and no others',
  async (_, asked, expected) => {
    const world = await startWorld()
    const { sandbox, rows } = world
    const { deliveries, counts } = await resendAll(sandbox, asked(world))
    expect(deliveries.map(originOf)).toEqual(expected(world).map(originOf))
    expect(counts).toEqual({ deliveries: deliveries.length, skipped: 0 })
    expect(deliveries.filter(({ id }) => rows.some((row) => row.id === id))).toEqual([])
    await sandbox.settle()
    expect(world.good.requests.length + world.bad.requests.length).toBe(9 + deliveries.length)
  },
)

test('failed deliveries since a time are resent with new signatures once the receiver works; old records stay', async () => {
  const { sandbox, bad, ids, failed } = await startWorld()
  const before = await sandbox.delivery(failed[1]?.id ?? '')
  const { deliveries } = await resendAll(sandbox, { state: 'failed', since: '2026-01-01T10:00:00Z' })
  await sandbox.settle()
  expect(deliveries).toHaveLength(2)
  const rows = await sandbox.deliveries(`?subscription_id=${ids.bad}`)
  expect(rows.map(({ state }) => state)).toEqual(['succeeded', 'succeeded', 'failed', 'failed', 'failed'])
  expect(await sandbox.delivery(before.id)).toEqual(before)
  const secret = await secretOf(sandbox, ids.bad)
  for (const { body, headers } of bad.requests.slice(3))
    new Webhook(secret).verify(body, headers as Record<string, string>)
})

test('those whose subscription is disabled or gone are skipped, and counted', async () => {
  const { sandbox, ids, cards, customers } = await startWorld()
  await sandbox.call('PATCH', `/webhooks/${ids.bad}`, { status: 'STATUS_DISABLED' })
  const first = await resendAll(sandbox, { event: '*' })
  expect(first.counts).toEqual({ deliveries: cards.length + customers.length, skipped: 3 })
  await sandbox.call('DELETE', `/webhooks/${ids.bad}`)
  expect((await resendAll(sandbox, { state: 'failed' })).counts).toEqual({ deliveries: 0, skipped: 3 })
})

test('none of the deliveries that it makes is itself sent again, though they match before it ends', async () => {
  const receiver = await startReceiver()
  const sandbox = await startSandbox()
  const { id } = await sandbox.subscribe(receiver.url)
  await settings(sandbox, id, { concurrency: 100 })
  // A hundred are sent again at a time.
  const count = sample(250, 650)
  await sandbox.trigger('card.created', { count })
  await sandbox.settle()
  const { deliveries, counts } = await resendAll(sandbox, { state: 'succeeded' })
  expect(counts).toEqual({ deliveries: count, skipped: 0 })
  expect(new Set(deliveries.map(({ event_id }) => event_id)).size).toBe(count)
  await sandbox.settle()
  expect(receiver.requests).toHaveLength(2 * count)
})

test.each([
  [1000, 1000],
  [1001, 0],
])('of %i deliveries %i are listed, and all are counted', async (count, listed) => {
  const sandbox = await startSandbox()
  await sandbox.clock({ mode: 'manual' })
  const { id } = await sandbox.subscribe('http://127.0.0.1:9/')
  await settings(sandbox, id, { ordered: true })
  // The oldest never comes due, so that nothing of an ordered lane is sent.
  await sandbox.trigger('card.created', { count, fault: 'delay(1d)' })
  const { deliveries, counts } = await resendAll(sandbox, { subscription_id: id })
  expect([deliveries.length, counts]).toEqual([listed, { deliveries: count, skipped: 0 }])
})

test('edits of a delivery are kept when it is sent again', async () => {
  const { sandbox, good, cards } = await startWorld()
  await sandbox.post(`/sandbox/deliveries/${cards[0]?.id}/resend`, {
    body: 'edited',
    headers: { 'X-A': '1' },
  })
  await sandbox.settle()
  await resendAll(sandbox, { since: '1m' })
  await sandbox.settle()
  const last = good.requests.slice(-2)
  expect(last.map(({ body, headers }) => [body.toString(), headers['x-a']])).toEqual([
    ['edited', '1'],
    ['edited', '1'],
  ])
})

const wrong: [Record<string, unknown>, RegExp, RegExp][] = [
  [{}, /no filter/, /state, event, subscription_id, q, since and up_to/],
  [{ since: 'yesterday' }, /^since/, /./],
  [{ since: '-2h' }, /^since/, /./],
  [{ since: '' }, /^since/, /./],
  [{ state: 'lost' }, /^state/, /./],
  [{ event: '' }, /^event/, /./],
  [{ subscription: 'x' }, /subscription/, /./],
]
test('a wrong filter is refused, and nothing is sent', async () => {
  const { sandbox } = await startWorld()
  for (const [body, message, fix] of wrong) {
    expectRefused(await sandbox.request('POST', '/sandbox/deliveries/resend', body), {
      status: 422,
      code: 'invalid_field',
      message,
      fix,
    })
    expect(await sandbox.deliveries()).toHaveLength(9)
  }
})
