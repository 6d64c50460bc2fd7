import { expect, test } from 'vitest'
import type { Call, Capture, Delivery } from '../../server/wire.ts'
import { startReceiver } from '../helpers/receiver.ts'
import { startSandbox } from '../helpers/sandbox.ts'

const large = JSON.stringify({ note: 'ä'.repeat(200_000) })
const size = Buffer.byteLength(large)

test('a large capture shows its beginning, in whole characters, and the number of omitted bytes', async () => {
  const sandbox = await startSandbox()
  await sandbox.post('/sandbox/endpoints', { name: 'mine', secret: 'shh', scheme: 'github' })
  const post = (body: string | Uint8Array<ArrayBuffer>) =>
    fetch(`${sandbox.url}/in/mine`, { method: 'POST', body, headers: { 'x-hub-signature-256': 'sha256=00' } })
  await post(large)
  const { id, body_size } = await sandbox.newestCapture()
  const read = async (query: string) =>
    (await sandbox.get<{ capture: Capture }>(`/sandbox/captures/${id}${query}`)).capture
  // The 64th byte is the first of two.
  const capture = await read('?body_limit=64')
  expect(capture.body).toBe(large.slice(0, 36))
  expect(Buffer.byteLength(capture.body ?? '')).toBe(63)
  expect(capture.body_left_out).toBe(body_size - 63)
  expect(capture.verdict.signed_content).toBe(capture.body)
  expect((await read('')).body).toBe(large)
  expect(await read('?body_limit=9999999')).toEqual(await read(''))

  await post(new Uint8Array(1000).fill(0xff))
  const { id: binary } = await sandbox.newestCapture()
  const cut = await sandbox.get<{ capture: Capture }>(`/sandbox/captures/${binary}?body_limit=3`)
  expect(cut.capture).toMatchObject({ body: null, body_base64: '////', body_left_out: 997 })
  const refused = await sandbox.request<{ error: { code: string } }>(
    'GET',
    `/sandbox/captures/${id}?body_limit=-1`,
  )
  expect(refused.body.error.code).toBe('invalid_query')
})

test('attempts and calls have the same limit, and the bytes of an attempt have an address', async () => {
  const sandbox = await startSandbox()
  const receiver = await startReceiver()
  await sandbox.subscribe(receiver.url)
  const sent = await sandbox.trigger('card.created')
  await sandbox.settle()
  const [first] = sent.deliveries
  const resent = await sandbox.post<{ delivery: Delivery }>(`/sandbox/deliveries/${first?.id}/resend`, {
    body: large,
  })
  await sandbox.settle()
  const { id } = resent.delivery
  const { delivery } = await sandbox.get<{ delivery: Delivery }>(`/sandbox/deliveries/${id}?body_limit=64`)
  const [attempt] = delivery.attempts
  expect(attempt?.request.body).toBe(large.slice(0, 36))
  expect(attempt?.request.body_left_out).toBe(size - 63)
  expect(attempt?.signed_content?.endsWith(large.slice(0, 36))).toBe(true)
  const bytes = await fetch(`${sandbox.url}/sandbox/deliveries/${id}/attempts/1/body`)
  expect(bytes.headers.get('content-type')).toBe('application/octet-stream')
  expect(await bytes.text()).toBe(large)
  const none = await sandbox.request<{ error: { code: string } }>(
    'GET',
    `/sandbox/deliveries/${id}/attempts/2/body`,
  )
  expect([none.status, none.body.error.code]).toEqual([404, 'attempt_unknown'])

  await sandbox.call('POST', '/cards', large)
  const [row] = (await sandbox.get<{ calls: { id: string }[] }>('/sandbox/calls?limit=1')).calls
  const { call } = await sandbox.get<{ call: Call }>(`/sandbox/calls/${row?.id}?body_limit=64`)
  expect(call.request).toMatchObject({ body: large.slice(0, 36), body_left_out: size - 63 })
})
