import { renameSync } from 'node:fs'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { createTroubleLog, start } from '../../server/cli/serve.ts'
import { parseConfig } from '../../server/config.ts'
import { Shortage } from '../../server/failures.ts'
import { realOutside } from '../../server/outside.ts'
import { ownFolder } from '../helpers/folder.ts'

test('a failing storage is reported in one line with the fix, however many requests fail', async () => {
  const file = join(ownFolder(), 'sandbox.db')
  const logged: string[] = []
  const terminal = { out() {}, log: (line: string) => void logged.push(line) }
  const sandbox = await start(parseConfig({ data: file, port: 0 }), { terminal, outside: realOutside() })
  onTestFinished(() => sandbox.close())
  renameSync(file, `${file}.away`)
  const body = JSON.stringify({ event: 'card.created' })
  const headers = { 'content-type': 'application/json' }
  for (let times = 0; times < 5; times++)
    expect((await fetch(`${sandbox.url}/sandbox/events`, { method: 'POST', headers, body })).status).toBe(503)
  expect(logged).toEqual([
    `The database ${file} was deleted or moved while the sandbox was running. Put the file back, or restart the sandbox, which then creates a new one.`,
  ])
})

test('a shortage of the process is reported in one line, whatever the storage error', () => {
  const written: string[] = []
  const log = createTroubleLog({ write: (line) => written.push(line), elapsed: () => 0 })
  log(Object.assign(new Error('database or disk is full'), { code: 'SQLITE_FULL' }))
  log(new Shortage('No files.', 'Raise it.'))
  log(new Shortage('No files.', 'Raise it.'))
  expect(written).toEqual([expect.stringMatching(/^The database/), 'No files. Raise it.'])
})

test('storage trouble is reported again after a while, and a defect every time with its stack', () => {
  const written: string[] = []
  let now = 0
  const log = createTroubleLog({ write: (line) => written.push(line), elapsed: () => now })
  const full = Object.assign(new Error('database or disk is full'), { code: 'SQLITE_FULL' })
  const defect = new Error('odd')
  for (now of [0, 4999, 5000, 9999]) log(full)
  log(defect)
  log(defect)
  const line = expect.stringMatching(
    /^The database cannot be written: database or disk is full\. Free disk space/,
  )
  expect(written).toEqual([line, line, defect.stack, defect.stack])
})
