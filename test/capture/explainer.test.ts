import { expect, test } from 'vitest'
import { createExplainer } from '../../server/capture/explainer.ts'
import { realOutside } from '../../server/outside.ts'
import { sample } from '../helpers/long.ts'
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
  expect(verdict).toMatchObject({
    result: 'verified',
    scheme: 'shopify',
    secret_of: { kind: 'config', id: 'shop' },
  })
})

test('a flood of wrong signatures leaves the server answering, and a list does not wait for all of it', async () => {
  const sandbox = await startSandbox()
  await sandbox.post('/sandbox/endpoints', { name: 'demo', secret: 'whsec_AAECAwQFBgcICQoLDA0ODxAREhMUFRYX' })
  const send = (n: number) =>
    fetch(`${sandbox.url}/in/demo`, { method: 'POST', body: `{"n":${n}}`, headers: signed })
  const count = sample(60, 200)
  const answers = await Promise.all(Array.from({ length: count }, (_, n) => send(n)))
  expect(answers.every(({ status }) => status === 200)).toBe(true)
  const { captures } = await sandbox.get<{ captures: { verdict: { result: string } }[] }>(
    '/sandbox/captures?limit=500',
  )
  expect(captures).toHaveLength(count)
  expect(captures.every(({ verdict }) => verdict.result === 'failed')).toBe(true)
  // It closes at once, with most of them still to be explained.
  await sandbox.close()
  expect(sandbox.troubles).toEqual([])
})

test('a capture that cannot be explained is reported and does not block later captures', async () => {
  const told: string[] = []
  const troubles: unknown[] = []
  const left = ['first', 'second'].map((id) => ({
    row: {
      ...{ id, endpoint: 'demo', delivery_id: null, body_cut: false },
      ...{ reply: { kind: 'rule' }, verdict: { explained: false } },
    },
    body: null,
  }))
  const tx = { announce: () => {}, afterCommit: (run: () => void) => run() }
  const needs = {
    writer: { write: async (work: (given: unknown) => unknown) => work(tx) },
    outside: realOutside(),
    endpoints: { find: () => undefined },
    captures: {
      unexplained: () => left[0],
      rowAt: () => left[0]?.row,
      explain(row: { id: string }, verdict: { explained: boolean }) {
        left.shift()
        told.push(`${row.id} ${verdict.explained}`)
      },
    },
    judge: {
      explain() {
        if (left.length === 2) throw new Error('a defect')
        return { explained: true }
      },
    },
    onTrouble: (error: unknown) => troubles.push(error),
  }
  const explainer = createExplainer(needs as unknown as Parameters<typeof createExplainer>[0])
  explainer.wake()
  await explainer.caughtUp()
  expect(told).toEqual(['first true', 'second true'])
  expect(troubles).toEqual([new Error('a defect')])
})
