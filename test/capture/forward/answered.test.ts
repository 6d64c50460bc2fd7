import type { ServerResponse } from 'node:http'
import { expect, test } from 'vitest'
import { startReceiver } from '../../helpers/receiver.ts'
import { startSandbox, type TestSandbox } from '../../helpers/sandbox.ts'

const shown = async (sandbox: TestSandbox) =>
  (await sandbox.newestCapture()).exchanges.map(({ url, answered }) => [new URL(url).pathname, answered])

test('the address whose response the sender got is marked, even if it answered last', async () => {
  const sandbox = await startSandbox()
  const held: ServerResponse[] = []
  const slow = await startReceiver([(response) => held.push(response)])
  const quick = await startReceiver([200])
  await sandbox.post('/sandbox/endpoints', {
    name: 'tap',
    forward_to: [`${slow.url}?key=1`, `${slow.url.replace('hook', 'other')}`, quick.url],
  })
  const sent = fetch(`${sandbox.url}/in/tap/more?page=2`, { method: 'POST', body: 'x' })
  await expect.poll(() => held).toHaveLength(2)
  await expect.poll(async () => (await sandbox.newestCapture()).exchanges).toHaveLength(1)
  held.find(({ req }) => req.url?.startsWith('/other'))?.end()
  await expect.poll(async () => (await sandbox.newestCapture()).exchanges).toHaveLength(2)
  for (const response of held) response.end()
  await sent
  expect((await shown(sandbox)).filter(([, answered]) => answered)).toEqual([['/hook/more', true]])
})

test('where the address that answers the sender did not, none is marked', async () => {
  const sandbox = await startSandbox()
  const quick = await startReceiver([200])
  await sandbox.post('/sandbox/endpoints', {
    name: 'tap',
    forward_to: ['http://127.0.0.1:1/hook', quick.url],
  })
  await fetch(`${sandbox.url}/in/tap`, { method: 'POST', body: 'x' })
  await expect.poll(async () => (await sandbox.newestCapture()).exchanges).toHaveLength(2)
  expect((await shown(sandbox)).map(([, answered]) => answered)).toEqual([false, false])
})
