import { closeSync, copyFileSync, openSync, truncateSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import BetterSqlite3 from 'better-sqlite3'
import { expect, test } from 'vitest'
import { ownFolder } from '../helpers/folder.ts'
import { startSandbox } from '../helpers/sandbox.ts'

/** A database with sixty captures, closed. */
async function filled() {
  const data = join(ownFolder(), 'sandbox.db')
  const sandbox = await startSandbox({ data })
  for (let i = 0; i < 60; i++) await sandbox.request('POST', '/in/x', 'x'.repeat(1000))
  await sandbox.trigger('card.created')
  await sandbox.settle()
  await sandbox.close()
  return data
}

/** Writes over the first page of a table that holds rows. */
function damage(file: string, table: string) {
  const database = new BetterSqlite3(file, { readonly: true })
  const page = database
    .prepare<[string], number>("SELECT pageno FROM dbstat WHERE name = ? AND pagetype = 'leaf'")
    .pluck()
    .get(table)
  database.close()
  const open = openSync(file, 'r+')
  writeSync(open, Buffer.alloc(4096, 0x77), 0, 4096, ((page ?? 0) - 1) * 4096)
  closeSync(open)
}

test('a list that a damaged page is met in says so and what is left, and the rest goes on', async () => {
  const data = await filled()
  damage(data, 'captures')
  const sandbox = await startSandbox({ data })
  const refused = await sandbox.request('GET', '/sandbox/captures?limit=500')
  expect(refused).toMatchObject({
    status: 503,
    body: {
      error: { code: 'storage', message: expect.stringMatching(/^The database is damaged: .*malformed\.$/) },
    },
  })
  expect(JSON.stringify(refused.body)).toContain('.recover')
  expect((await sandbox.request('GET', '/sandbox/deliveries')).status).toBe(200)
})

test.each<[string, (file: string) => void]>([
  ['settings', (file) => damage(file, 'settings')],
  ['half of it', (file) => truncateSync(file, 80 * 1024)],
])('a start that meets a damage (%s) names it, not the folder or the disk', async (_, harm) => {
  const data = await filled()
  const copy = `${data}.copy`
  copyFileSync(data, copy)
  harm(copy)
  await expect(startSandbox({ data: copy })).rejects.toMatchObject({
    message: expect.stringMatching(/^The database .*\.copy is damaged: .*malformed\.$/),
    fix: expect.stringContaining(`sqlite3 ${copy} .recover`),
  })
})
