import { join } from 'node:path'
import BetterSqlite3 from 'better-sqlite3'
import { expect, test } from 'vitest'
import { ownFolder } from '../helpers/folder.ts'
import { startSandbox } from '../helpers/sandbox.ts'
import { makeOlder } from './older.ts'

test('a part of an older file, of whose letters nothing is known, is filled no further and still found in', async () => {
  const data = join(ownFolder(), 'sandbox.db')
  const first = await startSandbox({ data })
  for (const body of ['zebra', 'quagga']) await first.request('POST', '/in/x', body)
  expect(await first.captures('?q=zebra')).toHaveLength(1)
  await first.close()

  const old = new BetterSqlite3(data)
  makeOlder(old, 11)
  old.close()

  const second = await startSandbox({ data })
  await second.request('POST', '/in/x', 'zebra again')
  expect(await second.captures('?q=zebra')).toHaveLength(2)
  expect(await second.captures('?q=quagga')).toHaveLength(1)
  await second.close()
  const kept = new BetterSqlite3(data, { readonly: true })
  const parts = kept.prepare(
    "SELECT number, records FROM search_parts WHERE source = 'captures' ORDER BY number",
  )
  expect(parts.raw().all()).toEqual([
    [1, 2],
    [2, 1],
  ])
  kept.close()
})
