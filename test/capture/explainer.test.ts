import { expect, test } from 'vitest'
import { startSandbox } from '../helpers/sandbox.ts'

const signed = {
  'webhook-id': 'evt_1',
  'webhook-timestamp': '1767258000',
  'webhook-signature': 'v1,AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA=',
}

test('a secret of the config verifies what arrives where the endpoint has none', async () => {
  const { createHmac } = await import('node:crypto')
  const sandbox = await startSandbox({
    signing: { secrets: [{ name: 'shop', secret: 'abc', scheme: 'shopify' }] },
  })
  const body = '{"n":1}'
  const value = createHmac('sha256', 'abc').update(body).digest('base64')
  await fetch(`${sandbox.url}/in/demo`, { method: 'POST', body, headers: { 'X-Shopify-Hmac-Sha256': value } })
  const { verdict } = await sandbox.newestCapture()
  expect(verdict).toMatchObject({ result: 'verified', scheme: 'shopify', secret_of: 'the config, shop' })
})

test('a flood of wrong signatures leaves the server answering, and a list does not wait for all of it', async () => {
  const sandbox = await startSandbox()
  await sandbox.post('/sandbox/endpoints', { name: 'demo', secret: 'whsec_AAECAwQFBgcICQoLDA0ODxAREhMUFRYX' })
  const send = (n: number) =>
    fetch(`${sandbox.url}/in/demo`, { method: 'POST', body: `{"n":${n}}`, headers: signed })
  const answers = await Promise.all(Array.from({ length: 200 }, (_, n) => send(n)))
  expect(answers.every(({ status }) => status === 200)).toBe(true)
  const { captures } = await sandbox.get<{ captures: { verdict: { result: string } }[] }>(
    '/sandbox/captures?limit=500',
  )
  expect(captures).toHaveLength(200)
  expect(captures.every(({ verdict }) => verdict.result === 'failed')).toBe(true)
  // It closes at once, with most of them still to be explained.
  await sandbox.close()
  expect(sandbox.troubles).toEqual([])
})
