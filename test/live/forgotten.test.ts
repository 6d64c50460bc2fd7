/** What a client hears that comes back after the sandbox forgot the news it missed; bus.test.ts tests the bound itself. */
import { expect } from 'vitest'
import { test } from '../helpers/long.ts'
import { startSandbox } from '../helpers/sandbox.ts'
import { happen, watch } from './world.ts'

test('what is older than the newest that are kept is a gap, and the news go on', async () => {
  const sandbox = await startSandbox()
  const since = await happen(sandbox)
  await sandbox.trigger('card.created', { count: 25_002 })
  const client = await watch(sandbox.url, { since })
  await client.untilSeq(await happen(sandbox))
  expect(client.frames.map(({ kind }) => kind)).toEqual(['hello', 'gap', 'call'])
})
