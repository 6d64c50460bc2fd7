import { expect, test } from 'vitest'
import type { Capture, Delivery, DeliveryRow, Run, Subscription } from '../../server/wire.ts'
import { startReceiver } from '../helpers/receiver.ts'
import { startSandbox } from '../helpers/sandbox.ts'
import { expectRefused } from './refused.ts'

/** A sandbox with two subscriptions, each with a delivery of the same event. */
async function world() {
  const sandbox = await startSandbox()
  const { origin } = new URL((await startReceiver()).url)
  const first = await sandbox.subscribe(`${origin}/first`)
  const second = await sandbox.subscribe(`${origin}/second`)
  await sandbox.trigger('card.created')
  const { deliveries } = await sandbox.get<{ deliveries: DeliveryRow[] }>('/sandbox/deliveries?order=oldest')
  const [older, newer] = deliveries
  if (!older || !newer) throw new Error('no deliveries')
  return { sandbox, origin, first, second, older, newer }
}

/** Kind, ordered part and two more characters. */
const begun = (id: string) => id.slice(0, 14)

test('a path takes the beginning of an id, and last for the newest record', async () => {
  const { sandbox, older, newer } = await world()
  const idAt = async (typed: string) =>
    (await sandbox.get<{ delivery: Delivery }>(`/sandbox/deliveries/${typed}`)).delivery.id
  expect(await idAt(begun(older.id))).toBe(older.id)
  expect(await idAt('last')).toBe(newer.id)
})

test('an act takes the beginning of an id', async () => {
  const { sandbox, older } = await world()
  const { delivery } = await sandbox.post<{ delivery: DeliveryRow }>(
    `/sandbox/deliveries/${begun(older.id)}/resend`,
    {},
  )
  expect(delivery.subscription_id).toBe(older.subscription_id)
})

test('the beginning of several ids is refused with these ids, the newest first', async () => {
  const { sandbox, older, newer } = await world()
  expectRefused(await sandbox.request('GET', '/sandbox/deliveries/dlv_'), {
    status: 400,
    code: 'id_ambiguous',
    message: new RegExp(`${newer.id}, ${older.id}`),
  })
})

test('a refusal names at most five ids', async () => {
  const { sandbox } = await world()
  await sandbox.trigger('card.created', { count: 4 })
  const answer = await sandbox.request<{ error: { message: string } }>('GET', '/sandbox/deliveries/dlv_')
  expect(answer.body.error.message.match(/dlv_\w{26}/g)).toHaveLength(5)
})

test('last of an empty list, and a text that begins no id, are unknown', async () => {
  const sandbox = await startSandbox()
  for (const typed of ['last', 'cap_zz', '%'])
    expectRefused(await sandbox.request('GET', `/sandbox/captures/${encodeURIComponent(typed)}`), {
      status: 404,
      code: 'capture_unknown',
    })
})

test('every kind of record is found by last', async () => {
  const { sandbox, second } = await world()
  expect(await sandbox.get('/sandbox/subscriptions/last')).toMatchObject({ subscription: { id: second.id } })
  await sandbox.request('POST', '/in/demo', 'hello')
  await sandbox.call('GET', '/cards/unknown')
  const { armed_error } = await sandbox.post<{ armed_error: { id: string } }>('/sandbox/armed-errors', {
    code: 'card_dne',
  })
  const { fault_rule } = await sandbox.post<{ fault_rule: { id: string } }>('/sandbox/fault-rules', {
    fault: 'drop',
  })
  const { run } = await sandbox.post<{ run: Run }>('/sandbox/scenarios/onboarding-passes/run', {
    paused: true,
  })
  const { captures } = await sandbox.get<{ captures: Capture[] }>('/sandbox/captures?limit=1')
  expect(await sandbox.get('/sandbox/captures/last')).toMatchObject({ capture: { id: captures[0]?.id } })
  expect(await sandbox.get('/sandbox/calls/last')).toMatchObject({
    call: { id: expect.stringMatching(/^cal_/) },
  })
  expect(await sandbox.get('/sandbox/events/last')).toMatchObject({
    event: { id: expect.stringMatching(/^evt_/) },
  })
  expect(await sandbox.get('/sandbox/runs/last')).toMatchObject({ run: { id: run.id } })
  const removed = async (path: string) => (await sandbox.request('DELETE', path)).body
  expect(await removed('/sandbox/armed-errors/last')).toMatchObject({ armed_error: { id: armed_error.id } })
  expect(await removed('/sandbox/fault-rules/last')).toMatchObject({ fault_rule: { id: fault_rule.id } })
})

test('a subscription is found by the beginning of its id and by its URL, in paths, filters and bodies', async () => {
  const { sandbox, origin, first } = await world()
  const { host, port } = new URL(origin)
  for (const typed of [
    first.id.slice(0, 12),
    first.id.slice(0, 12).toUpperCase(),
    `${origin}/first`,
    `http://localhost:${port}/first`,
    `${host}/first`,
    `:${port}/first`,
  ]) {
    const shown = await sandbox.get<{ subscription: Subscription }>(
      `/sandbox/subscriptions/${encodeURIComponent(typed)}`,
    )
    expect(shown, typed).toMatchObject({ subscription: { id: first.id } })
    const list = `/sandbox/deliveries?subscription_id=${encodeURIComponent(typed)}`
    const { deliveries } = await sandbox.get<{ deliveries: DeliveryRow[] }>(list)
    expect(new Set(deliveries.map((row) => row.subscription_id))).toEqual(new Set([first.id]))
    const order = { event: 'card.created', subscription_id: typed }
    expect(await sandbox.post('/sandbox/events', order)).toMatchObject({
      deliveries: [{ subscription_id: first.id }],
    })
  }
})

test('a URL that several subscriptions have is refused with their ids', async () => {
  const { sandbox, origin, first } = await world()
  const third = await sandbox.subscribe(`${origin}/first`)
  const typed = encodeURIComponent(`${origin}/first`)
  expectRefused(await sandbox.request('GET', `/sandbox/subscriptions/${typed}`), {
    status: 400,
    code: 'id_ambiguous',
    message: new RegExp(`${third.id}, ${first.id}`),
  })
})
