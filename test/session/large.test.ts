import { expect, test } from 'vitest'
import { startSandbox } from '../helpers/sandbox.ts'

test('a session of large bodies is written in small pieces, with a turn for others between two of them', async () => {
  const sandbox = await startSandbox({ bare: true, body_limit_bytes: 2_000_000 })
  const size = 1_500_000
  for (let i = 0; i < 30; i++) await sandbox.request('POST', '/in/x', 'x'.repeat(size))
  let turns = 0
  let isOver = false
  function count() {
    turns++
    if (!isOver) setImmediate(count)
  }
  const { body } = await sandbox.fetch(new Request(`${sandbox.url}/sandbox/session`))
  count()
  let [largest, all] = [0, 0]
  for await (const piece of body as unknown as AsyncIterable<Uint8Array>) {
    largest = Math.max(largest, piece.length)
    all += piece.length
  }
  isOver = true
  expect(all).toBeGreaterThan(30 * size)
  expect(largest).toBeLessThan(2 * size)
  expect(turns).toBeGreaterThanOrEqual(30)
})
