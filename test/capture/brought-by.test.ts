import { expect, test } from 'vitest'
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
      verdict: { result: 'failed', secret_of: `subscription ${id}`, causes: [{ cause: 'stale' }] },
    })
    expect((await sandbox.captures()).map(({ delivery_id }) => delivery_id)).toEqual([again?.id, first?.id])
  },
)
