import { describe, expect, test } from 'vitest'
import type { Delivery, Event } from '../../../server/wire.ts'
import { startReceiver } from '../../helpers/receiver.ts'
import type { TestSandbox } from '../../helpers/sandbox.ts'
import { made, order, planned, standing, trafficOf } from './world.ts'

const events = { 'card.*': 3, 'kyc.verification.success': 1 }

test('a sandbox has none until it is ordered', async () => {
  const sandbox = await standing()
  expect(await trafficOf(sandbox)).toMatchObject({
    id: null,
    running: false,
    rate: 0,
    sent: 0,
    per_second: [],
  })
  expect((await order(sandbox, { rate: 0 })).id).toBeNull()
})

describe('on the manual clock', () => {
  test.for(['steady', 'poisson'] as const)(
    '%s: advance makes exactly what the schedule says, each at its own time, in order',
    async (shape) => {
      const sandbox = await standing()
      await sandbox.subscribe(`${sandbox.url}/in/hooks`)
      const { id } = await order(sandbox, { rate: 0.7, shape, seed: 5, events })
      expect(await sandbox.clock({ advance: '2m' })).toMatchObject({ settled: true })
      const traffic = await trafficOf(sandbox)
      expect(traffic).toMatchObject({ id, running: true, succeeded: traffic.sent, deliveries: traffic.sent })
      expect(await made(sandbox)).toEqual(planned({ rate: 0.7, shape, seed: 5 }, events, traffic.sent))
      const [after] = planned({ rate: 0.7, shape, seed: 5 }, events, traffic.sent + 1).slice(-1)
      expect(after?.slice(0, 19).localeCompare('2026-01-01T00:02:00')).toBeGreaterThanOrEqual(0)
      // Its deliveries left then, not when the clock had come to its end.
      const deliveries = (await sandbox.deliveries('?limit=500')).toReversed()
      expect(deliveries.map(({ created_at, event }) => `${created_at} ${event}`)).toEqual(await made(sandbox))
    },
  )

  test('in many steps it comes to the same as in one', async () => {
    const run = async (steps: readonly string[]) => {
      const sandbox = await standing()
      await order(sandbox, { rate: 3, shape: 'poisson', seed: 1 })
      for (const advance of steps) await sandbox.clock({ advance })
      return made(sandbox)
    }
    const one = await run(['1m'])
    expect(one.length).toBeGreaterThan(100)
    expect(await run(['1s', '100ms', '28.9s', '0', '30s'])).toEqual(one)
  })

  test('two sandboxes with the same seed and script make the same bytes', async () => {
    const run = async () => {
      const sandbox = await standing({ delivery: { timestamps: 'clock', concurrency: 1 } })
      const receiver = await startReceiver([200, 503, 200])
      await sandbox.subscribe(receiver.url)
      const traffic = await order(sandbox, { rate: 2, shape: 'poisson', for: '20s' })
      await sandbox.clock({ advance: '1h' })
      const bodies = receiver.requests.map(({ headers, body }) => [
        headers['webhook-id'],
        headers['webhook-timestamp'],
        body.toString(),
      ])
      return { id: traffic.id, seed: traffic.seed, events: await whole(sandbox), bodies }
    }
    const first = await run()
    expect(first.events.length).toBeGreaterThan(20)
    expect(await run()).toEqual(first)
  })

  test('events carry the id of the traffic as their run, and can be listed by it', async () => {
    const sandbox = await standing()
    const one = await order(sandbox, { rate: 1, count: 2, events: ['card.created'] })
    await sandbox.clock({ advance: '5s' })
    const two = await order(sandbox, { rate: 1, count: 3, events: ['card.created'] })
    await sandbox.clock({ advance: '5s' })
    expect(one.id).toMatch(/^trf_/)
    expect(await made(sandbox, `&run_id=${one.id}`)).toHaveLength(2)
    expect(await made(sandbox, `&run_id=${two.id}`)).toHaveLength(3)
  })

  test('at equal times the jobs of the platform come first, then traffic; retries come at that time too', async () => {
    const sandbox = await standing({ kyc: { delay: '1m' }, delivery: { jitter: 0 } })
    const receiver = await startReceiver([503, 200])
    await sandbox.subscribe(receiver.url)
    await order(sandbox, { rate: 1 / 60, events: ['kyb.verification.warning'] })
    const { body } = await sandbox.call<{ customer_id: string }>('POST', '/customers/', {
      names: [{ first_name: 'Ada', last_name: 'Byron' }],
      dob: '1990-12-10',
    })
    await sandbox.call('POST', `/customers/${body.customer_id}/verification-kyc`, { ssn: '123-45-6789' })
    await sandbox.settle()
    await sandbox.clock({ advance: '1m' })
    const [oldest] = (await sandbox.deliveries()).toReversed()
    const attempts = await sandbox.attempts(oldest?.id ?? '')
    expect(attempts.map(({ started_at }) => started_at.slice(11, 19))).toEqual(['00:00:00', '00:01:00'])
    const { events } = await sandbox.get<{ events: Event[] }>('/sandbox/events?limit=2')
    expect(events.map(({ event, occurred_at }) => [event, occurred_at.slice(11, 19)])).toEqual([
      ['kyb.verification.warning', '00:01:00'],
      ['kyc.verification.success', '00:01:00'],
    ])
  })
})

describe('it ends', () => {
  test.for([
    [{ rate: 2, for: '5s' }, 10, '00:00:05'],
    [{ rate: 2, count: 7 }, 7, '00:00:03'],
    [{ rate: 2, for: '5s', count: 7 }, 7, '00:00:03'],
    [{ rate: 2, for: '2s', count: 7 }, 4, '00:00:02'],
    [{ rate: 0.1, for: '1s' }, 1, '00:00:01'],
  ] as const)('%o makes %d', async ([asked, sent, endedAt]) => {
    const sandbox = await standing()
    await order(sandbox, { ...asked, events: ['card.created'] })
    await sandbox.clock({ advance: '1h' })
    const traffic = await trafficOf(sandbox)
    expect(traffic).toMatchObject({ running: false, sent, refused: 0 })
    expect(traffic.ended_at?.slice(11, 19)).toBe(endedAt)
    expect(await made(sandbox)).toHaveLength(sent)
  })

  test('a rate of 0 stops it; what it measured stays', async () => {
    const sandbox = await standing()
    await order(sandbox, { rate: 1 })
    await sandbox.clock({ advance: '4s' })
    expect(await order(sandbox, { rate: 0 })).toMatchObject({
      running: false,
      rate: 1,
      sent: 5,
      ended_at: '2026-01-01T00:00:04.000000Z',
    })
    await sandbox.clock({ advance: '1h' })
    expect(await made(sandbox)).toHaveLength(5)
  })

  test('another one takes its place', async () => {
    const sandbox = await standing()
    const first = await order(sandbox, { rate: 1, events: ['card.created'] })
    await sandbox.clock({ advance: '2s' })
    const second = await order(sandbox, { rate: 10, count: 5, events: ['transactions'] })
    await sandbox.clock({ advance: '1m' })
    expect(second.id).not.toBe(first.id)
    const names = (await made(sandbox)).map((line) => line.split(' ')[1])
    expect(names).toEqual([...Array(3).fill('card.created'), ...Array(5).fill('transactions')])
    expect(await trafficOf(sandbox)).toMatchObject({ id: second.id, sent: 5, running: false })
  })

  test('a reset ends it and forgets it', async () => {
    const sandbox = await standing()
    await order(sandbox, { rate: 1, events: ['card.created'] })
    await sandbox.clock({ advance: '2s' })
    await sandbox.post('/sandbox/reset', {})
    expect(await trafficOf(sandbox)).toMatchObject({ id: null, running: false, sent: 0 })
    await sandbox.clock({ advance: '1h' })
    expect(await made(sandbox)).toEqual([])
    // Ids begin anew, and with them nothing of the one before.
    await order(sandbox, { rate: 1, count: 2, events: ['transactions'] })
    await sandbox.clock({ advance: '1h' })
    expect((await made(sandbox)).map((line) => line.split(' ')[1])).toEqual(['transactions', 'transactions'])
    expect(sandbox.troubles).toEqual([])
  })
})

async function whole(sandbox: TestSandbox) {
  const { events } = await sandbox.get<{ events: Event[] }>('/sandbox/events?limit=500')
  const deliveries = await sandbox.get<{ deliveries: Delivery[] }>('/sandbox/deliveries?limit=500')
  const payloads = await Promise.all(events.map(async ({ id }) => (await sandbox.event(id)).payload))
  const told = deliveries.deliveries.map(({ id, state, created_at, finished_at }) => [
    id,
    state,
    created_at,
    finished_at,
  ])
  return events.map(({ id, event, occurred_at }, i) => [id, event, occurred_at, payloads[i], told[i]])
}
