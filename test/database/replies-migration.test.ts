import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import BetterSqlite3 from 'better-sqlite3'
import { expect, test } from 'vitest'
import * as wire from '../../server/wire.ts'
import { ownFolder } from '../helpers/folder.ts'
import { startSandbox } from '../helpers/sandbox.ts'

type Row = Record<string, string | number | null | { hex: string }>
const rows: { captures: Row[]; exchanges: Row[] } = JSON.parse(
  readFileSync(new URL('version-13.json', import.meta.url), 'utf8'),
)

/** A file as database version 13 left it, with a capture for each sentence that told a reply. */
function writeOldFile(): string {
  const folder = 'server/database/migrations'
  const file = join(ownFolder(), 'old.db')
  const old = new BetterSqlite3(file).unsafeMode(true)
  for (const name of readdirSync(folder).sort().slice(0, 13))
    old.exec(readFileSync(join(folder, name), 'utf8'))
  old.pragma('user_version = 13')
  for (const table of ['captures', 'exchanges'] as const)
    for (const row of rows[table]) {
      const values = Object.values(row).map((one) =>
        typeof one === 'object' && one !== null ? Buffer.from(one.hex, 'hex') : one,
      )
      old.prepare(`INSERT INTO ${table} (${Object.keys(row)}) VALUES (${values.map(() => '?')})`).run(values)
    }
  const newest = Math.max(...rows.captures.map(({ seq }) => Number(seq)))
  old
    .prepare("INSERT INTO counters (name, value) VALUES ('seq', ?), ('cap', ?)")
    .run(newest, rows.captures.length)
  old.close()
  return file
}

test('replies that were kept as sentences are fields, as those of now', async () => {
  const sandbox = await startSandbox({ data: writeOldFile() })
  const captures = await sandbox.captures('?order=oldest&limit=100')
  for (const { id } of captures) {
    const capture = await sandbox.capture(id)
    expect(wire.capture.parse(capture)).toEqual(capture)
  }
  const http = expect.stringMatching(/^http:/)
  expect(captures.map(({ endpoint, reply }) => [endpoint, reply])).toMatchObject([
    ['demo', { kind: 'default', status: 200 }],
    ['demo', { kind: 'forced', status: 503, forced: '503' }],
    ['demo', { kind: 'default', url_problem: { given: 'reply=999', problem: 'not_forcible' } }],
    ['demo', { kind: 'default', url_problem: { given: 'delay=1ms', problem: 'nothing_forced' } }],
    ['rules', { kind: 'rule', rule: 'big ones', step: { number: 1, of: 2 } }],
    ['rules', { kind: 'rule', rule: 'big ones', step: { number: 2, of: 2 } }],
    ['rules', { kind: 'cut', rule: 2, to: null }],
    ['rules', { kind: 'fixed', status: 404, no_rule: true }],
    ['bare', { kind: 'default', no_rule: true }],
    ['fixed', { kind: 'fixed', status: 202 }],
    ['tap', { kind: 'forwarded', to: http }],
    ['same', { kind: 'forwarded', to: http }],
    ['gone', { kind: 'forward_failed', to: http, text: expect.stringMatching(/^connection refused: .*\)$/) }],
    ['gone2', { kind: 'forward_failed', to: http, instead: { kind: 'step', step: { number: 1, of: 2 } } }],
    ['limited', { kind: 'default' }],
    ['limited', { kind: 'rate_limited', limit: { limit: 1, per: '1h' } }],
    ['a', { kind: 'forwarded', to: http }],
    ['b', { kind: 'forwarded', to: http }],
    ['a', { kind: 'forward_circle', way: ['a', 'b', 'a'] }],
    ['template', { kind: 'fixed' }],
    ['demo', { kind: 'too_large', bytes: 2000 }],
    ['signed', { kind: 'default' }],
    ['signed', { kind: 'default' }],
    ['elsewhere', { kind: 'default' }],
    ['demo', { kind: 'default' }],
    ['demo', { kind: 'refused', refused: { message: expect.stringContaining('wants one Host header') } }],
    ['demo', { kind: 'sender_gone', bytes: 4 }],
    ['demo', { kind: 'hang', forced: 'hang' }],
    ['demo', { kind: 'default' }],
  ])
  const answered = async (endpoint: string) => {
    const found = captures.find((one) => one.endpoint === endpoint)
    return (await sandbox.capture(found?.id ?? '')).exchanges.map((one) => one.answered)
  }
  expect((await answered('tap')).toSorted()).toEqual([false, true])
  expect(await answered('same')).toEqual([false, false])
  expect(captures.flatMap(({ verdict }) => verdict.secret_of ?? [])).toEqual([
    { kind: 'endpoint', id: 'signed' },
    { kind: 'config', id: 'shop' },
    { kind: 'subscription', id: expect.any(String) },
  ])
  expect(sandbox.troubles).toEqual([])
})
