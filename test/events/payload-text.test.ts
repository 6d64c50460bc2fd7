import { expect, test } from 'vitest'
import type { FailureCode } from '../../server/failures.ts'
import { expectRefused } from '../control/refused.ts'
import { startReceiver } from '../helpers/receiver.ts'
import { startSandbox } from '../helpers/sandbox.ts'

const event = 'card.created'

test('a payload given as text is delivered byte for byte, and again when it is sent again', async () => {
  const receiver = await startReceiver()
  const sandbox = await startSandbox()
  await sandbox.subscribe(receiver.url)
  const payload = '{"n": 1.0, "big": 12345678901234567890,\r\n "e": "é"} '
  const { events, deliveries } = await sandbox.trigger(event, { payload, force: true })
  await sandbox.settle()
  await sandbox.post(`/sandbox/deliveries/${deliveries[0]?.id}/resend`)
  await sandbox.settle()
  expect(receiver.requests.map(({ body }) => `${body}`)).toEqual([payload, payload])
  expect((await sandbox.event(events[0]?.id ?? '')).payload).toMatchObject({ n: 1, e: 'é' })
})

test('a payload and an edited body given as objects keep their digits and order, without the blanks between', async () => {
  const receiver = await startReceiver()
  const sandbox = await startSandbox()
  await sandbox.subscribe(receiver.url)
  const object = '{ "b" : 1.10, "2": 12345678901234567890, "1": "a \\" b" ,\n"list": [ 1e2, {} ] }'
  const sent = '{"b":1.10,"2":12345678901234567890,"1":"a \\" b","list":[1e2,{}]}'
  const { deliveries } = await sandbox.post<{ deliveries: { id: string }[] }>(
    '/sandbox/events',
    `{"event": "${event}", "force": true, "payload": ${object}}`,
  )
  await sandbox.settle()
  await sandbox.post(`/sandbox/deliveries/${deliveries[0]?.id}/resend`, `{"body": ${object}}`)
  await sandbox.settle()
  expect(receiver.requests.map(({ body }) => `${body}`)).toEqual([sent, sent])
})

test('setting a value rewrites the payload', async () => {
  const receiver = await startReceiver()
  const sandbox = await startSandbox()
  await sandbox.subscribe(receiver.url)
  await sandbox.trigger(event, { payload: '{ "n": 1.0 }', set: { m: 2 }, force: true })
  await sandbox.settle()
  expect(`${receiver.requests[0]?.body}`).toBe('{"n":1,"m":2}')
})

test.each<[string, number, FailureCode, RegExp]>([
  ['{', 400, 'body_malformed', /^The payload is not valid JSON/],
  ['[1]', 422, 'invalid_field', /^The payload must be one JSON object/],
  [`{"a":${'['.repeat(600)}${']'.repeat(600)}}`, 422, 'invalid_field', /^payload: it is nested more than/],
  ['{"__proto__":1}', 422, 'invalid_field', /^payload: the key __proto__/],
])(
  'a text that is not a JSON object of the event is refused even with force',
  async (payload, status, code, message) => {
    const sandbox = await startSandbox()
    const answer = await sandbox.request('POST', '/sandbox/events', { event, payload, force: true })
    expectRefused(answer, { status, code, message })
    expect((await sandbox.get<{ events: unknown[] }>('/sandbox/events')).events).toEqual([])
  },
)

test('a text is held against the schema unless forced', async () => {
  const sandbox = await startSandbox()
  const answer = await sandbox.request('POST', '/sandbox/events', {
    event,
    payload: '{"event":"card.created"}',
  })
  expectRefused(answer, { status: 422, code: 'payload_invalid' })
})
