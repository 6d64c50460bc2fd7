import { describe, expect, test } from 'vitest'
import { realOutside } from '../../../server/outside.ts'
import type { Subscription } from '../../../server/wire.ts'
import { startReceiver } from '../../helpers/receiver.ts'
import { startSandbox, type TestSandbox } from '../../helpers/sandbox.ts'
import { settings, statesOf } from './holding.ts'

type Script = NonNullable<Parameters<typeof startReceiver>[0]>

/** One receiver, one subscription, no jitter, one attempt at a time, the clock at the beginning of a year. */
async function startWorld(script: Script, delivery: Record<string, unknown> = {}, outside = realOutside()) {
  const receiver = await startReceiver(script)
  const sandbox = await startSandbox(
    { delivery: { jitter: 0, retry_delays: ['1m'], concurrency: 1, ...delivery } },
    outside,
  )
  await sandbox.clock({ mode: 'manual', set: '2026-01-01T00:00:00Z' })
  const { id } = await sandbox.subscribe(receiver.url)
  return { receiver, sandbox, id }
}
async function one(sandbox: TestSandbox) {
  const { deliveries } = await sandbox.trigger('card.created')
  await sandbox.settle()
  return sandbox.delivery(deliveries[0]?.id ?? '')
}
const subscriptionOf = async (sandbox: TestSandbox, id: string) =>
  (await sandbox.get<{ subscriptions: Subscription[] }>('/sandbox/subscriptions')).subscriptions.find(
    (row) => row.id === id,
  )
const askingFor = (value: string) => ({ status: 503, headers: { 'Retry-After': value } })

describe('Retry-After', () => {
  /** A wall clock that stands: a date is held against it, whatever the sandbox's own clock says. */
  const wall = Date.parse('2030-05-05T12:00:00Z')
  const still = { ...realOutside(), wallTime: () => wall * 1000 }
  const date = (ms: number) => new Date(wall + ms).toUTCString()
  const passedOver = (retry_after: string) => ({ retry_after })
  test.each([
    ['600', '00:10:00', { asked_ms: 600_000 }],
    [date(600_000), '00:10:00', { asked_ms: 600_000 }],
    [date(61_000), '00:01:01', { asked_ms: 61_000 }],
    ['59', '00:01:00', null],
    [date(-1000), '00:01:00', null],
    ['0', '00:01:00', null],
    ['soon', '00:01:00', passedOver('soon')],
    ['-5', '00:01:00', passedOver('-5')],
    ['1.5e9', '00:01:00', passedOver('1.5e9')],
    ['', '00:01:00', null],
  ])('%j: the next attempt is at %s', async (value, at, facts) => {
    const { sandbox } = await startWorld([askingFor(value), 200], {}, still)
    const delivery = await one(sandbox)
    expect(delivery.next_attempt_at).toBe(`2026-01-01T${at}.000000Z`)
    expect(delivery.reason_facts).toEqual({ code: 'attempt_failed', ...facts })
  })

  test('a wait of years is a wait of a week, and it says so', async () => {
    const { sandbox } = await startWorld([askingFor('999999999')])
    const delivery = await one(sandbox)
    expect(delivery.next_attempt_at).toBe('2026-01-08T00:00:00.000000Z')
    expect(delivery.reason_facts).toMatchObject({ waits_ms: 7 * 86_400_000 })
  })

  test('it gives no more attempts than there are', async () => {
    const { sandbox, receiver } = await startWorld([askingFor('600')])
    const { id } = await one(sandbox)
    await sandbox.clock({ advance: '1d' })
    expect([(await sandbox.delivery(id)).state, receiver.requests.length]).toEqual(['failed', 2])
  })
})

describe('410 Gone', () => {
  test('where the config says so it disables the subscription, and what waits is cancelled for that reason', async () => {
    const { sandbox, id, receiver } = await startWorld([503, 410], { gone_disables: true })
    await sandbox.trigger('card.created', { fault: 'delay(1h)' })
    await sandbox.trigger('card.created', { count: 4 })
    await sandbox.settle()
    const rows = (await sandbox.deliveries()).toReversed()
    expect(rows.map(({ state }) => state)).toEqual([
      'cancelled',
      'cancelled',
      'failed',
      'cancelled',
      'cancelled',
    ])
    expect(rows[2]?.reason_code).toBe('gone')
    const cancelled = rows.filter(({ state }) => state === 'cancelled')
    for (const { reason_facts } of cancelled)
      expect(reason_facts).toEqual({ code: 'subscription_disabled', by: { code: 'gone' } })
    expect(await subscriptionOf(sandbox, id)).toMatchObject({
      status: 'disabled',
      failed_in_a_row: 1,
      disabled_reason_code: 'gone',
    })
    await sandbox.trigger('card.created')
    await sandbox.clock({ advance: '7d' })
    expect(receiver.requests).toHaveLength(2)
    expect(await sandbox.deliveries()).toHaveLength(5)
  })

  test('where it does not, 410 is a failure like any other', async () => {
    const { sandbox, id } = await startWorld([410, 200])
    expect(await one(sandbox)).toMatchObject({ state: 'retrying', reason_code: 'attempt_failed' })
    await sandbox.clock({ advance: '1m' })
    expect(await statesOf(sandbox)).toEqual(['succeeded'])
    expect((await subscriptionOf(sandbox, id))?.status).toBe('enabled')
  })
})

describe('disable_after', () => {
  const failing = { disable_after: 2, retry_delays: ['1m'] }
  const give = async (sandbox: TestSandbox) => {
    await one(sandbox)
    await sandbox.clock({ advance: '1m' })
  }

  test('counts what was given up in a row, and then disables with the reason', async () => {
    const { sandbox, id, receiver } = await startWorld([503], failing)
    const late = (await sandbox.trigger('card.created', { fault: 'delay(1d)' })).deliveries[0]?.id ?? ''
    await give(sandbox)
    expect(await subscriptionOf(sandbox, id)).toMatchObject({ status: 'enabled', failed_in_a_row: 1 })
    await give(sandbox)
    expect(await subscriptionOf(sandbox, id)).toMatchObject({
      status: 'disabled',
      failed_in_a_row: 2,
      disabled_reason_code: 'given_up_in_a_row',
    })
    expect(await sandbox.delivery(late)).toMatchObject({
      state: 'cancelled',
      reason_facts: { code: 'subscription_disabled', by: { code: 'given_up_in_a_row', count: 2 } },
    })
    await sandbox.clock({ advance: '7d' })
    expect(receiver.requests).toHaveLength(4)
  })

  test('one that was given up is enough where the config says so, and told as one', async () => {
    const { sandbox, id } = await startWorld([503], { disable_after: 1, retry_delays: [] })
    await one(sandbox)
    expect(await subscriptionOf(sandbox, id)).toMatchObject({
      disabled_reason_code: 'given_up_in_a_row',
      failed_in_a_row: 1,
    })
  })

  test('a success in between, also at a retry, resets the count', async () => {
    const { sandbox, id } = await startWorld([503, 503, 503, 200, 503, 503, 200], failing)
    const counts: unknown[] = []
    for (let i = 0; i < 4; i++) {
      await give(sandbox)
      counts.push((await subscriptionOf(sandbox, id))?.failed_in_a_row)
    }
    expect(counts).toEqual([1, 0, 1, 0])
    expect((await subscriptionOf(sandbox, id))?.status).toBe('enabled')
  })

  test('failed attempts that are still retried, and cancelled deliveries, do not count', async () => {
    const { sandbox, id } = await startWorld([503], failing)
    for (let i = 0; i < 4; i++) await sandbox.post(`/sandbox/deliveries/${(await one(sandbox)).id}/cancel`)
    await sandbox.trigger('card.created', { count: 3 })
    await sandbox.settle()
    expect(await subscriptionOf(sandbox, id)).toMatchObject({ status: 'enabled', failed_in_a_row: 0 })
  })

  test('enabled again by the platform, it begins at 0 and delivers', async () => {
    const { sandbox, id, receiver } = await startWorld([503, 503, 503, 503, 503, 503, 200], failing)
    await give(sandbox)
    await give(sandbox)
    const switched = async (status: string) => {
      await sandbox.call('PATCH', `/webhooks/${id}`, { status })
      return subscriptionOf(sandbox, id)
    }
    const enabled = { status: 'enabled', failed_in_a_row: 0, disabled_reason: null }
    expect(await switched('STATUS_ENABLED')).toMatchObject(enabled)
    expect(await switched('STATUS_DISABLED')).toMatchObject({ status: 'disabled', disabled_reason: null })
    expect(await switched('STATUS_ENABLED')).toMatchObject(enabled)
    await give(sandbox)
    expect(await subscriptionOf(sandbox, id)).toMatchObject({ status: 'enabled', failed_in_a_row: 1 })
    expect((await one(sandbox)).state).toBe('succeeded')
    expect(receiver.requests).toHaveLength(7)
  })

  test('without it the count goes on and nothing is disabled', async () => {
    const { sandbox, id } = await startWorld([503], { retry_delays: [] })
    for (let i = 0; i < 5; i++) await one(sandbox)
    expect(await subscriptionOf(sandbox, id)).toMatchObject({ status: 'enabled', failed_in_a_row: 5 })
  })
})

test('each subscription climbs its own ladder', async () => {
  const { sandbox, id, receiver } = await startWorld([503], { retry_delays: ['1m', '1m', '1m'] })
  const other = await startReceiver([503, 503, 200])
  const { id: own } = await sandbox.subscribe(other.url)
  await settings(sandbox, id, { retry_delays: [] })
  await settings(sandbox, own, { retry_delays: ['10s', '20s', '1d'] })
  await sandbox.trigger('card.created')
  await sandbox.clock({ advance: '30s' })
  const states = Object.fromEntries(
    (await sandbox.deliveries()).map((row) => [
      row.subscription_id,
      [row.state, row.attempts_made, row.attempts_max],
    ]),
  )
  expect(states).toEqual({ [id]: ['failed', 1, 1], [own]: ['succeeded', 3, 4] })
  expect([receiver.requests.length, other.requests.length]).toEqual([1, 3])
})

test.each([
  [{ status: 302, headers: { location: 'TARGET' } }, {}],
  [{ status: 308, headers: { location: 'TARGET' } }, {}],
  [204, { counted: [200, 201] }],
  [404, {}],
])('an answer of %j is a failure, and the reason says why', async (answer, facts) => {
  const target = await startReceiver()
  const located = typeof answer === 'number' ? answer : { ...answer, headers: { location: target.url } }
  const { sandbox } = await startWorld([located])
  const delivery = await one(sandbox)
  expect(delivery).toMatchObject({ state: 'retrying', reason_facts: { code: 'attempt_failed', ...facts } })
  await sandbox.clock({ advance: '1m' })
  expect((await sandbox.delivery(delivery.id)).reason_facts).toEqual({
    code: 'gave_up',
    attempts: 2,
    ...facts,
  })
  expect(target.requests).toEqual([])
})

test('an address that is not allowed gives up at once: no time could change it', async () => {
  const { sandbox } = await startWorld([200])
  await sandbox.subscribe('http://93.184.216.34/hook')
  await sandbox.trigger('card.created')
  await sandbox.settle()
  const [blocked] = await sandbox.deliveries('?state=failed')
  expect(blocked).toMatchObject({ attempts_made: 1, attempts_max: 2, next_attempt_at: null })
  expect(blocked?.last_outcome?.kind).toBe('blocked')
  expect(blocked?.reason_code).toBe('not_sent')
})
