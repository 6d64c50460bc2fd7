import { expect, test } from 'vitest'
import { startSandbox, type TestSandbox } from '../helpers/sandbox.ts'
import { demo } from './ask.ts'

const customer = { dob: '1990-04-12', names: [{ first_name: 'Ada', last_name: 'Quill' }] }
const create = async (sandbox: TestSandbox, headers: Record<string, string>) => {
  const answer = await sandbox.call('POST', '/customers/', customer, {
    'idempotency-key': 'key-1',
    ...headers,
  })
  return answer.body.Code ?? answer.status
}

async function withKey() {
  const sandbox = await startSandbox()
  await sandbox.clock({ mode: 'manual', set: '2026-01-05T12:00:00Z' })
  const { body } = await sandbox.call<Record<string, string>>('POST', '/auth/key/temporary', {})
  return { sandbox, key: { authorization: body.Authorization ?? '', identity: body.Identity ?? '' } }
}

test("an armed error that answers a temporary key that has expired uses up nobody's idempotency key", async () => {
  const { sandbox, key } = await withKey()
  await sandbox.clock({ advance: '6m' })
  expect(await create(sandbox, { ...key, 'sandbox-error': 'card_dne' })).toBe('card_dne')
  expect(await create(sandbox, demo)).toBe(201)
})

test('nor does one that answers a temporary key that is used up', async () => {
  const { sandbox, key } = await withKey()
  for (let i = 0; i < 5; i++) await sandbox.call('GET', '/customers/', undefined, key)
  expect(await create(sandbox, { ...key, 'sandbox-error': 'card_dne' })).toBe('card_dne')
  expect(await create(sandbox, demo)).toBe(201)
})

test('nor one that answers a temporary key that was never given out', async () => {
  const { sandbox } = await withKey()
  expect(await create(sandbox, { ...demo, authorization: 'temporary_x', 'sandbox-error': 'card_dne' })).toBe(
    'card_dne',
  )
  expect(await create(sandbox, demo)).toBe(201)
})

test('nor one that answers a temporary key with the identity of somebody else', async () => {
  const { sandbox, key } = await withKey()
  expect(
    await create(sandbox, { ...demo, authorization: key.authorization, 'sandbox-error': 'card_dne' }),
  ).toBe('card_dne')
  expect(await create(sandbox, demo)).toBe(201)
})
