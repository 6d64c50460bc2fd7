import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { ownFolder } from '../helpers/folder.ts'
import { startSandbox, type TestSandbox } from '../helpers/sandbox.ts'
import { demo, expectRefused } from './ask.ts'

const customer = { dob: '1990-04-12', names: [{ first_name: 'Ada', last_name: 'Quill' }] }
const path = '/customers/'

/** A sandbox whose clock stands at noon of 2026-01-05. */
async function atNoon(config: Record<string, unknown> = {}) {
  const sandbox = await startSandbox(config)
  await sandbox.clock({ mode: 'manual', set: '2026-01-05T12:00:00Z' })
  return sandbox
}

/** Creates a customer with an Idempotency-Key and answers the code of the refusal, or the status. */
async function create(sandbox: TestSandbox, headers: Record<string, string> = {}, body: unknown = customer) {
  const all = { ...demo, 'idempotency-key': 'key-1', ...headers }
  const answer = await sandbox.call('POST', path, body, all)
  return answer.body.Code ?? answer.status
}
const used = 'idempotency_key_exists'

async function customersOf(sandbox: TestSandbox, headers = demo) {
  const answer = await sandbox.call<{ customers: unknown[] }>('GET', path, undefined, headers)
  return answer.body.customers.length
}

test('a repeat is refused with the key and the times, and changes nothing', async () => {
  const sandbox = await atNoon()
  expect(await create(sandbox)).toBe(201)
  await sandbox.clock({ advance: '1h' })
  const headers = { ...demo, 'Idempotency-Key': 'key-1' }
  expectRefused(await sandbox.call('POST', path, customer, headers), {
    status: 400,
    code: used,
    says: ['key-1', '2026-01-05T12:00:00.000000Z', '2026-01-06T12:00:00.000000Z'],
  })
  expect(await customersOf(sandbox)).toBe(1)
  expect(await create(sandbox, { 'idempotency-key': 'key-2' })).toBe(201)
  expect(await create(sandbox, { 'idempotency-key': 'Key-1' })).toBe(201)
})

test('a key is free again after exactly 24 hours, however often it was refused meanwhile', async () => {
  const sandbox = await atNoon()
  expect(await create(sandbox)).toBe(201)
  await sandbox.clock({ set: '2026-01-06T11:59:59.999999Z' })
  expect(await create(sandbox)).toBe(used)
  await sandbox.clock({ set: '2026-01-06T12:00:00Z' })
  expect(await create(sandbox)).toBe(201)
  await sandbox.clock({ advance: '1h' })
  expect(await create(sandbox)).toBe(used)
})

test('after the clock was set back, a key that was used later is free, and counts from then on', async () => {
  const sandbox = await atNoon()
  await sandbox.clock({ advance: '1h' })
  expect(await create(sandbox)).toBe(201)
  await sandbox.clock({ set: '2026-01-05T12:59:59Z' })
  expect(await create(sandbox)).toBe(201)
  expect(await create(sandbox)).toBe(used)
  await sandbox.clock({ set: '2026-01-06T12:59:58Z' })
  expect(await create(sandbox)).toBe(used)
  await sandbox.clock({ set: '2026-01-06T12:59:59Z' })
  expect(await create(sandbox)).toBe(201)
})

test('a key counts for every POST of its identity, and for that identity only', async () => {
  const sandbox = await atNoon()
  expect(await create(sandbox)).toBe(201)
  const elsewhere = await sandbox.call(
    'POST',
    '/businesses',
    { legal_name: 'Quill LLC' },
    { ...demo, 'idempotency-key': 'key-1' },
  )
  expect(elsewhere.body.Code).toBe(used)
  expect(await create(sandbox, { identity: 'other' })).toBe(201)
  expect(await create(sandbox, { identity: 'other' })).toBe(used)
  expect(await create(sandbox, { authorization: 'changed' })).toBe(used)
})

test('GET, PATCH and DELETE neither look at a key nor use one up', async () => {
  const sandbox = await atNoon()
  const headers = { ...demo, 'idempotency-key': 'key-1' }
  const made = await sandbox.call<{ customer_id: string }>('POST', path, customer)
  const one = `${path}${made.body.customer_id}`
  const target = { p_id: made.body.customer_id, target_type: 'customer', target_id: made.body.customer_id }
  const others = async () => [
    (await sandbox.call('GET', one, undefined, headers)).status,
    (await sandbox.call('PATCH', one, { phone: '1' }, headers)).status,
  ]
  expect(await others()).toEqual([200, 200])
  expect(await create(sandbox)).toBe(201)
  expect(await others()).toEqual([200, 200])
  expect((await sandbox.call('DELETE', one, target, headers)).status).toBe(200)
})

test('a POST without a key, or with an empty one, is never a repeat', async () => {
  const sandbox = await atNoon()
  for (const headers of [demo, demo, { ...demo, 'idempotency-key': '' }, { ...demo, 'idempotency-key': '' }])
    expect((await sandbox.call('POST', path, customer, headers)).status).toBe(201)
})

test('of many simultaneous requests with one key, one is carried out', async () => {
  const sandbox = await atNoon()
  const seen = await Promise.all(Array.from({ length: 10 }, () => create(sandbox)))
  expect(seen.filter((one) => one === 201)).toHaveLength(1)
  expect(seen.filter((one) => one === used)).toHaveLength(9)
  expect(await customersOf(sandbox)).toBe(1)
})

test.for([
  ['a field is wrong', { ...customer, ssn: '12' }],
  ['the body is no JSON', '{'],
])('a request that is refused because %s uses its key up', async ([, body]) => {
  const sandbox = await atNoon()
  expect(await create(sandbox, {}, body)).toBe('create_customer_schema')
  expect(await create(sandbox)).toBe(used)
})

test('a request that is refused for its credentials uses no key up', async () => {
  const sandbox = await atNoon({ auth: { keys: [demo] } })
  for (const headers of [{ authorization: '' }, { identity: '' }, { authorization: 'wrong' }])
    expect(await create(sandbox, headers)).toBe('auth_err')
  expect(await create(sandbox)).toBe(201)
})

describe('an armed error', () => {
  test.for([
    ['card_dne', used],
    ['503', used],
    ['hang', 201],
    ['reset', 201],
  ] as const)('%s, then the same key: %s', async ([word, after]) => {
    const sandbox = await atNoon()
    const headers = { ...demo, 'idempotency-key': 'key-1', 'sandbox-error': word }
    const bySocket = () => sandbox.overSocket('POST', `/api/v0.1${path}`, customer, headers)
    if (word === 'reset') await expect(bySocket()).rejects.toThrow()
    else if (word !== 'hang') await create(sandbox, headers).catch(() => undefined)
    else {
      const giveUp = new AbortController()
      const recorded = new Promise<void>((resolve) => {
        const stop = sandbox.listen(() => {
          stop()
          resolve()
        })
      })
      const hung = fetch(`${sandbox.url}/api/v0.1${path}`, {
        method: 'POST',
        headers,
        signal: giveUp.signal,
      })
      await recorded
      giveUp.abort()
      await expect(hung).rejects.toThrow()
    }
    expect(await create(sandbox)).toBe(after)
  })

  test('that answers a repeat leaves the key its time', async () => {
    const sandbox = await atNoon()
    expect(await create(sandbox)).toBe(201)
    await sandbox.clock({ advance: '1h' })
    expect(await create(sandbox, { 'sandbox-error': 'card_dne' })).toBe('card_dne')
    await sandbox.clock({ set: '2026-01-06T12:00:00Z' })
    expect(await create(sandbox)).toBe(201)
  })

  test("that answers somebody who is not let in uses up nobody's key", async () => {
    const sandbox = await atNoon({ auth: { keys: [demo] } })
    for (const headers of [{ authorization: 'wrong' }, { authorization: '' }])
      expect(await create(sandbox, { ...headers, 'sandbox-error': 'card_dne' })).toBe('card_dne')
    expect(await create(sandbox)).toBe(201)
  })

  test('that answers a temporary key uses the key up for whom it acts for', async () => {
    const sandbox = await atNoon()
    const { body } = await sandbox.call<Record<string, string>>('POST', '/auth/key/temporary', {})
    const key = { authorization: body.Authorization ?? '', identity: body.Identity ?? '' }
    expect(await create(sandbox, { ...key, 'sandbox-error': 'card_dne' })).toBe('card_dne')
    expect(await create(sandbox, key)).toBe(used)
    expect(await create(sandbox)).toBe(used)
  })
})

test('a key is remembered over a restart on the same file', async () => {
  const data = join(ownFolder(), 'sandbox.db')
  const first = await atNoon({ data })
  expect(await create(first)).toBe(201)
  await first.close()
  const second = await startSandbox({ data })
  expect(await create(second)).toBe(used)
  await second.clock({ set: '2026-01-06T12:00:00Z' })
  expect(await create(second)).toBe(201)
})

test('a reset of the sandbox forgets the keys', async () => {
  const sandbox = await atNoon()
  expect(await create(sandbox)).toBe(201)
  await sandbox.post('/sandbox/reset', {})
  expect(await create(sandbox)).toBe(201)
})
