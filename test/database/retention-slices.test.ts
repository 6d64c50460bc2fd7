import BetterSqlite3 from 'better-sqlite3'
import { expect, test, vi } from 'vitest'
import { realOutside } from '../../server/outside.ts'
import { startSandbox } from '../helpers/sandbox.ts'

test('retention deletes for a slice of time in each transaction', async () => {
  let ms = 0
  const outside = { ...realOutside(), elapsed: () => (ms += 5) }
  const sandbox = await startSandbox({ retention: { age: '1d' } }, outside)
  await sandbox.clock({ mode: 'manual' })
  for (let n = 0; n < 200; n++) await sandbox.request('POST', '/in/x', `${n}`)
  const prototype = Object.getPrototypeOf(new BetterSqlite3(':memory:').prepare('SELECT 1'))
  const run = vi.spyOn(prototype, 'run')
  await sandbox.clock({ advance: '2d' })
  const left = async () => (await sandbox.get<{ counts: { captures: number } }>('/sandbox/health')).counts
  await expect.poll(async () => (await left()).captures).toBe(0)
  /** How many captures each transaction deleted. */
  const deleted: number[] = []
  let inThis = 0
  for (const { source } of run.mock.contexts as { source: string }[])
    if (source === 'DELETE FROM captures WHERE seq = ?') inThis++
    else if (source === 'COMMIT' && inThis > 0) {
      deleted.push(inThis)
      inThis = 0
    }
  run.mockRestore()
  expect(deleted.reduce((sum, count) => sum + count, 0)).toBe(200)
  // Ten are deleted between two looks at the time, and the second look ends the slice.
  expect(Math.max(...deleted)).toBeLessThanOrEqual(20)
})
