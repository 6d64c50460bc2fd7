import { join } from 'node:path'
import BetterSqlite3 from 'better-sqlite3'
import { expect, test } from 'vitest'
import type { Check } from '../../server/wire.ts'
import { ownFolder } from '../helpers/folder.ts'
import { startSandbox, type TestSandbox } from '../helpers/sandbox.ts'
import { checked, ended, headerIn, isSigned, probeOf, secret, startAnswering, startRight } from './world.ts'

async function again(sandbox: TestSandbox, id: string, body: object = {}): Promise<Check> {
  const answer = await sandbox.request<{ check: Check }>('POST', `/sandbox/checks/${id}/again`, body)
  if (answer.status !== 201) throw new Error(`${answer.status} ${JSON.stringify(answer.body)}`)
  return ended(sandbox, answer.body.check.id)
}

/** Accepts unsigned and stale requests until they are mended. */
async function startMendable() {
  const mended = { unsigned: false }
  const receiver = await startAnswering((asked) => {
    const isUnsigned = headerIn(asked, 'webhook-signature') === undefined
    return (isUnsigned && !mended.unsigned) || isSigned(asked) ? 200 : 401
  })
  return { ...receiver, mended }
}

test('a mended probe that is run again takes the place of its failure, and the rest of the report stays', async () => {
  const sandbox = await startSandbox()
  const receiver = await startMendable()
  const before = await checked(sandbox, { url: receiver.url, only: ['signature'], timeout_ms: 3000 })
  expect(probeOf(before, 'rejects-unsigned').result).toBe('fail')
  receiver.mended.unsigned = true
  const asked = receiver.asked.length
  const after = await again(sandbox, before.id, { only: ['rejects-unsigned'] })
  expect(after).toMatchObject({ id: before.id, state: 'done', failed: before.failed - 1, pending: [] })
  expect(after.score).toBeGreaterThan(before.score)
  expect(after.probes.map(({ id }) => id)).toEqual(before.probes.map(({ id }) => id))
  const repeated = after.probes.filter((probe) => probe.repeated_at !== undefined)
  expect(repeated.map(({ id, result }) => [id, result])).toEqual([
    ['accepts-valid', 'pass'],
    ['rejects-unsigned', 'pass'],
  ])
  // Two looks at the receiver beside the valid delivery and the unsigned one.
  expect(receiver.asked.length - asked).toBeLessThan(6)
  expect([after.started_at, after.duration_ms]).toEqual([before.started_at, before.duration_ms])
  expect(await sandbox.get('/sandbox/subscriptions')).toMatchObject({ subscriptions: [] })
})

test('a whole check that is run again is a new check with the secret, options and seed of the first', async () => {
  const sandbox = await startSandbox()
  const receiver = await startRight()
  const order = { only: ['rejects-unsigned', 'accepts-second-secret'], timeout_ms: 4000 }
  const first = await checked(sandbox, {
    ...order,
    url: receiver.url,
    event: 'transactions',
    second_secret: secret,
    seed: 11,
  })
  const second = await again(sandbox, first.id)
  expect(second.id).not.toBe(first.id)
  expect(second).toMatchObject({ seed: 11, options: { ...order, event: 'transactions' } })
  expect(second.options).toEqual(first.options)
  expect(second.probes.map(({ id, result }) => [id, result])).toEqual([
    ['accepts-valid', 'pass'],
    ['rejects-unsigned', 'pass'],
    ['accepts-second-secret', 'pass'],
  ])
})

test('a receiver that is not there when a probe is run again keeps the earlier results', async () => {
  const sandbox = await startSandbox()
  const receiver = await startMendable()
  const before = await checked(sandbox, { url: receiver.url, only: ['rejects-unsigned'] })
  receiver.leave()
  const after = await again(sandbox, before.id, { only: ['rejects-unsigned'] })
  expect(after).toMatchObject({ state: 'failed', reason_code: 'not_reached' })
  expect(after.probes).toEqual(before.probes)
  await receiver.rise()
  receiver.mended.unsigned = true
  expect(await again(sandbox, before.id, { only: ['rejects-unsigned'] })).toMatchObject({
    state: 'done',
    failed: 0,
  })
})

test('a probe that judges all answers is run again with the requests that it judges', async () => {
  const sandbox = await startSandbox()
  let leaks = true
  const receiver = await startAnswering((asked) =>
    isSigned(asked) ? 200 : { status: 401, body: leaks ? 'Error\n    at verify (/srv/app.js:3:1)' : 'no' },
  )
  const before = await checked(sandbox, {
    url: receiver.url,
    only: ['rejects-unsigned', 'rejects-stale', 'leaks-nothing'],
  })
  expect(probeOf(before, 'leaks-nothing').result).toBe('warn')
  const still = await again(sandbox, before.id, { only: ['leaks-nothing'] })
  expect(probeOf(still, 'leaks-nothing').result).toBe('warn')
  leaks = false
  const mended = await again(sandbox, before.id, { only: ['leaks-nothing'] })
  expect(probeOf(mended, 'leaks-nothing').result).toBe('pass')
})

test('a running check cannot be run again, an unknown probe is refused, and no answer holds a secret', async () => {
  const sandbox = await startSandbox()
  const receiver = await startRight()
  const check = await checked(sandbox, { url: receiver.url, only: ['rejects-unsigned'] })
  expect(JSON.stringify(check)).not.toContain(secret)
  const path = `/sandbox/checks/${check.id}/again`
  const refused = await sandbox.request('POST', path, { only: ['rejects-unsigend'] })
  expect(refused).toMatchObject({ status: 422, body: { error: { code: 'invalid_field' } } })
  const [first, second] = await Promise.all([
    sandbox.request('POST', path, {}),
    sandbox.request('POST', path, {}),
  ])
  expect([first.status, second.status].sort()).toEqual([201, 409])
})

test('a check of an earlier version, which kept no order, is refused with the reason', async () => {
  const data = join(ownFolder(), 'sandbox.db')
  const sandbox = await startSandbox({ data })
  const receiver = await startRight()
  const check = await checked(sandbox, { url: receiver.url, only: ['rejects-unsigned'] })
  const database = new BetterSqlite3(data)
  database.exec("UPDATE checks SET record = json_remove(record, '$.order')")
  database.close()
  expect(await sandbox.request('POST', `/sandbox/checks/${check.id}/again`, {})).toMatchObject({
    status: 409,
    body: { error: { code: 'check_over' } },
  })
})
