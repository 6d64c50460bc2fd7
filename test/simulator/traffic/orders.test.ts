import { join } from 'node:path'
import BetterSqlite3 from 'better-sqlite3'
import { describe, expect, onTestFinished, test } from 'vitest'
import type { Frame, Traffic } from '../../../server/wire.ts'
import { frameOf } from '../../../server/wire.ts'
import { expectRefused } from '../../control/refused.ts'
import { ownFolder } from '../../helpers/folder.ts'
import { startReceiver } from '../../helpers/receiver.ts'
import { made, order, standing, trafficOf } from './world.ts'

describe('refused, and what runs goes on:', () => {
  const rows = [
    [{}, 'invalid_field', /^rate: /],
    [
      { rate: -1 },
      'invalid_field',
      /^rate: must be a number of events a second, from 0\.000001 to 5000, or 0, which stops it\.$/,
    ],
    [{ rate: 5001 }, 'invalid_field', /^rate: .*5000/],
    [{ rate: '5' }, 'invalid_field', /^rate: .*5000/],
    [{ rate: 1, shape: 'bursty' }, 'invalid_field', /^shape: /],
    [{ rate: 1, events: [] }, 'invalid_field', /^events: must name at least one event/],
    [{ rate: 1, events: 'card.*' }, 'invalid_field', /^events: must be a list of event names and patterns/],
    [{ rate: 1, events: { 'card.*': -1 } }, 'invalid_field', /^events.card.\*: must be a weight from 0/],
    [{ rate: 1, events: { 'card.*': 0 } }, 'invalid_field', /^events: no entry has a weight above 0/],
    [{ rate: 1, events: {} }, 'invalid_field', /^events: no entry has a weight above 0/],
    [{ rate: 1, events: ['card.craeted'] }, 'event_name_unknown', /card\.craeted/],
    [{ rate: 1, events: { 'crad.*': 1 } }, 'event_name_unknown', /crad\.\*/],
    [{ rate: 1, for: '0' }, 'invalid_field', /^for: must be a duration longer than 0, such as 30s or 10m/],
    [{ rate: 1, for: 10 }, 'invalid_field', /^for: must be a duration/],
    [{ rate: 1, count: 0 }, 'invalid_field', /^count: must be a whole number of events/],
    [
      { rate: 1, count: -1.5 },
      'invalid_field',
      /^count: must be a whole number of events, from 1 to 10000000\.$/,
    ],
    [{ rate: 1, seed: -1 }, 'invalid_field', /^seed: must be a whole number from 0/],
    [{ rate: 1, fault: 'duplicat(2)' }, 'fault_invalid', /duplicat/],
    [{ rate: 1, event: ['card.*'] }, 'invalid_field', /event/],
  ] as const
  test('each wrong order', async () => {
    const sandbox = await standing()
    const running = await order(sandbox, { rate: 2 })
    for (const [asked, code, message] of rows) {
      const answer = await sandbox.request('POST', '/sandbox/traffic', asked)
      expectRefused(answer, { status: 422, code, message })
      expect(await trafficOf(sandbox)).toMatchObject({ id: running.id, running: true, rate: 2 })
    }
  })

  test('an unknown subscription', async () => {
    const sandbox = await standing()
    const answer = await sandbox.request('POST', '/sandbox/traffic', { rate: 1, subscription_id: 'nobody' })
    expectRefused(answer, { status: 404, code: 'subscription_unknown', message: /nobody/ })
    expect((await trafficOf(sandbox)).running).toBe(false)
  })

  test('a mistyped name gets the nearest name, a mistyped field the valid fields', async () => {
    const sandbox = await standing()
    const fix = async (body: unknown) =>
      (await sandbox.request<{ error: { fix: string } }>('POST', '/sandbox/traffic', body)).body.error.fix
    expect(await fix({ rate: 1, events: ['card.craeted'] })).toContain('Did you mean card.created?')
    expect(await fix({ rate: 1, evnts: [] })).toContain('Did you mean events?')
  })
})

test('the response shows the order as understood', async () => {
  const sandbox = await standing()
  expect(
    await order(sandbox, {
      rate: 0.5,
      shape: 'poisson',
      events: ['card.*', 'transactions'],
      seed: 9,
      for: '1m30s',
    }),
  ).toMatchObject({
    running: true,
    rate: 0.5,
    shape: 'poisson',
    events: { 'card.*': 1, transactions: 1 },
    seed: 9,
    for_ms: 90_000,
    count: null,
    started_at: '2026-01-01T00:00:00.000000Z',
    ends_at: '2026-01-01T00:01:30.000000Z',
    ended_at: null,
  })
})

test('the first event of a steady one is made with the order', async () => {
  const sandbox = await standing()
  expect(await order(sandbox, { rate: 1 })).toMatchObject({ sent: 1 })
})

test('without a seed each has its own, drawn from that of the sandbox', async () => {
  const [one, other] = [await standing(), await standing()]
  const seeds = async (sandbox: typeof one) => [
    (await order(sandbox, { rate: 1 })).seed,
    (await order(sandbox, { rate: 1 })).seed,
  ]
  const drawn = await seeds(one)
  expect(new Set(drawn).size).toBe(2)
  expect(await seeds(other)).toEqual(drawn)
})

test('it counts what became of its deliveries, and of its alone', async () => {
  const sandbox = await standing({ delivery: { retry_delays: ['10s'], jitter: 0 } })
  const good = await startReceiver([200])
  const bad = await startReceiver([503])
  await sandbox.subscribe(good.url)
  await sandbox.subscribe(bad.url)
  await order(sandbox, { rate: 1, count: 4, events: ['card.created'] })
  await sandbox.trigger('card.created', { count: 3 })
  await sandbox.clock({ advance: '5s' })
  expect(await trafficOf(sandbox)).toMatchObject({ sent: 4, deliveries: 8, succeeded: 4, failed: 0 })
  await sandbox.clock({ advance: '1m' })
  expect(await trafficOf(sandbox)).toMatchObject({ sent: 4, deliveries: 8, succeeded: 4, failed: 4 })
})

test('a receiver that refuses what it has to counts as success; an end of the subscription does not', async () => {
  const sandbox = await standing()
  const receiver = await startReceiver([401])
  const { id } = await sandbox.subscribe(receiver.url)
  await order(sandbox, { rate: 1, count: 2, fault: 'tamper( signature )', subscription_id: id })
  await sandbox.clock({ advance: '5s' })
  expect(await trafficOf(sandbox)).toMatchObject({ fault: 'tamper(signature)', succeeded: 2, failed: 0 })
  await order(sandbox, { rate: 1, count: 2, subscription_id: id })
  await sandbox.clock({ advance: '5s' })
  expect(await trafficOf(sandbox)).toMatchObject({ succeeded: 0, failed: 0 })
  await sandbox.call('DELETE', `/webhooks/${id}`)
  expect(await trafficOf(sandbox)).toMatchObject({ deliveries: 2, succeeded: 0, failed: 2 })
})

test('when many end with their subscription, each is counted without being announced one by one', async () => {
  const sandbox = await standing()
  const { id } = await sandbox.subscribe('http://127.0.0.1:9/')
  await order(sandbox, { rate: 5000, count: 1100, events: ['transactions'], fault: 'delay(1h)' })
  await sandbox.clock({ advance: '1s' })
  expect(await trafficOf(sandbox)).toMatchObject({ deliveries: 1100, failed: 0 })
  await sandbox.call('DELETE', `/webhooks/${id}`)
  expect(await trafficOf(sandbox)).toMatchObject({ deliveries: 1100, succeeded: 0, failed: 1100 })
})

test('a subscription that is named gets all of it, whatever its patterns, and nobody else any', async () => {
  const sandbox = await standing()
  const [named, other] = [await startReceiver(), await startReceiver()]
  const { id } = await sandbox.subscribe(named.url, { events: ['transactions'] })
  await sandbox.subscribe(other.url)
  await order(sandbox, { rate: 1, count: 3, events: ['card.created'], subscription_id: id })
  await sandbox.clock({ advance: '5s' })
  expect([named.requests.length, other.requests.length]).toEqual([3, 0])
})

test('what cannot be made is counted as refused, and traffic goes on', async () => {
  const sandbox = await standing()
  const receiver = await startReceiver()
  const { id } = await sandbox.subscribe(receiver.url)
  const disabled = (status: string) => sandbox.call('PATCH', `/webhooks/${id}`, { status })
  await order(sandbox, { rate: 1, count: 6, events: ['card.created'], subscription_id: id })
  await sandbox.settle()
  await disabled('STATUS_DISABLED')
  await sandbox.clock({ advance: '2s' })
  await disabled('STATUS_ENABLED')
  await sandbox.clock({ advance: '1m' })
  expect(await trafficOf(sandbox)).toMatchObject({ sent: 4, refused: 2, succeeded: 4, running: false })
  expect(await made(sandbox)).toHaveLength(4)
  expect(sandbox.troubles).toEqual([])
})

test('traffic to one subscription ends with it, and counts nothing more', async () => {
  const sandbox = await standing()
  const receiver = await startReceiver()
  const { id } = await sandbox.subscribe(receiver.url)
  await order(sandbox, { rate: 1, events: ['card.created'], subscription_id: id })
  await sandbox.settle()
  await sandbox.call('DELETE', `/webhooks/${id}`)
  await sandbox.clock({ advance: '1m' })
  expect(await trafficOf(sandbox)).toMatchObject({ sent: 1, refused: 0, running: false })
})

test('a defect in creating an event is reported and counted as refused', async () => {
  const data = join(ownFolder(), 'sandbox.db')
  const sandbox = await standing({ data })
  const database = new BetterSqlite3(data)
  onTestFinished(() => void database.close())
  await order(sandbox, { rate: 1, count: 4, events: ['transactions'] })
  database.exec(`CREATE TRIGGER no_event BEFORE INSERT ON events BEGIN SELECT raise(ABORT, 'no room'); END`)
  await sandbox.clock({ advance: '1s' })
  database.exec('DROP TRIGGER no_event')
  await sandbox.clock({ advance: '1h' })
  expect(await trafficOf(sandbox)).toMatchObject({ sent: 3, refused: 1, running: false })
  expect(sandbox.troubles.map(String)).toEqual([expect.stringContaining('no room')])
})

test('live frames report its start, settled deliveries and its end', async () => {
  const sandbox = await standing()
  const receiver = await startReceiver()
  await sandbox.subscribe(receiver.url)
  const told: Traffic[] = []
  sandbox.listen((news) => {
    for (const one of news) {
      const frame: Frame = frameOf(one)
      if (frame.kind === 'traffic') told.push(frame.data)
    }
  })
  await order(sandbox, { rate: 1, count: 2, events: ['card.created'] })
  await sandbox.settle()
  await sandbox.clock({ advance: '5s' })
  const states = told.map(({ running, sent, succeeded }) => [running, sent, succeeded])
  expect(states[0]).toEqual([true, 0, 0])
  expect(states).toContainEqual([true, 1, 1])
  expect(states).toContainEqual([false, 2, 1])
  expect(states.at(-1)).toEqual([false, 2, 2])
  const count = told.length
  await sandbox.clock({ advance: '1h' })
  expect(told).toHaveLength(count)
})

test('while the clock is moved, frames are limited to about one a second of its time', async () => {
  const sandbox = await standing()
  await sandbox.subscribe((await startReceiver()).url)
  const told: Traffic[] = []
  sandbox.listen((news) => {
    for (const one of news) if (one.kind === 'traffic') told.push(one.tell())
  })
  await order(sandbox, { rate: 50, events: ['transactions'] })
  await sandbox.clock({ advance: '3.5s' })
  expect(told.length).toBeLessThanOrEqual(7)
  expect(told.at(-1)).toMatchObject({ running: true, sent: 176, succeeded: 176 })
})
