import { Webhook } from 'standardwebhooks'
import { expect, test } from 'vitest'
import type { DeliveryRow, Subscription } from '../../../server/wire.ts'
import { startReceiver } from '../../helpers/receiver.ts'
import { startSandbox, type TestSandbox } from '../../helpers/sandbox.ts'
import { settings } from '../engine/holding.ts'

interface Resent {
  deliveries: DeliveryRow[]
  counts: { deliveries: number; skipped: number }
}
const resendAll = (sandbox: TestSandbox, body: Record<string, unknown>) =>
  sandbox.post<Resent>('/sandbox/deliveries/resend', body)

test('what failed and was sent again is not sent again with those that failed: only the newest of each counts', async () => {
  const [bad, other] = [await startReceiver([503]), await startReceiver()]
  const sandbox = await startSandbox({ delivery: { retry_delays: [] } })
  await sandbox.clock({ mode: 'manual', set: '2026-01-01T00:00:00Z' })
  await sandbox.subscribe(bad.url)
  await sandbox.subscribe(other.url)
  const { events } = await sandbox.trigger('card.created', { count: 2 })
  await sandbox.settle()
  for (let round = 0; round < 4; round++) {
    const { deliveries, counts } = await resendAll(sandbox, { state: 'failed' })
    expect(counts).toEqual({ deliveries: 2, skipped: round * 2 })
    expect(deliveries.map(({ event_id }) => event_id)).toEqual(events.map(({ id }) => id))
    await sandbox.settle()
  }
  expect([bad.requests.length, other.requests.length]).toEqual([10, 2])
})

test.each<[string, number[], (other: string) => Record<string, unknown>, string]>([
  ['went to another address', [503, 200], (url) => ({ url }), 'succeeded'],
  ['had another body', [503, 200], () => ({ body: '{}' }), 'succeeded'],
  ['had another header', [503, 200], () => ({ headers: { 'X-Mine': '1' } }), 'succeeded'],
  ['had a fault and was refused', [503, 401, 200], () => ({ fault: 'unsigned' }), 'refused'],
])('what failed is sent again in bulk though a later one %s', async (_, statuses, edits, state) => {
  const [picky, other] = [await startReceiver(statuses), await startReceiver()]
  const sandbox = await startSandbox({ delivery: { retry_delays: [] } })
  const { id } = await sandbox.subscribe(picky.url)
  await sandbox.trigger('card.created')
  await sandbox.settle()
  const [failed] = await sandbox.deliveries('?state=failed')
  await sandbox.post(`/sandbox/deliveries/${failed?.id}/resend`, edits(other.url))
  await sandbox.settle()
  expect((await sandbox.deliveries())[0]?.state).toBe(state)
  expect((await resendAll(sandbox, { state: 'failed' })).counts).toEqual({ deliveries: 1, skipped: 0 })
  await sandbox.settle()
  expect((await resendAll(sandbox, { state: 'failed' })).counts).toEqual({ deliveries: 0, skipped: 1 })
  expect((await sandbox.deliveries(`?subscription_id=${id}`)).length).toBe(3)
})

test('what was edited and failed is sent again in bulk with its edits, once, and so is what it was made of', async () => {
  const bad = await startReceiver([503])
  const sandbox = await startSandbox({ delivery: { retry_delays: [] } })
  await sandbox.subscribe(bad.url)
  const { deliveries } = await sandbox.trigger('card.created')
  await sandbox.settle()
  await sandbox.post(`/sandbox/deliveries/${deliveries[0]?.id}/resend`, { body: '{"mine":1}' })
  await sandbox.settle()
  for (const skipped of [0, 2]) {
    const again = await resendAll(sandbox, { state: 'failed' })
    expect(again.counts).toEqual({ deliveries: 2, skipped })
    expect(again.deliveries.map(({ edited }) => edited)).toEqual([false, true])
    await sandbox.settle()
  }
})

test('what failed is sent again in bulk where the sending before was cancelled, and to a new address only once', async () => {
  const [bad, good] = [await startReceiver([503]), await startReceiver()]
  const sandbox = await startSandbox({ delivery: { retry_delays: [], concurrency: 1 } })
  await sandbox.clock({ mode: 'manual', set: '2026-01-01T00:00:00Z' })
  const { id } = await sandbox.subscribe(bad.url)
  await sandbox.trigger('card.created')
  await sandbox.settle()
  await settings(sandbox, id, { ordered: true })
  await sandbox.trigger('card.created', { fault: 'delay(1d)' })
  await resendAll(sandbox, { state: 'failed' })
  await sandbox.post('/sandbox/deliveries/cancel', { state: 'pending' })
  expect((await resendAll(sandbox, { state: 'failed' })).counts).toEqual({ deliveries: 1, skipped: 0 })
  await sandbox.settle()
  await sandbox.call('PATCH', `/webhooks/${id}`, { url: good.url })
  expect((await resendAll(sandbox, { state: 'failed' })).counts).toEqual({ deliveries: 1, skipped: 1 })
  await sandbox.settle()
  expect((await resendAll(sandbox, { state: 'failed' })).counts).toEqual({ deliveries: 0, skipped: 2 })
  expect([bad.requests.length, good.requests.length]).toEqual([2, 1])
})

test('of many more than a thousand sent again none is listed, and all are counted', async () => {
  const count = 1150
  const sandbox = await startSandbox()
  await sandbox.clock({ mode: 'manual' })
  const { id } = await sandbox.subscribe('http://127.0.0.1:9/')
  await settings(sandbox, id, { ordered: true })
  // The oldest never comes due, so that nothing of an ordered lane is sent.
  await sandbox.trigger('card.created', { count: 1000, fault: 'delay(1d)' })
  await sandbox.trigger('card.created', { count: count - 1000 })
  const { deliveries, counts } = await resendAll(sandbox, { subscription_id: id })
  expect([deliveries.length, counts]).toEqual([0, { deliveries: count, skipped: 0 }])
})

test('six rotations whose overlaps run keep every secret; those whose overlap is over are forgotten beyond five', async () => {
  const receiver = await startReceiver()
  const sandbox = await startSandbox()
  // The library goes by the time of the machine.
  await sandbox.clock({ mode: 'manual', set: new Date().toISOString() })
  const { id, secret } = await sandbox.subscribe(receiver.url)
  const rotate = async (overlap: string) =>
    (
      await sandbox.post<{ subscription: Subscription }>(`/sandbox/subscriptions/${id}/rotate-secret`, {
        overlap,
      })
    ).subscription
  const secrets = [secret]
  for (let i = 0; i < 6; i++) secrets.unshift((await rotate('4m')).secret)
  await sandbox.trigger('card.created')
  await sandbox.settle()
  const { body, headers } = receiver.requests.at(-1) ?? { body: '', headers: {} }
  expect(new Set(secrets).size).toBe(7)
  for (const one of secrets) new Webhook(one).verify(body, headers as Record<string, string>)
  await sandbox.clock({ advance: '4m' })
  const after = await rotate('1m')
  expect(after.old_secrets.map((old) => old.secret)).toEqual(secrets.slice(0, 5))
})
