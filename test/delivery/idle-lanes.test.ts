import BetterSqlite3 from 'better-sqlite3'
import { expect, test, vi } from 'vitest'
import { startSandbox } from '../helpers/sandbox.ts'

test('subscriptions without work cost an order to the clock nothing', async () => {
  const sandbox = await startSandbox()
  await sandbox.clock({ mode: 'manual' })
  const statements = async () => {
    const prototype = Object.getPrototypeOf(new BetterSqlite3(':memory:').prepare('SELECT 1'))
    const spies = (['get', 'all', 'run'] as const).map((name) => vi.spyOn(prototype, name))
    await sandbox.clock({ advance: '1s' })
    const count = spies.reduce((sum, { mock }) => sum + mock.calls.length, 0)
    for (const spy of spies) spy.mockRestore()
    return count
  }
  await sandbox.subscribe('http://127.0.0.1:9/first')
  await statements()
  const few = await statements()
  for (let n = 0; n < 200; n++) await sandbox.subscribe(`http://127.0.0.1:9/${n}`)
  // The calls of these are still being indexed, which adds to an order.
  await expect.poll(statements).toBeLessThan(few + 50)
})
