import { expect, test } from 'vitest'
import type { Delivery } from '../../../server/wire.ts'
import { expectRefused } from '../../control/refused.ts'
import { sample } from '../../helpers/long.ts'
import { startReceiver } from '../../helpers/receiver.ts'
import { startSandbox } from '../../helpers/sandbox.ts'

const mostTold = 32 * 1024 * 1024
/** The size of one request. Eight exceed the limit of an answer, which also holds other facts. */
const size = 4 * 1024 * 1024

test('a fault that touches every attempt may make as many bytes as all of them hold', async () => {
  const sandbox = await startSandbox()
  await sandbox.subscribe('http://127.0.0.1:9/')
  const ask = (fault: string) => sandbox.request('POST', '/sandbox/events', { event: 'card.created', fault })
  expectRefused(await ask('oversize(7mb) | delay(1d) | sticky'), {
    status: 422,
    code: 'fault_invalid',
    message: /oversize and sticky add up to 58720256 bytes\. The limit is 52428800/,
  })
  expectRefused(await ask('oversize(4mb) | duplicate(2) | delay(1d) | sticky'), {
    status: 422,
    code: 'fault_invalid',
    message: /oversize and duplicate and sticky add up to 67108864 bytes/,
  })
  expect((await ask('oversize(6mb) | delay(1d) | sticky')).status).toBe(201)
})

test('attempts that are too large together are each cut equally, and all their bytes are available', async () => {
  const receiver = await startReceiver([500])
  const sandbox = await startSandbox({ delivery: { retry_delays: Array(7).fill('0') } })
  await sandbox.subscribe(receiver.url)
  const { deliveries } = await sandbox.trigger('card.created', { fault: 'oversize(4mb) | sticky' })
  await expect.poll(async () => (await sandbox.deliveries())[0]?.state).toBe('failed')
  const id = deliveries[0]?.id ?? ''
  const read = async (query = '') =>
    (await sandbox.get<{ delivery: Delivery }>(`/sandbox/deliveries/${id}${query}`)).delivery.attempts

  const attempts = await read()
  expect(attempts).toHaveLength(8)
  const share = Math.floor(mostTold / 9)
  for (const { request, signed_content } of attempts) {
    expect(request.body).toHaveLength(share)
    expect(request.body_left_out).toBe(size - share)
    expect(signed_content?.endsWith(request.body)).toBe(true)
  }
  for (const { request } of await read('?body_limit=1000')) expect(request.body).toHaveLength(1000)
  // The limit that is not given is the same.
  for (const limit of sample([], [mostTold]))
    for (const { request } of await read(`?body_limit=${limit}`)) expect(request.body).toHaveLength(share)
  const bytes = await fetch(`${sandbox.url}/sandbox/deliveries/${id}/attempts/8/body`)
  expect((await bytes.arrayBuffer()).byteLength).toBe(size)
})
