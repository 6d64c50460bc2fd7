import { createHmac } from 'node:crypto'
import { expect, test } from 'vitest'
import { startSandbox, type TestSandbox } from '../helpers/sandbox.ts'

const key = 'field'
const signed = (body: string) => `sha256=${createHmac('sha256', key).update(body).digest('hex')}`
const [first, second] = ['{"id":"evt_1","attempts":0}', '{"id":"evt_1","attempts":1}'] as const

async function startWith(endpoint: Record<string, unknown> = { scheme: 'github', secret: key }) {
  const sandbox = await startSandbox()
  await sandbox.post('/sandbox/endpoints', { name: 'demo', ...endpoint })
  return sandbox
}

async function send(sandbox: TestSandbox, body: string, headers: Record<string, string>) {
  await fetch(`${sandbox.url}/in/demo`, { method: 'POST', body, headers })
  return sandbox.newestCapture()
}

test.each<[said: string, ids: readonly [string, string]]>([
  ['with the same id', ['d1', 'd1']],
  ['with another id', ['d1', 'd2']],
])('a retry %s and another body has the signature of the first attempt', async (_said, [one, other]) => {
  const sandbox = await startWith()
  const before = await send(sandbox, first, {
    'X-GitHub-Delivery': one,
    'X-Hub-Signature-256': signed(first),
  })
  expect(before.verdict.result).toBe('verified')
  const { verdict } = await send(sandbox, second, {
    'X-GitHub-Delivery': other,
    'X-Hub-Signature-256': signed(first),
  })
  expect(verdict.causes).toMatchObject([{ cause: 'earlier_signature', proved: true }])
  expect(verdict.causes[0]?.detail).toContain(before.id)
  expect(verdict.causes[0]?.diff?.parts).toContainEqual({ side: 'sender', text: '0', skipped: 0 })
})

test('a fresh timestamp with the signature of the first attempt', async () => {
  const sandbox = await startWith({ scheme: 'stripe', secret: key })
  const now = Math.floor(Date.now() / 1000)
  const value = createHmac('sha256', key)
    .update(`${now - 60}.${first}`)
    .digest('hex')
  const before = await send(sandbox, first, { 'Stripe-Signature': `t=${now - 60},v1=${value}` })
  expect(before.verdict.result).toBe('verified')
  // Scheme headers differ, so the id alone leads to the capture before.
  const { verdict } = await send(sandbox, second, { 'Stripe-Signature': `t=${now - 60},v1=${value}` })
  expect(verdict.causes).toMatchObject([{ cause: 'earlier_signature' }])
})

test('the signature of an earlier wrong request is no cause', async () => {
  const sandbox = await startWith()
  const wrong = `sha256=${'0'.repeat(64)}`
  await send(sandbox, first, { 'X-GitHub-Delivery': 'd1', 'X-Hub-Signature-256': wrong })
  const { verdict } = await send(sandbox, second, { 'X-GitHub-Delivery': 'd1', 'X-Hub-Signature-256': wrong })
  expect(verdict).toMatchObject({ result: 'failed', causes: [], explained: true })
})
