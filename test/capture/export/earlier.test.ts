import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import * as wire from '../../../server/wire.ts'
import { startSandbox } from '../../helpers/sandbox.ts'

test('an export of the version before, which told a reply by a sentence, comes in as fields', async () => {
  const lines = readFileSync(new URL('version-13.jsonl', import.meta.url), 'utf8')
    .trim()
    .split('\n')
  const captures = lines.map((line) => JSON.parse(line))
  const sandbox = await startSandbox()
  expect(await sandbox.post('/sandbox/captures/import', { captures })).toMatchObject({
    imported: lines.length,
  })
  const rows = await sandbox.captures('?order=oldest&limit=100')
  expect(rows.map(({ reply }) => reply.kind)).not.toContain('unknown')
  for (const { id } of rows) expect(wire.capture.safeParse(await sandbox.capture(id)).error).toBeUndefined()
  const tap = rows.find(({ endpoint }) => endpoint === 'tap')
  const { exchanges, reply } = await sandbox.capture(tap?.id ?? '')
  expect(reply).toMatchObject({ status: 202, kind: 'forwarded' })
  expect(exchanges.map(({ answered }) => answered).toSorted()).toEqual([false, true])
  // What comes in again changes nothing, in the form of either version.
  expect(await sandbox.post('/sandbox/captures/import', { captures })).toMatchObject({
    imported: 0,
    exchanges: 0,
  })
})
