import { once } from 'node:events'
import { existsSync, mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import BetterSqlite3 from 'better-sqlite3'
import { expect, onTestFinished, test } from 'vitest'
import { earlierReaders } from '../../server/database/earlier.ts'
import { findRunning, lockDatabase, openLocked } from '../../server/database/lock.ts'
import { openDatabase } from '../../server/database/open.ts'
import { StartError } from '../../server/failures.ts'
import { ownFolder } from '../helpers/folder.ts'
import { startSandbox } from '../helpers/sandbox.ts'

const folder = 'server/database/migrations'
const steps = readdirSync(folder).sort()

const refusal = (act: () => unknown): StartError => {
  try {
    act()
  } catch (error) {
    if (error instanceof StartError) return error
    throw error
  }
  throw new Error('nothing was refused')
}

test('a new file is brought to the newest version, folders included, and opened again as it is', () => {
  const file = join(ownFolder(), 'deep/er/sandbox.db')
  const first = openDatabase(file)
  expect(first.pragma('user_version', { simple: true })).toBe(steps.length)
  expect(first.pragma('journal_mode', { simple: true })).toBe('wal')
  first.prepare("INSERT INTO settings VALUES ('kept', 'yes')").run()
  first.close()
  const second = openDatabase(file)
  expect(second.prepare("SELECT value FROM settings WHERE name = 'kept'").pluck().get()).toBe('yes')
  expect(second.pragma('integrity_check', { simple: true })).toBe('ok')
  second.close()
})

test('a file of the version before is brought up to date, and what it holds is kept', () => {
  const file = join(ownFolder(), 'old.db')
  const old = new BetterSqlite3(file)
  old.exec(readFileSync('server/database/migrations/001-first.sql', 'utf8'))
  old.pragma('user_version = 1')
  old
    .prepare(
      `INSERT INTO calls (seq, id, at, method, path, status, duration_ms, request_headers, response_headers, response_body)
       VALUES (1, 'cal_1', 0, 'GET', '/x', 200, 1, '[]', '[]', '{}')`,
    )
    .run()
  old.close()
  const database = openDatabase(file)
  expect(database.pragma('user_version', { simple: true })).toBe(steps.length)
  expect(database.prepare('SELECT id, armed, outcome FROM calls').all()).toEqual([
    { id: 'cal_1', armed: null, outcome: null },
  ])
  database.close()
})

test('a folder is refused with a file name to use, and nothing is written into it', () => {
  const folder = ownFolder()
  const { message, fix } = refusal(() => openLocked(folder))
  expect(message).toBe(`Cannot open the database ${folder}: it is a folder.`)
  expect(fix).toContain(`--data ${join(folder, 'sandbox.db')}.`)
  expect(readdirSync(folder)).toEqual([])
  expect(existsSync(`${folder}.lock`)).toBe(false)
})

test('what is neither a file nor a folder is refused, and nothing is put beside it', async () => {
  const path = join(ownFolder(), 'socket')
  const server = createServer().listen(path)
  onTestFinished(() => void server.close())
  await once(server, 'listening')
  expect(refusal(() => openLocked(path)).message).toBe(
    `Cannot open the database ${path}: it is not a regular file.`,
  )
  expect(existsSync(`${path}.lock`)).toBe(false)
})

test('where it cannot leave word of where it runs, as on a full disk, the start ends with its reason', () => {
  const file = join(ownFolder(), 'sandbox.db')
  const lock = lockDatabase(file)
  onTestFinished(lock.release)
  mkdirSync(`${file}.running.json`)
  const { message, fix } = refusal(() => lock.announce({ url: 'http://127.0.0.1:1', pid: 1 }))
  expect(message).toMatch(/^Cannot write .*\/sandbox\.db\.running\.json: EISDIR/)
  expect(fix).toContain('free some disk space')
})

test('every table is STRICT, so that nothing of a wrong type gets in', () => {
  const database = openDatabase(':memory:')
  const tables = database
    .prepare<[], { name: string; strict: number }>(
      "SELECT name, strict FROM pragma_table_list WHERE schema = 'main' AND type = 'table' AND name NOT LIKE 'sqlite_%'",
    )
    .all()
  expect(tables.length).toBeGreaterThan(8)
  expect(tables.filter(({ strict }) => strict === 0)).toEqual([])
  database.close()
})

test('a new database has what the migrations make of an old one, and is as empty', () => {
  const old = new BetterSqlite3(':memory:').unsafeMode(true)
  for (const [name, read] of Object.entries(earlierReaders)) old.function(name, read)
  for (const step of steps) old.exec(readFileSync(join(folder, step), 'utf8'))
  const made = 'SELECT type, name, tbl_name, sql FROM sqlite_schema ORDER BY name'
  for (const each of [openDatabase(':memory:'), openDatabase(':memory:')]) {
    const objects = each.prepare<[], { type: string; name: string }>(made).all()
    expect(objects).toEqual(old.prepare(made).all())
    for (const { type, name } of objects)
      if (type === 'table') expect(old.prepare(`SELECT * FROM "${name}"`).all(), name).toEqual([])
  }
})

test('an empty file is taken as a new database', () => {
  const file = join(ownFolder(), 'empty.db')
  writeFileSync(file, '')
  openDatabase(file).close()
  expect(readFileSync(file).length).toBeGreaterThan(0)
})

/** A file of the first version. */
const writeOld = (file: string, sql: readonly string[]) =>
  new BetterSqlite3(file).exec(`PRAGMA user_version = 1; ${sql.join('; ')}`).close()

test.each([
  [
    'a newer version',
    (file: string) =>
      new BetterSqlite3(file).exec('PRAGMA user_version = 999; CREATE TABLE later (x)').close(),
    /newer/,
  ],
  [
    'another program',
    (file: string) => new BetterSqlite3(file).exec('CREATE TABLE theirs (x)').close(),
    /another program/,
  ],
  [
    'an unfinished version that lacks a table of its first',
    (file: string) =>
      writeOld(file, [
        readFileSync('server/database/migrations/001-first.sql', 'utf8'),
        'DROP TABLE captures',
      ]),
    /does not match its version: no such table: .*captures/,
  ],
  [
    'an unfinished version that lacks a column of its first',
    (file: string) =>
      writeOld(file, [
        readFileSync('server/database/migrations/001-first.sql', 'utf8'),
        'ALTER TABLE subscriptions DROP COLUMN description',
      ]),
    /does not match its version: it has no subscriptions.description/,
  ],
  [
    'no database at all',
    (file: string) =>
      writeFileSync(file, 'just some text, and enough of it to be read as a header of a file'.repeat(20)),
    /not a database/,
  ],
])('a file of %s is refused with a fix and left as it is', (_, make, said) => {
  const file = join(ownFolder(), 'theirs.db')
  make(file)
  const before = readFileSync(file)
  const { message, fix } = refusal(() => openDatabase(file))
  expect(message).toContain(file)
  expect(message).toMatch(said)
  expect(fix).toContain('--data')
  expect(readFileSync(file)).toEqual(before)
  expect([existsSync(`${file}-wal`), existsSync(`${file}-journal`)]).toEqual([false, false])
})

test('a file of the newest version without a table is reported as such and not as read-only', async () => {
  const file = join(ownFolder(), 'lacking.db')
  openDatabase(file).exec('DROP TABLE webhook_ids').close()
  await expect(startSandbox({ data: file })).rejects.toMatchObject({
    message: `The database ${file} does not match its version: no such table: webhook_ids.`,
    fix: expect.stringContaining('Choose another file with --data FILE'),
  })
})

test('a file in the place of a folder is reported', () => {
  const file = join(ownFolder(), 'file')
  writeFileSync(file, '')
  expect(refusal(() => openDatabase(join(file, 'sandbox.db'))).message).toContain('Cannot create')
})

test('a second sandbox on a file is kept off, told where the first runs, and let in once that is gone', () => {
  const file = join(ownFolder(), 'sandbox.db')
  const first = lockDatabase(file)
  first.announce({ url: 'http://127.0.0.1:4400', pid: 7 })
  expect(refusal(() => lockDatabase(file)).message).toContain('http://127.0.0.1:4400 (process 7)')
  expect(findRunning(file)).toEqual({ url: 'http://127.0.0.1:4400', pid: 7 })
  first.release()
  expect(findRunning(file)).toBeUndefined()
  const second = lockDatabase(file)
  second.release()
})

test('a link to a database leads to the lock of that, and to who runs on it', () => {
  const folder = ownFolder()
  const [file, link] = [join(folder, 'sandbox.db'), join(folder, 'link.db')]
  symlinkSync('sandbox.db', link)
  const { database, lock } = openLocked(link)
  onTestFinished(() => {
    database.close()
    lock.release()
  })
  lock.announce({ url: 'http://127.0.0.1:4400', pid: 7 })
  expect(refusal(() => openLocked(file)).message).toContain(
    'is in use by the sandbox at http://127.0.0.1:4400',
  )
  expect([file, link].map(findRunning)).toEqual(Array(2).fill({ url: 'http://127.0.0.1:4400', pid: 7 }))
})

test('a file that a sandbox runs on is not brought to a newer version by a second one', () => {
  const file = join(ownFolder(), 'sandbox.db')
  const { database, lock } = openLocked(file)
  onTestFinished(() => {
    database.close()
    lock.release()
  })
  database.exec('ALTER TABLE search_parts DROP COLUMN letters; PRAGMA user_version = 11')
  expect(refusal(() => openLocked(file)).message).toContain('is in use')
  expect(database.pragma('user_version', { simple: true })).toBe(11)
})

test('what a killed sandbox left beside its file keeps nobody off', () => {
  const file = join(ownFolder(), 'sandbox.db')
  writeFileSync(`${file}.lock`, '')
  writeFileSync(`${file}.running.json`, 'half of a li')
  expect(findRunning(file)).toBeUndefined()
  lockDatabase(file).release()
})

test('two on a database in memory do not know of each other', () => {
  lockDatabase(':memory:')
  lockDatabase(':memory:').release()
})

test('a lock is let go also where the word beside the file cannot be taken away', () => {
  const file = join(ownFolder(), 'sandbox.db')
  mkdirSync(`${file}.running.json`)
  lockDatabase(file).release()
  lockDatabase(file).release()
})
