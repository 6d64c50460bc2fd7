import { join } from 'node:path'
import { expect, test } from 'vitest'
import { arm } from '../errors/arming/arm.ts'
import { ownFolder } from '../helpers/folder.ts'
import { startSandbox, type TestSandbox } from '../helpers/sandbox.ts'
import { demo, expectRefused } from './ask.ts'

const customer = { dob: '1990-04-12', names: [{ first_name: 'Ada', last_name: 'Quill' }] }
type Pair = Record<string, string>
interface Customers {
  customers: { customer_id: string }[]
}

async function keyOf(sandbox: TestSandbox, headers: Pair = demo): Promise<Pair> {
  const answer = await sandbox.call<Pair>('POST', '/auth/key/temporary', {}, headers)
  expect(answer.status, JSON.stringify(answer.body)).toBe(201)
  return answer.body
}
const customersOf = async (sandbox: TestSandbox, headers: Pair) =>
  (await sandbox.call<Customers>('GET', '/customers/', undefined, headers)).body.customers

/** The statuses of so many calls with a pair. */
async function statuses(sandbox: TestSandbox, count: number, headers: Pair) {
  const seen: number[] = []
  for (let call = 0; call < count; call++)
    seen.push((await sandbox.call('GET', '/customers/', undefined, headers)).status)
  return seen
}

/** A sandbox whose clock stands at noon of 2026-01-05. */
async function atNoon(config: Record<string, unknown> = {}) {
  const sandbox = await startSandbox(config)
  await sandbox.clock({ mode: 'manual', set: '2026-01-05T12:00:00Z' })
  return sandbox
}

test('the answer is the pair of headers, by their names, and another one each time', async () => {
  const sandbox = await startSandbox()
  const [one, other] = [await keyOf(sandbox), await keyOf(sandbox)]
  expect(Object.keys(one)).toEqual(['Identity', 'Authorization'])
  expect(one.Identity).not.toBe(other.Identity)
  expect(one.Authorization).not.toBe(other.Authorization)
})

test('it acts for its owner: sees what it has, and makes things for it', async () => {
  const sandbox = await startSandbox()
  const key = await keyOf(sandbox)
  const stranger = { ...demo, identity: 'stranger' }
  const first = (await sandbox.call('POST', '/customers/', customer)).body.customer_id
  await sandbox.call('POST', '/customers/', customer, stranger)
  const second = (await sandbox.call('POST', '/customers/', customer, key)).body.customer_id
  for (const headers of [key, demo])
    expect((await customersOf(sandbox, headers)).map(({ customer_id }) => customer_id)).toEqual([
      first,
      second,
    ])
  expect(await customersOf(sandbox, stranger)).toHaveLength(1)
})

test('its events go to the subscriptions of its owner', async () => {
  const sandbox = await startSandbox()
  await sandbox.subscribe(`${sandbox.url}/in/demo`, { events: ['kyb*'] })
  const key = await keyOf(sandbox)
  const { body } = await sandbox.call<Pair>('POST', '/businesses', { legal_name: 'Quill LLC' }, key)
  await sandbox.call('POST', `/businesses/${body.business_id}/verification-kyb`, undefined, key)
  await sandbox.settle()
  expect((await sandbox.deliveries()).map(({ event }) => event).toSorted()).toEqual([
    'kyb.verification.approved',
    'kyb.verification.initiated',
  ])
})

test('it is good for five calls', async () => {
  const sandbox = await startSandbox()
  const key = await keyOf(sandbox)
  expect(await statuses(sandbox, 5, key)).toEqual([200, 200, 200, 200, 200])
  const sixth = await sandbox.call('GET', '/customers/', undefined, key)
  expectRefused(sixth, { status: 403, code: 'auth_err', says: ['temporary', '5 calls'] })
  expect(await statuses(sandbox, 1, await keyOf(sandbox))).toEqual([200])
})

test('calls that are refused count too', async () => {
  const sandbox = await startSandbox()
  const key = await keyOf(sandbox)
  const refused: unknown[] = []
  for (let call = 0; call < 6; call++)
    refused.push((await sandbox.call('POST', '/customers/', { dob: 5 }, key)).status)
  expect(refused).toEqual([400, 400, 400, 400, 400, 403])
  expect(await customersOf(sandbox, demo)).toEqual([])
})

test("it is good for five minutes of the sandbox's clock", async () => {
  const sandbox = await atNoon()
  const key = await keyOf(sandbox)
  await sandbox.clock({ set: '2026-01-05T12:04:59.999999Z' })
  expect(await statuses(sandbox, 1, key)).toEqual([200])
  await sandbox.clock({ set: '2026-01-05T12:05:00Z' })
  expectRefused(await sandbox.call('GET', '/customers/', undefined, key), {
    status: 403,
    code: 'auth_err',
    says: ['expired', '2026-01-05T12:05:00.000000Z'],
  })
})

test('it is let in though the config lists the pairs that are', async () => {
  const sandbox = await startSandbox({ auth: { keys: [{ authorization: 'a', identity: 'b' }] } })
  const owner = { authorization: 'a', identity: 'b' }
  expect((await sandbox.call('POST', '/auth/key/temporary', {})).status).toBe(403)
  const key = await keyOf(sandbox, owner)
  await sandbox.call('POST', '/customers/', customer, owner)
  expect(await customersOf(sandbox, key)).toHaveLength(1)
  expect(await statuses(sandbox, 5, key)).toEqual([200, 200, 200, 200, 403])
})

test.for([false, true])('with another Identity it is refused; the config lists pairs: %s', async (strict) => {
  const sandbox = await startSandbox(strict ? { auth: { keys: [demo] } } : {})
  const [key, other] = [await keyOf(sandbox), await keyOf(sandbox)]
  const identities = ['demo', other.Identity ?? '', key.Identity?.toUpperCase() ?? '']
  for (const Identity of identities) {
    const answer = await sandbox.call('GET', '/customers/', undefined, { ...key, Identity })
    expectRefused(answer, { status: 403, code: 'auth_err', says: ['Identity'] })
  }
  expect(await statuses(sandbox, 1, key)).toEqual([200])
})

test('the customer for whom it is asked must exist', async () => {
  const sandbox = await startSandbox()
  const customer_id = '00000000-0000-4000-8000-000000000000'
  const answer = await sandbox.call('POST', '/auth/key/temporary', { customer_id })
  expectRefused(answer, { status: 404, code: 'customer_dne', says: [customer_id] })
})

test('a restart on the same file forgets neither the pair nor its calls', async () => {
  const data = join(ownFolder(), 'sandbox.db')
  const first = await atNoon({ data })
  const key = await keyOf(first)
  expect(await statuses(first, 3, key)).toEqual([200, 200, 200])
  await first.close()
  const second = await startSandbox({ data })
  expect(await statuses(second, 3, key)).toEqual([200, 200, 403])
})

test('it cannot ask for another, which would make it good for ever', async () => {
  const sandbox = await startSandbox()
  const key = await keyOf(sandbox)
  const answer = await sandbox.call('POST', '/auth/key/temporary', {}, key)
  expectRefused(answer, { status: 403, code: 'auth_err', says: ['temporary key'] })
  expect(await statuses(sandbox, 5, key)).toEqual([200, 200, 200, 200, 403])
})

test('a made-up temporary key is refused, although any pair is accepted', async () => {
  const sandbox = await startSandbox()
  const authorization = 'temporary_00000000-0000-4000-8000-000000000000'
  const answer = await sandbox.call('GET', '/customers/', undefined, { ...demo, authorization })
  expectRefused(answer, { status: 403, code: 'auth_err', says: ['temporary key does not exist'] })
  expect(await statuses(sandbox, 1, { ...demo, authorization: 'temporary' })).toEqual([200])
})

test('an error armed for an identity meets the calls of its temporary keys, and no others', async () => {
  const sandbox = await startSandbox()
  const key = await keyOf(sandbox)
  const stranger = await keyOf(sandbox, { ...demo, identity: 'stranger' })
  await arm(sandbox, { status: 599, identity: 'demo' })
  expect(await statuses(sandbox, 1, key)).toEqual([599])
  expect(await statuses(sandbox, 1, stranger)).toEqual([200])
  // The Identity alone is nobody's.
  expect(await statuses(sandbox, 1, { authorization: 'demo', identity: key.Identity ?? '' })).toEqual([200])
})
