import { expect, onTestFinished, test, vi } from 'vitest'
import { createWebhookIds } from '../../server/capture/webhook-ids.ts'
import { openDatabase } from '../../server/database/open.ts'
import { startSandbox } from '../helpers/sandbox.ts'

test('an id whose captures are deleted before they are indexed is still found in the one that stays', async () => {
  const sandbox = await startSandbox({ bare: true })
  const send = () =>
    fetch(`${sandbox.url}/in/x`, { method: 'POST', body: '{}', headers: { 'webhook-id': 'msg_1' } })
  await send()
  const { id: kept } = await sandbox.newestCapture()
  for (let i = 0; i < 210; i++) {
    await send()
    const [newest] = await sandbox.captures('?limit=1')
    await sandbox.request('DELETE', `/sandbox/captures/${newest?.id}`)
    // Has the index know everything by now and then.
    if (i % 70 === 0) await sandbox.captures('?q=nothing')
  }
  await send()
  const { mistakes } = await sandbox.newestCapture()
  expect(mistakes).toMatchObject([{ mistake: 'duplicate', capture_id: kept, times: 2 }])
})

test('after a start, ids that the index lacks are not all read before the first of them is needed', async () => {
  const database = openDatabase(':memory:')
  onTestFinished(() => void database.close())
  const columns = database.prepare<[], { name: string; type: string }>('PRAGMA table_info(captures)').all()
  const insert = database.prepare(`INSERT INTO captures (${columns.map(({ name }) => name)}) VALUES
    (${columns.map(() => '?')})`)
  const fieldOf = (seq: number) => (name: string, type: string) =>
    ({ seq, id: `cap_${seq}`, webhook_id: `msg_${seq}`, reply: '{}' })[name] ?? (type === 'TEXT' ? '' : 0)
  const count = 10_020
  database.transaction(() => {
    for (let seq = 1; seq <= count; seq++)
      insert.run(columns.map(({ name, type }) => (type === 'BLOB' ? null : fieldOf(seq)(name, type))))
  })()
  const prepare = vi.spyOn(database, 'prepare')
  const ids = createWebhookIds(database)
  const reads = prepare.mock.results.map(({ value }) => vi.spyOn(value, 'all'))
  ids.told(1)
  ids.remove(2)
  expect(reads.flatMap(({ mock }) => mock.calls)).toEqual([])
  // Of the rest, the newest are read when a capture comes.
  const found = (seq: number) => ids.carrying(`msg_${seq}`, 5)
  expect([1, 2, 3, 20, 21, count].map(found)).toEqual([[1], [], [], [], [21], [count]])
  for (let seq = 3; seq <= 25; seq++) ids.told(seq)
  expect([3, 20, 21, 26].map(found)).toEqual([[3], [20], [21], [26]])
})
