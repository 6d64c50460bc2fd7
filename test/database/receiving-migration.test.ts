import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import BetterSqlite3 from 'better-sqlite3'
import { expect, test } from 'vitest'
import * as wire from '../../server/wire.ts'
import { ownFolder } from '../helpers/folder.ts'
import { startSandbox } from '../helpers/sandbox.ts'

const headers = JSON.stringify([
  ['Host', '127.0.0.1'],
  ['Content-Length', '15'],
])
/** As version 4 kept the verdict on a request signed with another secret. */
const verdict = JSON.stringify({
  result: 'failed',
  scheme: 'shopify',
  reason: 'signature mismatch',
  hint: null,
  signed_at: null,
  secret_of: null,
  signed_content: null,
  expected: 'AAAA',
  received: 'BBBB',
  checks: [{ name: 'signature', ok: false, detail: 'does not fit' }],
  causes: [{ cause: 'other_secret', proved: true, detail: 'Signed with another.', fix: 'Use this one.' }],
})

/** A file as version 4 left it, with one capture, that request among the inputs, and an index that knows it. */
function writeOldFile(): string {
  const file = join(ownFolder(), 'old.db')
  const old = new BetterSqlite3(file)
  for (const name of ['001-first', '002-platform', '003-delivery', '004-simulator'])
    old.exec(readFileSync(`server/database/migrations/${name}.sql`, 'utf8'))
  old.pragma('user_version = 4')
  const insert = (table: string, row: Record<string, unknown>) =>
    old
      .prepare(
        `INSERT INTO ${table} (${Object.keys(row)}) VALUES (${Object.keys(row).map((name) => `@${name}`)})`,
      )
      .run(row)
  const body = Buffer.from('{"odd":"zebra"}')
  insert('settings', { name: 'seed', value: '7' })
  insert('settings', { name: 'searched:captures', value: '10' })
  insert('counters', { name: 'seq', value: 10 })
  insert('counters', { name: 'inp', value: 1 })
  insert('counters', { name: 'cap', value: 1 })
  insert('captures', {
    seq: 10,
    id: 'cap_00000001000000000000000000',
    endpoint: 'demo',
    received_at: 1_767_225_600_000_000,
    method: 'POST',
    path: '/in/demo',
    query: '',
    http_version: '1.1',
    peer: '127.0.0.1',
    duration_ms: 1,
    headers,
    trailers: '[]',
    body,
    body_size: body.length,
    body_cut: 0,
    event: null,
    result: 'failed',
    verdict,
    reply_status: 200,
    reply_rule: 'none set: 200',
    reply_delay_ms: 0,
    webhook_id: null,
    delivery_id: null,
  })
  insert('inputs', {
    seq: 1,
    at: 1_767_225_600_000_000,
    method: 'POST',
    path: '/in/demo',
    headers,
    body,
    status: 200,
    clock_after: null,
  })
  insert('search', { rowid: 10, ref: 10, text: 'zebra' })
  old.close()
  return file
}

test('captures of the previous version are shown, found and exported like new ones', async () => {
  const sandbox = await startSandbox({ data: writeOldFile() })
  const [row] = await sandbox.captures('?q=zebra')
  const capture = await sandbox.capture(row?.id ?? '')
  expect(wire.capture.parse(capture)).toEqual(capture)
  expect(capture).toMatchObject({ framing: 'length', body: '{"odd":"zebra"}', verdict: { explained: true } })
  expect(capture.verdict.causes).toMatchObject([{ cause: 'other_secret', diff: null }])
  expect(await sandbox.captures('?cause=other_secret')).toHaveLength(1)
  expect(sandbox.troubles).toEqual([])

  const { session } = await sandbox.get<{ session: { inputs: { path: string }[] } }>('/sandbox/session')
  expect(session.inputs.map(({ path }) => path)).toEqual(['/in/demo'])

  const lines = (await (await fetch(`${sandbox.url}/sandbox/captures.jsonl`)).text()).trim().split('\n')
  const again = { captures: lines.map((line) => JSON.parse(line)) }
  await sandbox.post('/sandbox/reset')
  expect(await sandbox.post('/sandbox/captures/import', again)).toMatchObject({ imported: 1 })
})
