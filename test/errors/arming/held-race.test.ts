import { expect, test } from 'vitest'
import { holdTimers } from '../../helpers/held-time.ts'
import { startSandbox } from '../../helpers/sandbox.ts'
import { demo } from '../../platform/ask.ts'
import { arm } from './arm.ts'

const customer = { dob: '1990-04-12', names: [{ first_name: 'Ada', last_name: 'Quill' }] }
const keyed = { ...demo, 'idempotency-key': 'key-1' }
const delay_ms = 45_000

test('a call that is held and a reset that come in one moment leave nothing of the call either', async () => {
  const time = holdTimers(delay_ms)
  const sandbox = await startSandbox({}, time.outside)
  await arm(sandbox, { code: 'card_dne', delay_ms })
  const send = (path: string, headers: Record<string, string>, body: unknown) =>
    sandbox.fetch(
      new Request(`${sandbox.url}${path}`, {
        method: 'POST',
        headers: { ...headers, 'content-type': 'application/json' },
        body: JSON.stringify(body),
      }),
    )
  const call = send('/api/v0.1/customers/', keyed, customer).catch(() => undefined)
  await send('/sandbox/reset', {}, {})
  await sandbox.get('/sandbox/health')
  time.release()
  await call
  expect(await sandbox.get('/sandbox/calls')).toEqual({ calls: [], next: null })
  expect((await sandbox.call('POST', '/customers/', customer, keyed)).status).toBe(201)
})
