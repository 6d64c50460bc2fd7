import { expect, test } from 'vitest'
import { ownedBy } from '../helpers/owned-by.ts'
import { startSandbox } from '../helpers/sandbox.ts'

test.each(['manual', 'real'])(
  'a request that the fault replay sends is put down to that delivery, not to the one that it repeats (%s clock)',
  async (mode) => {
    const sandbox = await startSandbox()
    if (mode === 'manual') await sandbox.clock({ mode })
    const { id } = await sandbox.subscribe(`${sandbox.url}/in/shop`)
    const brought = async (fault?: string) => {
      const { deliveries } = await sandbox.trigger('card.created', {
        subscription_id: id,
        ...(fault && { fault }),
      })
      await sandbox.settle()
      return deliveries[0]
    }
    const first = await brought('tamper(signature)')
    const again = await brought('replay(1h)')
    await expect.poll(async () => (await sandbox.newestCapture()).verdict?.explained).toBe(true)
    const capture = await sandbox.newestCapture()
    expect(capture).toMatchObject({
      webhook_id: first?.event_id,
      delivery_id: again?.id,
      verdict: { result: 'failed', secret_of: ownedBy(`subscription ${id}`), causes: [{ cause: 'stale' }] },
    })
    expect((await sandbox.captures()).map(({ delivery_id }) => delivery_id)).toEqual([again?.id, first?.id])
  },
)

test.each<[where: string, headers: object]>([
  ['beside other text', { 'webhook-id': 'evt:{id}', 'X-Sig': 't={ts},s={signature}' }],
  ['beside the signature', { 'webhook-id': '{event}', 'X-Sig': 'id={id},t={ts},s={signature}' }],
  ['in a header of its own', { 'X-Id': '{id}', 'X-Sig': 't={ts},s={signature}' }],
])('a delivery by a recipe of one’s own is known by its id %s', async (_, headers) => {
  const sandbox = await startSandbox()
  const { id } = await sandbox.subscribe(`${sandbox.url}/in/shop`)
  await sandbox.request('PATCH', `/sandbox/subscriptions/${id}`, {
    scheme: 'custom',
    scheme_options: { headers, signs: '{id}.{ts}.{body}' },
  })
  const { deliveries } = await sandbox.trigger('card.created', { subscription_id: id })
  await sandbox.settle()
  expect(await sandbox.newestCapture()).toMatchObject({
    webhook_id: deliveries[0]?.event_id,
    delivery_id: deliveries[0]?.id,
    verdict: { result: 'verified' },
  })
})
