import { expect, test } from 'vitest'
import { holdTimers } from '../../helpers/held-time.ts'
import { startSandbox } from '../../helpers/sandbox.ts'
import { demo } from '../../platform/ask.ts'
import { arm, next } from './arm.ts'

const customer = { dob: '1990-04-12', names: [{ first_name: 'Ada', last_name: 'Quill' }] }
const keyed = { ...demo, 'idempotency-key': 'key-1' }
const delay_ms = 45_000

/** A sandbox that holds the answer to a POST with a key back, and how that call ends. */
async function holding() {
  const time = holdTimers(delay_ms)
  const sandbox = await startSandbox({}, time.outside)
  await arm(sandbox, { code: 'card_dne', delay_ms, times: 1 })
  const counted = next(sandbox, 'armed_error')
  const end = sandbox.overSocket('POST', '/api/v0.1/customers/', customer, keyed).then(
    ({ status }) => status,
    () => 'cut',
  )
  await counted
  while (time.waiting() === 0) await sandbox.get('/sandbox/health')
  return { time, sandbox, end }
}

test('an answer that is held back uses the key up only when it is given', async () => {
  const { time, sandbox, end } = await holding()
  time.release()
  expect(await end).toBe(404)
  expect((await sandbox.call('POST', '/customers/', customer, keyed)).body.Code).toBe(
    'idempotency_key_exists',
  )
})

test('a reset cuts a call whose answer is held back; in the new world it never was', async () => {
  const { time, sandbox, end } = await holding()
  await sandbox.post('/sandbox/reset', {})
  expect(await end).toBe('cut')
  expect(time.waiting()).toBe(0)
  expect(await sandbox.get('/sandbox/calls')).toEqual({ calls: [], next: null })
  expect((await sandbox.call('POST', '/customers/', customer, keyed)).status).toBe(201)
  expect(sandbox.troubles).toEqual([])
})

test('a close cuts it too, at once, and nothing is troubled by it', async () => {
  const { time, sandbox, end } = await holding()
  await sandbox.close()
  expect(await end).toBe('cut')
  expect(time.waiting()).toBe(0)
  time.release()
  for (let turn = 0; turn < 10; turn++) await new Promise((resolve) => setImmediate(resolve))
  expect(sandbox.troubles).toEqual([])
})
