import { cpSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import type { Check } from '../../server/wire.ts'
import { ownFolder } from '../helpers/folder.ts'
import { startSandbox, type TestSandbox } from '../helpers/sandbox.ts'
import { begun, checked, ended, rightAnswer, secret, startAnswering, startRight, until } from './world.ts'

const subscriptionsOf = async (sandbox: TestSandbox) =>
  (await sandbox.get<{ subscriptions: unknown[] }>('/sandbox/subscriptions')).subscriptions
const refusedBy = async (sandbox: TestSandbox, path: string, body?: unknown) => {
  const answer = await sandbox.request<{ error: { code: string } }>('POST', path, body)
  return { status: answer.status, code: answer.body.error?.code }
}

test('a stop ends the requests under way, keeps what is known, and removes the subscription', async () => {
  const sandbox = await startSandbox()
  const receiver = await startAnswering(({ body }) =>
    receiver.asked.length < 3 || body.length === 0 ? 200 : undefined,
  )
  const { id } = await begun(sandbox, { url: receiver.url, timeout_ms: 60_000 })
  await until(sandbox, id, ({ probes }) => probes.length > 3)
  const { status, body } = await sandbox.request<{ check: Check }>('POST', `/sandbox/checks/${id}/stop`)
  expect(status).toBe(200)
  expect(body.check).toMatchObject({ state: 'failed', reason_code: 'stopped', pending: [] })
  const results = new Map(body.check.probes.map((probe) => [probe.id, probe]))
  expect(results.get('accepts-valid')?.result).toBe('pass')
  expect(results.get('survives-burst')).toMatchObject({ result: 'unknown', fact: { reason: 'stopped' } })
  expect(await subscriptionsOf(sandbox)).toEqual([])
  expect(await refusedBy(sandbox, `/sandbox/checks/${id}/stop`)).toEqual({ status: 409, code: 'check_over' })
  expect(await refusedBy(sandbox, '/sandbox/checks/chk_none/stop')).toEqual({
    status: 404,
    code: 'check_unknown',
  })
  expect(sandbox.troubles).toEqual([])
})

test('a stop ends a check whose receiver has never answered, at once', async () => {
  const sandbox = await startSandbox()
  const receiver = await startAnswering(() => undefined)
  const { id } = await begun(sandbox, { url: receiver.url, secret, timeout_ms: 60_000 })
  await expect.poll(() => receiver.asked.length).toBeGreaterThan(0)
  const { body } = await sandbox.request<{ check: Check }>('POST', `/sandbox/checks/${id}/stop`)
  expect(body.check).toMatchObject({ state: 'failed', reason_code: 'stopped' })
})

test('a second check of the same address waits for the end of the first', async () => {
  const sandbox = await startSandbox()
  const receiver = await startRight()
  const order = { url: receiver.url, secret, only: ['accepts-valid', 'survives-burst'] }
  const first = await begun(sandbox, order)
  expect(await refusedBy(sandbox, '/sandbox/checks', order)).toEqual({ status: 409, code: 'check_running' })
  await ended(sandbox, first.id)
  const second = await checked(sandbox, order)
  expect(second).toMatchObject({ state: 'done', score: 100 })
  const { checks } = await sandbox.get<{ checks: Check[] }>('/sandbox/checks')
  expect(checks.map(({ id }) => id)).toEqual([second.id, first.id])
})

test('a check that waits for its receiver says why the last delivery was not accepted', async () => {
  const sandbox = await startSandbox()
  let isRight = false
  const receiver = await startAnswering((asked) =>
    isRight ? rightAnswer(asked) : { status: 401, body: `not ${secret}` },
  )
  receiver.leave()
  const { id } = await begun(sandbox, { url: receiver.url, only: ['accepts-valid'], await_accepted: true })
  const unreached = await until(sandbox, id, ({ reason_code }) => reason_code !== null)
  expect(unreached).toMatchObject({
    state: 'running',
    reason_code: 'not_reached',
    reason: `The receiver could not be reached: connection refused: nothing listens on 127.0.0.1:${receiver.port}. Start the receiver, or correct the URL.`,
    probes: [],
  })
  await receiver.rise()
  const refused = await until(sandbox, id, ({ reason_code }) => reason_code !== 'not_reached')
  expect(refused).toMatchObject({
    state: 'running',
    reason_code: 'not_accepted',
    reason: 'The receiver does not accept a valid delivery. HTTP 401 Unauthorized "not …": refused.',
  })
  isRight = true
  expect(await ended(sandbox, id)).toMatchObject({ state: 'done', reason: null, reason_code: null })
})

test('a reset ends a running check without a trace', async () => {
  const sandbox = await startSandbox()
  const receiver = await startAnswering(() => undefined)
  const { id } = await begun(sandbox, { url: receiver.url, timeout_ms: 60_000 })
  await expect.poll(() => receiver.asked.length).toBeGreaterThan(0)
  expect((await sandbox.request('POST', '/sandbox/reset', {})).status).toBeLessThan(300)
  expect((await sandbox.request('GET', `/sandbox/checks/${id}`)).status).toBe(404)
  expect(await subscriptionsOf(sandbox)).toEqual([])
  const right = await startRight()
  const next = await checked(sandbox, { url: right.url, only: ['accepts-valid'] })
  expect(next.probes).toMatchObject([{ id: 'accepts-valid', result: 'pass' }])
  expect(sandbox.troubles).toEqual([])
})

test('after a kill the next start ends the check that ran, and removes its subscription', async () => {
  const [killed, later] = [ownFolder(), ownFolder()]
  const sandbox = await startSandbox({ data: join(killed, 'sandbox.db') })
  const receiver = await startAnswering(() => undefined)
  const { id } = await begun(sandbox, { url: receiver.url, timeout_ms: 60_000 })
  await expect.poll(() => receiver.asked.length).toBeGreaterThan(0)
  expect((await subscriptionsOf(sandbox)).length).toBe(1)
  // What a killed process leaves: the files as they are while it runs.
  cpSync(killed, later, { recursive: true })
  const next = await startSandbox({ data: join(later, 'sandbox.db') })
  const { check } = await next.get<{ check: Check }>(`/sandbox/checks/${id}`)
  expect(check).toMatchObject({ state: 'failed', reason_code: 'interrupted' })
  expect(await subscriptionsOf(next)).toEqual([])
})

test('two checks of one address that are asked for at once: one begins, by whatever name of this machine', async () => {
  const sandbox = await startSandbox()
  const receiver = await startRight()
  const port = new URL(receiver.url).port
  const paths = [`http://127.0.0.1:${port}/hook`, `http://localhost:${port}/hook`]
  const answers = await Promise.all(
    paths.map((url) => sandbox.request('POST', '/sandbox/checks', { url, secret, only: ['survives-burst'] })),
  )
  expect(answers.map(({ status }) => status).toSorted()).toEqual([201, 409])
})

test('a URL beside a subscription is refused, so that no secret goes elsewhere', async () => {
  const sandbox = await startSandbox()
  const { id } = await sandbox.subscribe('http://127.0.0.1:9/hook')
  const { status, body } = await sandbox.request<{ error: { code: string } }>('POST', '/sandbox/checks', {
    url: 'http://127.0.0.1:10/hook',
    subscription_id: id,
  })
  expect([status, body.error?.code]).toEqual([422, 'invalid_field'])
})

test.each(['secret', 'second_secret'])(
  'a %s that cannot sign is refused, with the part that is wrong',
  async (field) => {
    const sandbox = await startSandbox()
    const { status, body } = await sandbox.request<{ error: { message: string } }>(
      'POST',
      '/sandbox/checks',
      {
        url: 'http://127.0.0.1:9/hook',
        [field]: `v1,${secret}`,
      },
    )
    expect([status, body.error?.message]).toEqual([
      422,
      expect.stringMatching(new RegExp(`^${field}: .*v1,`)),
    ])
  },
)
