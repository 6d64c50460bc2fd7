import { join } from 'node:path'
import { expect, test } from 'vitest'
import { endpointsAt, movedReceivers } from '../../server/http/origins.ts'
import { ownFolder } from '../helpers/folder.ts'
import { ownedBy } from '../helpers/owned-by.ts'
import { startSandbox } from '../helpers/sandbox.ts'

const at = endpointsAt([
  'http://127.0.0.1:4400',
  'http://localhost:4400',
  'http://[::1]:4400',
  'https://tunnel.example',
])

test.each([
  ['http://127.0.0.1:4400/in/w2', 'w2'],
  ['http://LOCALHOST:4400/in/w2/', 'w2'],
  ['HTTP://u:p@127.0.0.1:4400/in/w2?x=1', 'w2'],
  ['http://127.1:04400/in/./w2#part', 'w2'],
  ['http://[0:0:0:0:0:0:0:1]:4400/in/a/../w2', 'w2'],
  ['https://tunnel.example:443/in/w2', 'w2'],
  ['http://127.0.0.1:4400/in/w2/../../sandbox/clock', undefined],
  ['http://127.0.0.1:4400/in/', undefined],
  ['http://127.0.0.1:4400/in', undefined],
  ['https://127.0.0.1:4400/in/w2', undefined],
  ['http://127.0.0.1:4401/in/w2', undefined],
  ['http://127.0.0.1:4400@other.example/in/w2', undefined],
  ['nothing of the kind', undefined],
])('%s leads to the endpoint %s', (url, name) => {
  expect([at(url), at(url)]).toEqual([name, name])
})

test('more addresses than the cache holds are still distinguished', () => {
  const urls = Array.from({ length: 2500 }, (_, n) => `http://127.0.0.1:4400/in/w${n}`)
  for (const _ of [1, 2]) expect(urls.map(at)).toEqual(urls.map((_, n) => `w${n}`))
})

test.each([
  ['http://127.0.0.1:1/in/a?x=1', 'http://[::1]:2/in/a?x=1'],
  ['http://LOCALHOST:1/in/a', 'http://localhost:2/in/a'],
  ['http://u:p@127.0.0.1:1/in/./a', 'http://u:p@[::1]:2/in/a'],
  ['http://127.0.0.1:1/api', undefined],
  ['http://127.0.0.1:11/in/a', undefined],
  ['http://other.example:1/in/a', undefined],
])('a sandbox that moved from 127.0.0.1:1 to [::1]:2 is found for %s at %s', (before, after) => {
  expect(movedReceivers('http://127.0.0.1:1', 'http://[::1]:2')(before)).toBe(after)
})

test.each(['http://LOCALHOST:P/in/w2', 'http://u:p@127.0.0.1:P/in/w2', 'http://127.0.0.1:P/in/a/.././w2'])(
  'a delivery to %s is recognised, even if another subscription has the same address',
  async (form) => {
    const sandbox = await startSandbox()
    await sandbox.subscribe(`${sandbox.url}/in/w2`, { events: ['none'] })
    const { id } = await sandbox.subscribe(form.replace('P', new URL(sandbox.url).port))
    const { deliveries } = await sandbox.trigger('card.created', { subscription_id: id })
    await sandbox.settle()
    expect(await sandbox.newestCapture()).toMatchObject({
      endpoint: 'w2',
      delivery_id: deliveries[0]?.id,
      verdict: { result: 'verified', secret_of: ownedBy(`subscription ${id}`) },
    })
  },
)

test.each([
  'http://LOCALHOST:P/in/w2',
  'http://u:p@127.0.0.1:P/in/w2',
  'http://127.1:P/in/w2?a=b c',
  'http://127.0.0.1:P/in/w2?',
])('a scheme that signs the address as it is written is verified for %s', async (form) => {
  const sandbox = await startSandbox()
  const { id } = await sandbox.subscribe(form.replace('P', new URL(sandbox.url).port))
  await sandbox.request('PATCH', `/sandbox/subscriptions/${id}`, { scheme: 'square' })
  await sandbox.trigger('card.created', { subscription_id: id })
  await sandbox.settle()
  expect(await sandbox.newestCapture()).toMatchObject({
    verdict: { result: 'verified', secret_of: ownedBy(`subscription ${id}`) },
  })
})

test('what waits for an endpoint by another spelling follows the sandbox to its new port', async () => {
  const data = join(ownFolder(), 'sandbox.db')
  const first = await startSandbox({ data })
  await first.clock({ mode: 'manual' })
  const { port } = new URL(first.url)
  for (const url of [`http://LOCALHOST:${port}/in/w2`, `http://u:p@127.0.0.1:${port}/in/./w2`])
    await first.subscribe(url)
  const { deliveries } = await first.trigger('card.created', { fault: 'delay(1h)' })
  await first.post(`/sandbox/deliveries/${deliveries[0]?.id}/resend`, {
    url: `http://LocalHost:${port}/in/w3`,
    fault: 'delay(2h)',
  })
  await first.close()

  const second = await startSandbox({ data })
  expect(second.url).not.toBe(first.url)
  await second.clock({ advance: '2h' })
  const captures = await second.captures()
  const verdicts = captures.map(({ endpoint, verdict }) => [endpoint, verdict.result])
  expect(verdicts).toEqual([
    ['w3', 'verified'],
    ['w2', 'verified'],
    ['w2', 'verified'],
  ])
})
