import { existsSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { createCheckpoints } from '../../server/database/checkpoints.ts'
import { type Database, openDatabase } from '../../server/database/open.ts'
import { ownFolder } from '../helpers/folder.ts'

/** A table of rows of a page each, and what a commit of so many of them leaves behind. */
function openWith(file: string) {
  const database = openDatabase(file)
  onTestFinished(() => void database.close())
  database.exec('CREATE TABLE filler (bytes BLOB NOT NULL) STRICT')
  const insert = database.prepare('INSERT INTO filler VALUES (zeroblob(4000))')
  const troubles: unknown[] = []
  const checkpoints = createCheckpoints({ database, onTrouble: (error) => void troubles.push(error) })
  onTestFinished(() => checkpoints.stop())
  function commit(rows: number) {
    database.transaction(() => {
      for (let i = 0; i < rows; i++) insert.run()
    })()
    checkpoints.committed()
  }
  return { database, checkpoints, troubles, commit }
}

const commitsItselfAt = (database: Database) => database.pragma('wal_autocheckpoint', { simple: true })

test('after many commits the log is carried over by a thread of its own', async () => {
  const file = join(ownFolder(), 'sandbox.db')
  const { database, checkpoints, troubles, commit } = openWith(file)
  for (let i = 0; i < 499; i++) commit(1)
  expect(commitsItselfAt(database)).toBe(4000)
  commit(1)
  expect(commitsItselfAt(database)).toBe(16_000)
  // Less than a commit would carry over by itself.
  const before = statSync(file).size
  for (let i = 0; i < 80; i++) commit(100)
  await expect.poll(() => statSync(file).size).toBeGreaterThan(before + 20_000_000)
  await checkpoints.stop()
  expect(database.pragma('integrity_check', { simple: true })).toBe('ok')
  expect(database.prepare('SELECT count(*) FROM filler').pluck().get()).toBe(8500)
  expect(troubles).toEqual([])
  // The last who closes it takes the log away.
  database.close()
  expect(existsSync(`${file}-wal`)).toBe(false)
})

test('where the thread cannot run, commits carry the log over themselves as before', async () => {
  const file = join(ownFolder(), 'sandbox.db')
  const { database, troubles, commit } = openWith(file)
  rmSync(file)
  for (let i = 0; i < 500; i++) commit(1)
  await expect.poll(() => troubles).toHaveLength(1)
  expect(String(troubles[0])).toMatch(/cannot open .*sandbox\.db: unable to open database file/)
  expect(commitsItselfAt(database)).toBe(4000)
})

test('what is kept in memory has no log', () => {
  const { database, commit } = openWith(':memory:')
  for (let i = 0; i < 501; i++) commit(1)
  expect(commitsItselfAt(database)).toBe(4000)
})
