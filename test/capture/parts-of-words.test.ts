/** Parts of words are found where a `*` is in front, and a search that finds nothing says how words are found. */
import { expect, test } from 'vitest'
import { searchHint } from '../../server/words/search-hint.ts'
import { runHere } from '../cli/here.ts'
import { sized, startCaptures } from './world.ts'

async function world() {
  const sandbox = await startCaptures()
  for (const id of ['card_9f3eK77aa', 'card_1b2cK88bb'])
    await sandbox.catch({ headers: [sized(`{"id":"${id}"}`), 'X-Tag: one-two'] }, `{"id":"${id}"}`)
  const asked = (q: string) =>
    sandbox.get<{ captures: unknown[]; hint?: string }>(`/sandbox/captures?q=${encodeURIComponent(q)}`)
  return { sandbox, asked }
}

test.each([
  ['*77aa', 1],
  ['*K77*', 1],
  ['*k', 2],
  ['*K77 *3e', 1],
  ['*K77 one', 1],
  ['one -*K77', 1],
  ['*K77 *K88', 0],
  ['"*K77"', 0],
])('%s finds %d', async (q, count) => {
  expect((await (await world()).asked(q)).captures).toHaveLength(count)
})

test('a word that finds nothing says that it is found by its beginning', async () => {
  const { sandbox, asked } = await world()
  expect((await asked('77aa')).hint).toBe(searchHint)
  expect((await asked('method:GET')).hint).toBeUndefined()
  expect((await asked('card')).hint).toBeUndefined()
  const { log } = await runHere(['captures', '77aa', '--url', sandbox.url])
  expect(log).toContain(searchHint)
})
