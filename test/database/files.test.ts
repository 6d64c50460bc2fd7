import { chmodSync, linkSync, mkdirSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import BetterSqlite3 from 'better-sqlite3'
import { describe, expect, onTestFinished, test } from 'vitest'
import { openDatabase } from '../../server/database/open.ts'
import { StartError } from '../../server/failures.ts'
import { ownFolder } from '../helpers/folder.ts'
import { startSandbox } from '../helpers/sandbox.ts'

const ends = ['', '-wal', '-shm', '.lock', '.lock-journal', '.running.json']
const modesOf = (file: string) =>
  Object.fromEntries(ends.map((end) => [end, (statSync(file + end).mode & 0o777).toString(8)]))
const allPrivate = Object.fromEntries(ends.map((end) => [end, '600']))

describe.skipIf(process.platform === 'win32')('only the user can read', () => {
  test('the files of a new database', async () => {
    const file = join(ownFolder(), 'sandbox.db')
    const sandbox = await startSandbox({ data: file })
    await sandbox.request('POST', '/in/demo', 'x')
    expect(modesOf(file)).toEqual(allPrivate)
  })

  test('those that existed before, with the rights that the user has', async () => {
    const file = join(ownFolder(), 'sandbox.db')
    await (await startSandbox({ data: file })).close()
    for (const end of ends) {
      writeFileSync(file + end, '', { flag: 'a' })
      chmodSync(file + end, 0o664)
    }
    const sandbox = await startSandbox({ data: file })
    expect(modesOf(file)).toEqual(allPrivate)
    expect(sandbox.troubles).toEqual([])
  })
})

describe('a hard link', () => {
  test('leads to the sandbox that runs on the file, and starts once that has ended', async () => {
    const folder = ownFolder()
    const [file, link] = [join(folder, 'a.db'), join(folder, 'b.db')]
    const sandbox = await startSandbox({ data: file })
    await sandbox.request('POST', '/in/demo', 'x')
    linkSync(file, link)
    await expect(startSandbox({ data: link })).rejects.toThrow(StartError)
    await expect(startSandbox({ data: link })).rejects.toMatchObject({
      message: `The database ${link} is in use under another name: the file has hard links.`,
    })
    expect((await sandbox.request('POST', '/in/demo', 'y')).status).toBe(200)
    await sandbox.close()
    expect(await (await startSandbox({ data: link })).captures()).toHaveLength(2)
  })
})

describe('a place that cannot be used is refused at once, with the reason of the system', () => {
  test.each<[string, (folder: string) => string, RegExp]>([
    ['below /proc', () => '/proc/nope/x/sandbox.db', /ENOENT/],
    ['below a device', () => '/dev/null/sandbox.db', /ENOTDIR|EEXIST/],
    ['a name that is too long', (folder) => join(folder, 'x'.repeat(300)), /ENAMETOOLONG/],
    ['a folder that is too long', (folder) => join(folder, 'x'.repeat(300), 'sandbox.db'), /ENAMETOOLONG/],
    [
      'a link into a folder that does not exist',
      (folder) => {
        symlinkSync(join(folder, 'missing/sandbox.db'), join(folder, 'link.db'))
        return join(folder, 'link.db')
      },
      /ENOENT/,
    ],
    [
      'a file in the place of a folder',
      (folder) => {
        writeFileSync(join(folder, 'file'), '')
        return join(folder, 'file/deep/sandbox.db')
      },
      /ENOTDIR|EEXIST/,
    ],
    [
      'a folder in the place of the lock',
      (folder) => {
        mkdirSync(join(folder, 'sandbox.db.lock'))
        return join(folder, 'sandbox.db')
      },
      /sandbox\.db\.lock is not a regular file/,
    ],
    ['a device', () => '/dev/zero', /it is not a regular file/],
  ])('%s', async (_, place, reason) => {
    const data = place(ownFolder())
    await expect(startSandbox({ data })).rejects.toMatchObject({
      constructor: StartError,
      message: expect.stringMatching(reason),
      fix: expect.stringContaining('--data'),
    })
  })
})

describe.each(['-wal', '-shm'])('%s that is deleted under the sandbox', (end) => {
  test('refuses what would be lost, and what was stored is there at the next start', async () => {
    const file = join(ownFolder(), 'sandbox.db')
    const sandbox = await startSandbox({ data: file })
    expect((await sandbox.request('POST', '/in/demo', 'before')).status).toBe(200)
    rmSync(file + end)
    const refused = await sandbox.request<{ error: { code: string; message: string } }>(
      'POST',
      '/in/demo',
      'lost',
    )
    expect([refused.status, refused.body.error.code]).toEqual([503, 'storage'])
    expect(refused.body.error.message).toContain(basename(file) + end)
    expect(await sandbox.get('/sandbox/health')).toMatchObject({ status: 'failing' })
    await sandbox.close()
    const next = await startSandbox({ data: file })
    expect(await next.captures()).toHaveLength(1)
    expect((await next.request('POST', '/in/demo', 'after')).status).toBe(200)
  })
})

describe('a stored value that cannot be read is an error of the storage', () => {
  test.each([
    ['captures', 'headers', '/sandbox/captures/ID'],
    ['captures', 'mistakes', '/sandbox/captures'],
    ['calls', 'request_headers', '/sandbox/calls/ID'],
    ['events', 'payload', '/sandbox/events/ID'],
    ['deliveries', 'reason', '/sandbox/deliveries'],
    ['attempts', 'headers', '/sandbox/deliveries/DELIVERY'],
    ['endpoints', 'forward_to', '/sandbox/endpoints'],
    ['subscriptions', 'events', '/sandbox/subscriptions'],
  ])('%s.%s', async (table, column, path) => {
    const file = join(ownFolder(), 'sandbox.db')
    const sandbox = await startSandbox({ data: file, bare: false })
    await sandbox.trigger('card.created')
    await sandbox.settle()
    await sandbox.call('GET', '/webhooks')
    await sandbox.close()
    const database = new BetterSqlite3(file)
    database.exec(`UPDATE ${table} SET ${column} = '{half'`)
    const id = (of: string) => String(database.prepare(`SELECT id FROM ${of} LIMIT 1`).pluck().get())
    const asked = path
      .replace('ID', table === 'endpoints' ? '' : id(table))
      .replace('DELIVERY', id('deliveries'))
    database.close()
    const started = await startSandbox({ data: file, bare: false }).catch((error: unknown) => error)
    // What is read at the start ends it, in words.
    if (started instanceof Error)
      return expect(started).toMatchObject({
        message: expect.stringContaining('damaged'),
        constructor: StartError,
      })
    const next = started as Awaited<ReturnType<typeof startSandbox>>
    const answer = await next.request<{ error: { code: string } }>('GET', asked)
    expect([answer.status, answer.body.error.code]).toEqual([503, 'storage'])
    expect(next.troubles).toEqual([])
  })
})

test('a database that cannot be opened for want of rights names them', () => {
  const file = join(ownFolder(), 'sandbox.db')
  openDatabase(file).close()
  chmodSync(file, 0)
  onTestFinished(() => chmodSync(file, 0o600))
  if (process.getuid?.() === 0) return
  expect(() => openDatabase(file)).toThrow(/EACCES/)
})
