import { join } from 'node:path'
import { expect, test } from 'vitest'
import { ownFolder } from '../../helpers/folder.ts'
import { startSandbox } from '../../helpers/sandbox.ts'

test.each(['manual', 'real'] as const)(
  'a stop fails no delivery to an endpoint of the sandbox, which goes out after the next start: clock %s',
  async (mode) => {
    const data = join(ownFolder(), 'sandbox.db')
    const delivery = { retry_delays: [] }
    const sandbox = await startSandbox({ data, delivery })
    if (mode === 'manual') await sandbox.clock({ mode })
    await sandbox.subscribe(`${sandbox.url}/in/own`)
    await sandbox.trigger('card.created', { count: 100 })
    await sandbox.close()
    const again = await startSandbox({ data, delivery })
    await again.settle()
    expect(await again.deliveries('?state=failed')).toEqual([])
    const arrived = (await again.captures('?limit=500')).map(({ delivery_id }) => delivery_id)
    expect(new Set(arrived).size).toBe(100)
  },
)
