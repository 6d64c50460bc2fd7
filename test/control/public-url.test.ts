import { join } from 'node:path'
import { expect, test } from 'vitest'
import type { Endpoint, Health } from '../../server/wire.ts'
import { ownFolder } from '../helpers/folder.ts'
import { portOf, rawExchange } from '../helpers/raw.ts'
import { startSandbox } from '../helpers/sandbox.ts'

const publicUrl = 'https://sandbox.test'

test('the sandbox shows its public address wherever it shows its own', async () => {
  const sandbox = await startSandbox({ public_url: `${publicUrl}/`, bare: false })
  const { endpoints } = await sandbox.get<{ endpoints: Endpoint[] }>('/sandbox/endpoints')
  expect(endpoints.map(({ url }) => url)).toEqual([`${publicUrl}/in/demo`])
  const { platform } = await sandbox.get<Health>('/sandbox/health')
  expect(platform.base_url).toBe(`${publicUrl}/api/v0.1`)
  expect([sandbox.publicUrl, sandbox.platform.url]).toEqual([publicUrl, platform.base_url])
  expect(sandbox.demo()?.url).toBe(`${publicUrl}/in/demo`)
  const { servers } = await sandbox.get<{ servers: { url: string }[] }>('/sandbox/openapi/platform.json')
  expect(servers[0]?.url).toContain(publicUrl)
})

test('requests may use the host of the public address, on every port', async () => {
  const sandbox = await startSandbox({ public_url: publicUrl })
  for (const host of ['sandbox.test', 'SANDBOX.test:4400']) {
    const answer = await rawExchange(
      portOf(sandbox.url),
      `GET /sandbox/health HTTP/1.1\r\nHost: ${host}\r\nConnection: close\r\n\r\n`,
    )
    expect(answer).toMatch(/^HTTP\/1\.1 200 /)
  }
})

test('a delivery to its own endpoint by the public address arrives, though no such host is known here', async () => {
  const sandbox = await startSandbox({ public_url: publicUrl, bare: false })
  await sandbox.trigger('card.created')
  await sandbox.settle()
  expect(await sandbox.newestCapture()).toMatchObject({ endpoint: 'demo', verdict: { result: 'verified' } })
})

test('an endpoint forwards to another one by the public address', async () => {
  const sandbox = await startSandbox({ public_url: publicUrl })
  await sandbox.request('POST', '/sandbox/endpoints', { name: 'a', forward_to: `${publicUrl}/in/b` })
  expect((await sandbox.request('POST', '/in/a', {})).status).toBe(200)
  expect((await sandbox.captures()).map(({ endpoint }) => endpoint)).toEqual(['b', 'a'])
})

test('subscriptions to its own endpoints follow a new public address, and back', async () => {
  const data = join(ownFolder(), 'sandbox.db')
  const urlsWith = async (config: object) => {
    const sandbox = await startSandbox({ data, bare: false, ...config })
    const { subscriptions } = await sandbox.get<{ subscriptions: { url: string }[] }>(
      '/sandbox/subscriptions',
    )
    await sandbox.close()
    return [subscriptions.map(({ url }) => url), sandbox.url]
  }
  const [before, own] = await urlsWith({})
  expect(before).toEqual([`${own}/in/demo`])
  const [there] = await urlsWith({ public_url: publicUrl })
  expect(there).toEqual([`${publicUrl}/in/demo`])
  const [back, now] = await urlsWith({})
  expect(back).toEqual([`${now}/in/demo`])
})
