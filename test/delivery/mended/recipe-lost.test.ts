import { join } from 'node:path'
import { expect, test } from 'vitest'
import type { Subscription } from '../../../server/wire.ts'
import { expectRefused } from '../../control/refused.ts'
import { ownFolder } from '../../helpers/folder.ts'
import { startReceiver } from '../../helpers/receiver.ts'
import { startSandbox, type TestSandbox } from '../../helpers/sandbox.ts'
import { settings } from '../engine/holding.ts'

const recipe = { headers: { 'X-Own': '{signature}' }, signs: '{id}.{body}' }
const withRecipe = { signing: { custom: recipe } }
const only = async (sandbox: TestSandbox) =>
  (await sandbox.get<{ subscriptions: Subscription[] }>('/sandbox/subscriptions')).subscriptions[0]

/** A sandbox on a file with one subscription by `custom`, one of whose deliveries waits for its retry; it is closed. */
async function closedWorld() {
  const receiver = await startReceiver([500, 200])
  const file = { data: join(ownFolder(), 'sandbox.db'), delivery: { retry_delays: ['1h'], jitter: 0 } }
  const sandbox = await startSandbox({ ...file, ...withRecipe })
  await sandbox.clock({ mode: 'manual', set: '2026-01-01T00:00:00Z' })
  const { id } = await sandbox.subscribe(receiver.url)
  await settings(sandbox, id, { scheme: 'custom' })
  const { deliveries } = await sandbox.trigger('card.created')
  await sandbox.settle()
  await sandbox.close()
  return { receiver, file, id, waiting: deliveries[0]?.id ?? '' }
}

test('a start without the recipe of custom disables who is signed by it and says so; what waits goes once it is back', async () => {
  const { receiver, file, id, waiting } = await closedWorld()
  const without = await startSandbox(file)
  expect(await only(without)).toMatchObject({
    status: 'disabled',
    disabled_reason_code: 'recipe_missing',
  })
  expect(without.troubles).toEqual([
    expect.objectContaining({
      message: expect.stringContaining(id),
      fix: expect.stringContaining('signing.custom'),
    }),
  ])
  expectRefused(await without.request('POST', `/sandbox/deliveries/${waiting}/attempt-now`), {
    status: 422,
    code: 'invalid_field',
    message: /is disabled/,
    fix: /Enable it/,
  })
  await without.clock({ advance: '2h' })
  expect((await without.delivery(waiting)).state).toBe('retrying')
  await without.close()
  const back = await startSandbox({ ...file, ...withRecipe })
  expect(back.troubles).toEqual([])
  await back.call('PATCH', `/webhooks/${id}`, { status: 'STATUS_ENABLED' })
  await back.settle()
  expect((await back.delivery(waiting)).state).toBe('succeeded')
  expect(receiver.requests.map(({ headers }) => headers['x-own'])).toEqual([
    expect.any(String),
    expect.any(String),
  ])
})

test('what was made by the lost recipe fails with the fix when it is enabled all the same, and is never sent unsigned', async () => {
  const { receiver, file, id, waiting } = await closedWorld()
  const sandbox = await startSandbox(file)
  await settings(sandbox, id, { scheme: 'stripe' })
  await sandbox.call('PATCH', `/webhooks/${id}`, { status: 'STATUS_ENABLED' })
  await sandbox.clock({ advance: '2h' })
  expect(await sandbox.delivery(waiting)).toMatchObject({
    state: 'failed',
    reason_code: 'recipe_missing',
  })
  expect(receiver.requests).toHaveLength(1)
  await sandbox.post(`/sandbox/deliveries/${waiting}/resend`, {})
  await sandbox.settle()
  expect(receiver.requests.at(-1)?.headers).toHaveProperty('stripe-signature')
})
