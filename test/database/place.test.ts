import { existsSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { ownFolder } from '../helpers/folder.ts'
import { startSandbox } from '../helpers/sandbox.ts'

interface Refusal {
  error: { code: string; message: string; fix: string }
}

test('a database that is moved away under the sandbox takes nothing that would be lost, and goes on once it is back', async () => {
  const file = join(ownFolder(), 'sandbox.db')
  const sandbox = await startSandbox({ data: file })
  expect((await sandbox.request('POST', '/in/demo', 'before')).status).toBe(200)
  renameSync(file, `${file}.away`)
  for (const path of ['/in/demo', '/sandbox/events']) {
    const refused = await sandbox.request<Refusal>('POST', path, { event: 'card.created' })
    expect([path, refused.status, refused.body.error.code]).toEqual([path, 503, 'storage'])
    expect(refused.body.error.message).toBe(
      `The database ${file} was deleted or moved while the sandbox was running.`,
    )
    expect(refused.body.error.fix).toContain('Put the file back, or restart the sandbox')
  }
  expect((await sandbox.call('POST', '/webhooks', { url: sandbox.url, events: ['*'] })).status).toBe(503)
  expect(await sandbox.get('/sandbox/health')).toMatchObject({
    status: 'failing',
    problem: { code: 'storage' },
  })

  writeFileSync(file, '')
  expect((await sandbox.request('POST', '/in/demo', 'to another file')).status).toBe(503)

  renameSync(`${file}.away`, file)
  expect(await sandbox.get('/sandbox/health')).toMatchObject({ status: 'ok', problem: null })
  expect((await sandbox.request('POST', '/in/demo', 'after')).status).toBe(200)
  expect(await sandbox.get('/sandbox/health')).toMatchObject({ counts: { captures: 2 } })
})

test('one that is deleted is not made again by the end of the sandbox', async () => {
  const file = join(ownFolder(), 'sandbox.db')
  const sandbox = await startSandbox({ data: file })
  rmSync(file)
  expect((await sandbox.request('POST', '/in/demo', 'x')).status).toBe(503)
  await sandbox.close()
  expect(existsSync(file)).toBe(false)
})
