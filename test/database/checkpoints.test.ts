import { existsSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import BetterSqlite3 from 'better-sqlite3'
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

/** Somebody else with a transaction that begins with the first read. */
function startReading(file: string) {
  const reader = new BetterSqlite3(file, { readonly: true })
  onTestFinished(() => void reader.close())
  reader.exec('BEGIN')
  return { reader, count: reader.prepare<[], number>('SELECT count(*) FROM filler').pluck() }
}

const commitsItselfAt = (database: Database) => database.pragma('wal_autocheckpoint', { simple: true })

/** The thread starts in the next turn. From then on a commit carries over much more by itself. */
const started = (database: Database) => expect.poll(() => commitsItselfAt(database)).toBe(16_000)

test('after many commits the log is carried over by a thread of its own', async () => {
  const file = join(ownFolder(), 'sandbox.db')
  const { database, checkpoints, troubles, commit } = openWith(file)
  for (let i = 0; i < 499; i++) commit(1)
  expect(commitsItselfAt(database)).toBe(4000)
  commit(1)
  await started(database)
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

test('the log is restarted between commits, long before a commit has to do it', async () => {
  const file = join(ownFolder(), 'sandbox.db')
  const { database, checkpoints, troubles, commit } = openWith(file)
  for (let i = 0; i < 500; i++) commit(1)
  await started(database)
  for (let i = 0; i < 125; i++) commit(40)
  const touch = database.prepare('UPDATE filler SET bytes = randomblob(4000) WHERE rowid = 1')
  const log = () => statSync(`${file}-wal`).size
  // It grows with each commit until it is written over from its beginning.
  const growth = () => {
    const before = log()
    touch.run()
    checkpoints.committed()
    return log() - before
  }
  expect(growth()).toBeGreaterThan(0)
  // Hardly idle, so that the thread cannot get to the end of it by itself.
  while (growth() > 0) for (let turn = 0; turn < 200; turn++) await new Promise(setImmediate)
  // Nor was it the commit that finds 16,000 pages in it.
  expect(log()).toBeLessThan(16_000 * 4096)
  const rows = database.prepare('SELECT count(*) FROM filler').pluck().get()
  await checkpoints.stop()
  database.close()
  const again = openDatabase(file)
  onTestFinished(() => void again.close())
  expect(again.pragma('integrity_check', { simple: true })).toBe('ok')
  expect(again.prepare('SELECT count(*) FROM filler').pluck().get()).toBe(rows)
  expect(troubles).toEqual([])
})

test('what somebody else reads is left in the log for as long, and nobody is disturbed', async () => {
  const file = join(ownFolder(), 'sandbox.db')
  const { database, checkpoints, troubles, commit } = openWith(file)
  commit(1)
  const { reader, count } = startReading(file)
  expect(count.get()).toBe(1)
  const log = () => statSync(`${file}-wal`).size
  for (let i = 0; i < 700; i++) commit(20)
  const held = log()
  await expect
    .poll(() => {
      commit(20)
      return log()
    })
    .toBeGreaterThan(held + 1_000_000)
  expect(count.get()).toBe(1)
  reader.exec('COMMIT')
  await expect
    .poll(() => {
      const before = log()
      for (let i = 0; i < 50; i++) commit(1)
      return log() - before
    })
    .toBe(0)
  expect(count.get()).toBe(database.prepare('SELECT count(*) FROM filler').pluck().get())
  await checkpoints.stop()
  expect(troubles).toEqual([])
})

test('a log that is to be emptied is, as soon as nobody else reads it', async () => {
  const file = join(ownFolder(), 'sandbox.db')
  const { checkpoints, troubles, commit } = openWith(file)
  commit(1)
  const { reader, count } = startReading(file)
  expect(count.get()).toBe(1)
  commit(100)
  const log = () => statSync(`${file}-wal`).size
  checkpoints.empty()
  // Copied as far as the reader allows, and not emptied.
  await expect.poll(() => statSync(file).size).toBeGreaterThan(4096)
  commit(1)
  expect(log()).toBeGreaterThan(400_000)
  expect(count.get()).toBe(1)
  reader.exec('COMMIT')
  commit(1)
  await expect.poll(log).toBe(0)
  await checkpoints.stop()
  expect(troubles).toEqual([])
})

test('while the thread empties the log it says that nobody can write, and when that is over', async () => {
  const file = join(ownFolder(), 'sandbox.db')
  const { checkpoints, commit } = openWith(file)
  commit(1)
  expect(checkpoints.unlocked()).toBe(undefined)
  commit(100)
  // It waits for this reader, each time for some milliseconds.
  expect(startReading(file).count.get()).toBe(101)
  let unlocked: Promise<unknown> | undefined
  await expect
    .poll(
      () => {
        checkpoints.empty()
        unlocked = checkpoints.unlocked()
        return unlocked
      },
      { interval: 1 },
    )
    .toBeDefined()
  await unlocked
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

test('after few commits that wrote much, the thread carries the log over as well', async () => {
  const { checkpoints, database, commit } = openWith(join(ownFolder(), 'sandbox.db'))
  for (let i = 0; i < 10; i++) commit(250)
  expect(commitsItselfAt(database)).toBe(4000)
  for (let i = 0; i < 4; i++) commit(250)
  await started(database)
  await checkpoints.stop()
})
