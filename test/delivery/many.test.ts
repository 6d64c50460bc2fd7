import type { ServerResponse } from 'node:http'
import { expect, test } from 'vitest'
import type { ControlError, DeliveryRow } from '../../server/wire.ts'
import { type ScriptedAnswer, startReceiver } from '../helpers/receiver.ts'
import { startSandbox } from '../helpers/sandbox.ts'

type Answer = { deliveries: DeliveryRow[]; counts: { deliveries: number; skipped: number } } & ControlError

/** A sandbox on the manual clock with deliveries that were answered 503 and wait for their next attempt. */
async function startWaiting(
  events: readonly string[],
  subscription: Record<string, unknown> = {},
  afterwards: ScriptedAnswer = 200,
) {
  const receiver = await startReceiver([...events.map(() => 503), afterwards])
  const sandbox = await startSandbox()
  await sandbox.clock({ mode: 'manual', set: '2026-01-01T00:00:00Z' })
  const { id } = await sandbox.subscribe(receiver.url)
  if (Object.keys(subscription).length > 0)
    await sandbox.request('PATCH', `/sandbox/subscriptions/${id}`, subscription)
  const ids: string[] = []
  for (const event of events) ids.push((await sandbox.trigger(event)).deliveries[0]?.id ?? '')
  await sandbox.settle()
  const many = (act: string, body: unknown) =>
    sandbox.request<Answer>('POST', `/sandbox/deliveries/${act}`, body)
  const states = () => Promise.all(ids.map(async (id) => (await sandbox.delivery(id)).state))
  return { receiver, sandbox, ids, many, states }
}

test('all that wait and match are tried at once, and those that match alone', async () => {
  const { sandbox, many, states, receiver } = await startWaiting([
    'card.created',
    'card.created',
    'transactions',
  ])
  const { status, body } = await many('attempt-now', { event: 'card.*' })
  expect([status, body.counts]).toEqual([200, { deliveries: 2, skipped: 0 }])
  await sandbox.settle()
  expect(await states()).toEqual(['succeeded', 'succeeded', 'retrying'])
  expect(receiver.requests).toHaveLength(5)
})

test('only the first delivery of an ordered subscription is attempted at once', async () => {
  const { many, ids } = await startWaiting(['card.created', 'card.created', 'card.created'], {
    ordered: true,
  })
  const { body } = await many('attempt-now', { q: 'event:card.created' })
  expect([body.deliveries.map(({ id }) => id), body.counts]).toEqual([
    [ids[0]],
    { deliveries: 1, skipped: 2 },
  ])
})

test('all that match and have not ended are cancelled; asked for again, none is left', async () => {
  const { many, states } = await startWaiting(['card.created', 'transactions', 'card.created'])
  const first = await many('cancel', { event: 'card.created' })
  expect([first.status, first.body.counts]).toEqual([200, { deliveries: 2, skipped: 0 }])
  expect(first.body.deliveries.map(({ state }) => state)).toEqual(['cancelled', 'cancelled'])
  expect(await states()).toEqual(['cancelled', 'retrying', 'cancelled'])
  expect((await many('cancel', { event: 'card.created' })).body.counts).toEqual({ deliveries: 0, skipped: 0 })
  expect((await many('cancel', { state: 'cancelled' })).body.counts).toEqual({ deliveries: 0, skipped: 2 })
})

test('several states and events are named as in the list, with commas between', async () => {
  const { many, states } = await startWaiting(['card.created', 'transactions', 'customer.updated'])
  const done = await many('cancel', { state: 'failed,retrying', event: 'card.*,transactions' })
  expect(done.body.counts).toEqual({ deliveries: 2, skipped: 0 })
  expect(await states()).toEqual(['cancelled', 'cancelled', 'retrying'])
  expect((await many('cancel', { state: 'failed,retryng' })).status).toBe(422)
  expect((await many('cancel', { state: ',' })).status).toBe(422)
  expect((await many('cancel', { state: 'retrying,' })).body.counts).toEqual({ deliveries: 1, skipped: 0 })
})

test('a state in words is a filter like any other', async () => {
  const { many, states } = await startWaiting(['card.created', 'transactions'])
  expect((await many('cancel', { q: 'state:pending,retrying -event:card.*' })).body.counts.deliveries).toBe(1)
  expect(await states()).toEqual(['retrying', 'cancelled'])
})

test('deliveries after a number are left alone', async () => {
  const { sandbox, ids, many, states } = await startWaiting(['card.created', 'card.created'])
  const { seq } = await sandbox.delivery(ids[0] ?? '')
  expect((await many('cancel', { event: 'card.*', up_to: seq })).body.counts.deliveries).toBe(1)
  expect(await states()).toEqual(['cancelled', 'retrying'])
})

test.each(['attempt-now', 'cancel'])(
  '%s of everything is not done by leaving the filter out',
  async (act) => {
    const { many, states } = await startWaiting(['card.created'])
    const { status, body } = await many(act, {})
    expect([status, body.error.code, body.error.message]).toEqual([
      422,
      'invalid_field',
      expect.stringContaining('has no filter'),
    ])
    const wrong = await many(act, { q: 'stat:failed' })
    expect([wrong.status, wrong.body.error.code]).toEqual([422, 'invalid_field'])
    expect(await states()).toEqual(['retrying'])
  },
)

test('hundreds are cancelled in several transactions, and each is announced', async () => {
  const held: ServerResponse[] = []
  const { sandbox, many } = await startWaiting(['card.created'], {}, (response) => held.push(response))
  await sandbox.request('POST', '/sandbox/events', { event: 'card.created', count: 250 })
  const { body } = await many('cancel', { event: 'card.created' })
  expect(body.counts.deliveries + body.counts.skipped).toBe(251)
  const left = await sandbox.get<{ deliveries: DeliveryRow[] }>('/sandbox/deliveries?state=pending,retrying')
  expect(left.deliveries).toEqual([])
  for (const response of held) response.end()
})

test.each(['attempt-now', 'cancel', 'resend'])(
  '%s by blanks alone is refused: they name nothing, and what waits is meant by itself',
  async (act) => {
    const { many, states } = await startWaiting(['card.created', 'transactions'])
    const { status, body } = await many(act, { q: ' \t' })
    expect([status, body.error]).toMatchObject([
      422,
      { code: 'invalid_field', message: expect.stringContaining('q: ') },
    ])
    expect(await states()).toEqual(['retrying', 'retrying'])
  },
)

test('a span that reaches back before 1970 means all since then, as the list takes it', async () => {
  const { many, sandbox } = await startWaiting(['card.created'])
  await sandbox.clock({ set: '1970-01-01T00:00:10Z' })
  expect((await many('cancel', { since: '1h' })).body.counts).toEqual({ deliveries: 1, skipped: 0 })
})
