import { expect, test } from 'vitest'
import { captureSign } from '../../ui/verdict/capture-sign.ts'
import { startSandbox } from '../helpers/sandbox.ts'

const purpose = { result: 'failed', on_purpose: expect.stringContaining('purpose') }

test('a capture that was spoilt on purpose says so before and after the search, and its sign guesses no cause', async () => {
  const sandbox = await startSandbox({ bare: false })
  await sandbox.trigger('card.created', { fault: 'tamper(signature)' })
  await sandbox.settle()
  const [row] = await sandbox.captures()
  expect(row?.verdict).toMatchObject(purpose)
  await expect.poll(async () => (await sandbox.newestCapture()).verdict.explained).toBe(true)
  const { verdict, ...capture } = await sandbox.newestCapture()
  expect(verdict).toMatchObject(purpose)
  expect(captureSign({ ...capture, verdict })).toMatchObject({ tone: 'good' })
  expect(captureSign({ ...capture, verdict: { ...verdict, on_purpose: undefined } }).tone).toBe('bad')
})

test('a retry without the fault names nothing on purpose, whatever its verdict', async () => {
  const sandbox = await startSandbox({ bare: false })
  await sandbox.request('PATCH', '/sandbox/endpoints/demo', { reply: { status: 503 } })
  await sandbox.clock({ mode: 'manual' })
  await sandbox.trigger('card.created', { fault: 'tamper(body)' })
  await sandbox.settle()
  // The retry would verify, but for the secret that the endpoint has now.
  await sandbox.request('PATCH', '/sandbox/endpoints/demo', {
    secret: 'whsec_b3RoZXJvdGhlcm90aGVyb3RoZXJvdGhlcm90aGVy',
  })
  await sandbox.clock({ advance: '10m' })
  await sandbox.settle()
  const all = await sandbox.captures()
  expect(all.length).toBeGreaterThan(1)
  expect(all.at(-1)?.verdict).toMatchObject(purpose)
  for (const { verdict } of all.slice(0, -1)) {
    expect(verdict.result).not.toBe('verified')
    expect(verdict.on_purpose).toBeUndefined()
  }
})

test('a request that somebody sends later with the same headers is not of the sandbox, and names nothing on purpose', async () => {
  const sandbox = await startSandbox({ bare: false })
  await sandbox.trigger('card.created', { fault: 'tamper(body)' })
  await sandbox.settle()
  const { headers } = await sandbox.newestCapture()
  const signed = Object.fromEntries(headers.filter(([name]) => /^webhook-/i.test(name)))
  await sandbox.request('POST', '/in/demo', '{}', signed)
  const { verdict, delivery_id } = await sandbox.newestCapture()
  expect(delivery_id).not.toBeNull()
  expect(verdict.result).toBe('failed')
  expect(verdict.on_purpose).toBeUndefined()
})
