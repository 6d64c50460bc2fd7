import { createHmac } from 'node:crypto'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import type { Endpoint } from '../../server/wire.ts'
import { ownFolder } from '../helpers/folder.ts'
import { ownedBy } from '../helpers/owned-by.ts'
import { startSandbox, type TestSandbox } from '../helpers/sandbox.ts'

const body = '{"event":"card.created"}'

const change = async (sandbox: TestSandbox, settings: object): Promise<Endpoint> => {
  const answer = await sandbox.request('PATCH', '/sandbox/endpoints/orders', settings)
  return (answer.body as { endpoint: Endpoint }).endpoint
}
const make = (sandbox: TestSandbox, secret: string) =>
  sandbox.post<{ endpoint: Endpoint }>('/sandbox/endpoints', { name: 'orders', scheme: 'github', secret })

/** What is said of a request that is signed with this secret: the result, and the causes. */
async function told(sandbox: TestSandbox, secret: string): Promise<string[]> {
  const value = `sha256=${createHmac('sha256', secret).update(body).digest('hex')}`
  await sandbox.request('POST', '/in/orders', body, { 'X-Hub-Signature-256': value })
  const { verdict } = await sandbox.newestCapture()
  return [verdict.result, ...verdict.causes.map(({ cause }) => cause)]
}
const secretsIn = ({ old_secrets }: Endpoint) => old_secrets.map(({ secret }) => secret)

test('a signature with the previous secret is identified and does not count as verified', async () => {
  const sandbox = await startSandbox()
  await sandbox.clock({ mode: 'manual', set: '2026-01-01T00:00:00Z' })
  expect((await make(sandbox, 'first')).endpoint.old_secrets).toEqual([])
  expect(await told(sandbox, 'first')).toEqual(['verified'])
  const changed = await change(sandbox, { secret: 'second' })
  expect(changed.old_secrets).toEqual([{ secret: 'first', until: '2026-01-01T00:00:00.000000Z' }])
  expect(await told(sandbox, 'first')).toEqual(['failed', 'old_secret'])
  expect(await told(sandbox, 'first\n')).toEqual(['failed', 'old_secret', 'secret_whitespace'])
  expect(await told(sandbox, 'second')).toEqual(['verified'])
  const { verdict } = await sandbox.newestCapture()
  expect(verdict.secret_of).toEqual(ownedBy('orders'))
})

test('the last five are known, each once; one that counts again is old no more', async () => {
  const sandbox = await startSandbox()
  for (const secret of ['s1', 's2', 's3', 's4', 's5', 's6', 's7']) await make(sandbox, secret)
  expect(secretsIn(await change(sandbox, { reply: null }))).toEqual(['s6', 's5', 's4', 's3', 's2'])
  expect(await told(sandbox, 's2')).toEqual(['failed', 'old_secret'])
  expect(await told(sandbox, 's1')).toEqual(['failed'])
  expect(secretsIn(await change(sandbox, { secret: 's4' }))).toEqual(['s7', 's6', 's5', 's3', 's2'])
  expect(secretsIn(await change(sandbox, { secret: 's4' }))).toEqual(['s7', 's6', 's5', 's3', 's2'])
  expect(await told(sandbox, 's4')).toEqual(['verified'])
})

test('a removed secret verifies nothing', async () => {
  const sandbox = await startSandbox()
  await make(sandbox, 'gone')
  expect(secretsIn(await change(sandbox, { secret: null }))).toEqual(['gone'])
  expect(await told(sandbox, 'gone')).toEqual(['unknown_secret'])
})

test('they outlive a restart, and are forgotten with their endpoint and at a reset', async () => {
  const data = join(ownFolder(), 'sandbox.db')
  const first = await startSandbox({ data })
  await make(first, 'before')
  await make(first, 'now')
  await first.close()
  const second = await startSandbox({ data })
  expect(await told(second, 'before')).toEqual(['failed', 'old_secret'])
  await second.request('DELETE', '/sandbox/endpoints/orders')
  expect(secretsIn((await make(second, 'now')).endpoint)).toEqual([])
  expect(await told(second, 'before')).toEqual(['failed'])
  await make(second, 'later')
  await second.post('/sandbox/reset', {})
  expect(secretsIn((await make(second, 'later')).endpoint)).toEqual([])
  expect(await told(second, 'now')).toEqual(['failed'])
})
