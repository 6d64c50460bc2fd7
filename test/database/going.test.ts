import { existsSync, mkdtempSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished } from 'vitest'
import { createKinds } from '../../server/database/going.ts'
import { openDatabase } from '../../server/database/open.ts'
import type { CaptureRow, Health } from '../../server/wire.ts'
import { holdTimers } from '../helpers/held-time.ts'
import { quick, test } from '../helpers/long.ts'
import { startReceiver } from '../helpers/receiver.ts'
import { startSandbox } from '../helpers/sandbox.ts'

type Sandbox = Awaited<ReturnType<typeof startSandbox>>

function fileOfItsOwn() {
  const folder = mkdtempSync(join(tmpdir(), 'webhook-sandbox-retention-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  return join(folder, 'sandbox.db')
}
const sizeOf = (file: string) =>
  [file, `${file}-wal`].reduce((sum, one) => sum + (existsSync(one) ? statSync(one).size : 0), 0)

/** So many requests to one endpoint, ten at a time. */
async function receive(sandbox: Sandbox, count: number) {
  for (let i = 0; i < count; i += 10)
    await Promise.all(Array.from({ length: 10 }, () => sandbox.request('POST', '/in/x', 'text', {})))
}
/** So many events of so many bytes. */
const make = (sandbox: Sandbox, count: number, bytes: number) =>
  sandbox.post('/sandbox/events', {
    event: 'card.created',
    payload: { event: 'card.created', filler: 'x'.repeat(bytes) },
    count,
    force: true,
  })
const counts = async (sandbox: Sandbox) => (await sandbox.get<Health>('/sandbox/health')).counts
const captures = async (sandbox: Sandbox) => (await counts(sandbox)).captures
const events = async (sandbox: Sandbox) => (await counts(sandbox)).events
/** Pruning goes on in transactions of its own; each answer comes behind some of them. */
async function until(sandbox: Sandbox, isMet: () => boolean | Promise<boolean>) {
  for (let i = 0; !(await isMet()); i++) {
    if (i > 2000) throw new Error('It did not come to that')
    await sandbox.get('/sandbox/health')
  }
}

quick('what is pinned outlives the others, with its note and what is found of it', async () => {
  const sandbox = await startSandbox({ retention: { records: 100 } })
  await sandbox.request('POST', '/in/x', 'needle', {})
  const [first] = await sandbox.captures()
  await sandbox.request('PATCH', `/sandbox/captures/${first?.id}`, { pinned: true, note: 'the odd one' })
  await receive(sandbox, 150)
  // It is looked for what must go after a thousand pieces of news.
  await make(sandbox, 1000, 10)
  await until(sandbox, async () => (await captures(sandbox)) === 101)
  const found = await sandbox.captures('?pinned=true')
  expect(found).toMatchObject([{ id: first?.id, pinned: true, note: 'the odd one' }])
  expect(await sandbox.captures('?q=needle')).toHaveLength(1)
  expect(await sandbox.captures('?q=odd')).toHaveLength(1)
  expect(sandbox.troubles).toEqual([])
})

quick('pinning does not change the index, and a note does', async () => {
  const file = fileOfItsOwn()
  const sandbox = await startSandbox({ data: file })
  await sandbox.request('POST', '/in/x', 'needle', {})
  const [first] = await sandbox.captures('?q=needle')
  const database = openDatabase(file)
  onTestFinished(() => void database.close())
  const told = database.prepare('SELECT id, hex(block) FROM search_captures_1_data ORDER BY id').raw()
  const keep = (change: object) => sandbox.request('PATCH', `/sandbox/captures/${first?.id}`, change)
  const before = told.all()
  expect(before.length).toBeGreaterThan(0)
  await keep({ pinned: true })
  expect(told.all()).toEqual(before)
  await keep({ note: 'odd' })
  expect(told.all()).not.toEqual(before)
})

quick(
  'a reset deletes the records at once and their index after it, in transactions of its own',
  async () => {
    const file = fileOfItsOwn()
    const sandbox = await startSandbox({ data: file })
    await sandbox.request('POST', '/in/x', 'needle', {})
    expect(await sandbox.captures('?q=needle')).toHaveLength(1)
    const database = openDatabase(file)
    onTestFinished(() => void database.close())
    const count = (table: string) => database.prepare(`SELECT count(*) FROM ${table}`).pluck().get()
    expect(count('search_parts')).toBeGreaterThan(0)
    await sandbox.post('/sandbox/reset')
    expect([count('captures'), await sandbox.captures('?q=needle')]).toEqual([0, []])
    await until(sandbox, () => count('search_parts') === 0)
    expect(
      database.prepare("SELECT name FROM sqlite_schema WHERE name LIKE 'search_captures%'").all(),
    ).toEqual([])
    await sandbox.request('POST', '/in/x', 'needle', {})
    expect(await sandbox.captures('?q=needle')).toHaveLength(1)
  },
)

quick('what is older than is kept goes when the clock has moved, and nothing younger', async () => {
  const sandbox = await startSandbox({ retention: { age: '1d' } })
  await sandbox.clock({ mode: 'manual' })
  await receive(sandbox, 10)
  await sandbox.clock({ advance: '20h' })
  await receive(sandbox, 20)
  await sandbox.clock({ advance: '5h' })
  await until(sandbox, async () => (await captures(sandbox)) <= 20)
  await sandbox.clock({ advance: '1h' })
  expect(await captures(sandbox)).toBe(20)
  await sandbox.clock({ advance: '20h' })
  await until(sandbox, async () => (await captures(sandbox)) === 0)
  expect(sandbox.troubles).toEqual([])
})

quick('nothing that belongs to what is gone is left behind', async () => {
  const data = fileOfItsOwn()
  const sandbox = await startSandbox({ data, retention: { age: '1d' } })
  await sandbox.clock({ mode: 'manual' })
  const receiver = await startReceiver([503])
  await sandbox.subscribe(receiver.url)
  await sandbox.post('/sandbox/endpoints', { name: 'through', forward_to: receiver.url })
  await sandbox.subscribe(`${sandbox.url}/in/through`)
  await sandbox.trigger('card.created')
  await sandbox.settle()
  const database = openDatabase(data)
  onTestFinished(() => void database.close())
  const tables = ['events', 'deliveries', 'attempts', 'attempt_ends', 'captures', 'exchanges', 'webhook_ids']
  const left = () =>
    [...tables, 'capture_flags'].filter(
      (table) => database.prepare(`SELECT 1 FROM ${table} LIMIT 1`).get() !== undefined,
    )
  await until(sandbox, () => tables.every((table) => left().includes(table)))
  await sandbox.clock({ advance: '10d' })
  await until(sandbox, async () => (await counts(sandbox)).events === 0)
  await until(sandbox, () => left().length === 0)
})

quick('the file grows to what is kept and shrinks again when that goes', async () => {
  const data = fileOfItsOwn()
  const sandbox = await startSandbox({ data, retention: { age: '1d' } })
  await sandbox.clock({ mode: 'manual' })
  await make(sandbox, 900, 30_000)
  const grown = sizeOf(data)
  expect(grown).toBeGreaterThan(25_000_000)
  await sandbox.clock({ advance: '2d' })
  await until(sandbox, () => sizeOf(data) < grown / 4)
  expect(await events(sandbox)).toBe(0)
  await sandbox.request('POST', '/in/x', 'after', {})
  expect(await sandbox.captures('?q=after')).toHaveLength(1)
  expect(sandbox.troubles).toEqual([])
})

test('what a reset frees is given back at once, what a person deleted once there is something new', async () => {
  const data = fileOfItsOwn()
  // Without the look at all that follows a start.
  const { outside } = holdTimers(1500)
  const sandbox = await startSandbox({ data, retention: { records: 1000 } }, outside)
  await make(sandbox, 900, 30_000)
  const grown = sizeOf(data)
  expect(grown).toBeGreaterThan(25_000_000)
  await sandbox.request('POST', '/sandbox/reset', {})
  await until(sandbox, () => sizeOf(data) < grown / 10)
  for (let i = 0; i < 12; i++) await sandbox.request('POST', '/in/large', 'x'.repeat(900_000), {})
  expect(sizeOf(data)).toBeGreaterThan(10_000_000)
  await sandbox.post('/sandbox/captures/delete', { endpoint: 'large' })
  await receive(sandbox, 500)
  await until(sandbox, () => sizeOf(data) < grown / 4)
  expect(await captures(sandbox)).toBe(500)
  expect(sandbox.troubles).toEqual([])
})

quick('a file stays below the size that it may have', async () => {
  const data = fileOfItsOwn()
  const sandbox = await startSandbox({ data, retention: { bytes: 10_000_000 } })
  await make(sandbox, 1000, 20_000)
  await until(sandbox, async () => (await events(sandbox)) < 600)
  await until(sandbox, () => statSync(data).size < 15_000_000)
  expect(await events(sandbox)).toBeGreaterThan(100)
  expect(sandbox.troubles).toEqual([])
})

quick('a file that was made without can shrink once it is opened', () => {
  const data = fileOfItsOwn()
  const old = openDatabase(data)
  old.exec('PRAGMA journal_mode = DELETE; PRAGMA auto_vacuum = NONE; VACUUM')
  expect(old.pragma('auto_vacuum', { simple: true })).toBe(0)
  old.close()
  const opened = openDatabase(data)
  onTestFinished(() => void opened.close())
  expect(opened.pragma('auto_vacuum', { simple: true })).toBe(2)
  expect(opened.pragma('integrity_check', { simple: true })).toBe('ok')
})

quick('a deleted capture is gone from lists, searches and its flags, and told to who listens', async () => {
  const sandbox = await startSandbox()
  const told: unknown[] = []
  sandbox.listen((news) =>
    told.push(...news.filter(({ kind }) => kind === 'capture').map((one) => one.tell())),
  )
  for (const body of ['first', 'second']) await sandbox.request('POST', '/in/x', body, {})
  const [second, first] = (await sandbox.captures()) as [CaptureRow, CaptureRow]
  await sandbox.request('PATCH', `/sandbox/captures/${first.id}`, { pinned: true })
  const gone = await sandbox.request<{ capture: CaptureRow }>('DELETE', `/sandbox/captures/${first.id}`)
  expect([gone.status, gone.body.capture.id]).toEqual([200, first.id])
  expect(told.at(-1)).toEqual({ id: first.id, deleted: true })
  for (const query of ['', '?q=second', '?q=-first', '?pinned=false'])
    expect(
      (await sandbox.captures(query)).map(({ id }) => id),
      query,
    ).toEqual([second.id])
  for (const query of ['?q=first', '?pinned=true']) expect(await sandbox.captures(query)).toEqual([])
  expect((await sandbox.request('DELETE', `/sandbox/captures/${first.id}`)).status).toBe(404)
  expect(
    (await sandbox.request('PATCH', `/sandbox/captures/${second.id}`, { pined: true })).body,
  ).toMatchObject({
    error: { code: 'invalid_field', fix: /pinned/ },
  })
})

quick(
  'of events about as many may go as have no delivery that waits, however many deliveries each has',
  async () => {
    const data = fileOfItsOwn()
    const sandbox = await startSandbox({ bare: true, data })
    const receiver = await startReceiver([...Array(50).fill(200), 503])
    for (let times = 0; times < 5; times++) await sandbox.subscribe(receiver.url)
    for (const count of [10, 4]) {
      await sandbox.trigger('card.created', { count })
      await sandbox.settle()
    }
    await sandbox.close()
    const database = openDatabase(data)
    onTestFinished(() => void database.close())
    const of = (table: string) => Number(database.prepare(`SELECT count(*) FROM ${table}`).pluck().get())
    const kinds = createKinds(database, { of, gone() {} })
    expect(kinds.find(({ table }) => table === 'events')?.free?.()).toBe(10)
  },
)
