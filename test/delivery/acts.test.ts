import type { ServerResponse } from 'node:http'
import { Webhook } from 'standardwebhooks'
import { expect, test } from 'vitest'
import type { ControlError, DeliveryRow } from '../../server/wire.ts'
import { startReceiver } from '../helpers/receiver.ts'
import { startSandbox } from '../helpers/sandbox.ts'

/** A sandbox on the manual clock with one delivery that was answered 503 and waits for its next attempt. */
async function startWaiting(script: Parameters<typeof startReceiver>[0] = [503, 200]) {
  const receiver = await startReceiver(script)
  const sandbox = await startSandbox()
  await sandbox.clock({ mode: 'manual', set: '2026-01-01T00:00:00Z' })
  const subscription = await sandbox.subscribe(receiver.url)
  const { deliveries, events } = await sandbox.trigger('card.created')
  const id = deliveries[0]?.id ?? ''
  const act = (name: string, body?: unknown) =>
    sandbox.request<{ delivery: DeliveryRow } & ControlError>(
      'POST',
      `/sandbox/deliveries/${id}/${name}`,
      body,
    )
  return { receiver, sandbox, subscription, id, event: events[0], act }
}

/** The same, while its first attempt waits for an answer. */
async function startUnderWay() {
  let held: ServerResponse | undefined
  const keep = (response: ServerResponse) => {
    held = response
  }
  const world = await startWaiting([keep, 200])
  while (!held) await world.sandbox.get('/sandbox/health')
  return { ...world, answer: (status: number) => held?.writeHead(status).end() }
}

test('attempt-now tries a waiting delivery at once and counts as one of its attempts', async () => {
  const { sandbox, receiver, id, act } = await startWaiting()
  await sandbox.settle()
  const { status, body } = await act('attempt-now')
  expect([status, body.delivery.id]).toEqual([200, id])
  await sandbox.settle()
  expect(await sandbox.delivery(id)).toMatchObject({ state: 'succeeded', attempts_made: 2 })
  expect(receiver.requests).toHaveLength(2)
})

test('attempt-now while an attempt is under way is refused', async () => {
  const { act, answer, sandbox, id } = await startUnderWay()
  const { status, body } = await act('attempt-now')
  expect([status, body.error.code]).toEqual([409, 'delivery_under_way'])
  answer(200)
  await sandbox.settle()
  expect(await sandbox.delivery(id)).toMatchObject({ state: 'succeeded', attempts_made: 1 })
})

test.each(['attempt-now', 'cancel'])(
  '%s of a delivery that has ended is refused, and points at resend',
  async (name) => {
    const { act, sandbox } = await startWaiting([200])
    await sandbox.settle()
    const { status, body } = await act(name)
    expect([status, body.error.code]).toEqual([409, 'delivery_finished'])
    expect(body.error.fix).toContain('resend')
  },
)

test.each(['attempt-now', 'cancel', 'resend'])('%s of a delivery that nobody knows is 404', async (name) => {
  const sandbox = await startSandbox()
  const { status, body } = await sandbox.request<ControlError>('POST', `/sandbox/deliveries/dlv_none/${name}`)
  expect([status, body.error.code]).toEqual([404, 'delivery_unknown'])
})

test('the id of an event instead of a delivery is recognised, and leads to its deliveries', async () => {
  const { sandbox, id, event } = await startWaiting()
  for (const [method, act] of [
    ['GET', ''],
    ['POST', '/cancel'],
  ] as const) {
    const { body } = await sandbox.request<ControlError>(method, `/sandbox/deliveries/${event?.id}${act}`)
    const [, path = ''] = /event: GET (\S+) lists/.exec(body.error.fix) ?? []
    const { deliveries } = await sandbox.get<{ deliveries: DeliveryRow[] }>(path)
    expect(deliveries.map((row) => row.id)).toEqual([id])
  }
  for (const nobodys of ['dlv_1', 'evt_', 'evt_1 or 2']) {
    const path = `/sandbox/deliveries/${encodeURIComponent(nobodys)}`
    const { body } = await sandbox.request<ControlError>('GET', path)
    expect([body.error.code, body.error.fix]).toEqual([
      'delivery_unknown',
      expect.not.stringContaining('event'),
    ])
  }
})

test('cancel ends a waiting delivery: nothing more is sent', async () => {
  const { act, sandbox, receiver, id } = await startWaiting()
  await sandbox.settle()
  const { body } = await act('cancel')
  expect(body.delivery).toMatchObject({
    state: 'cancelled',
    reason_code: 'cancelled_by_hand',
    next_attempt_at: null,
  })
  await sandbox.clock({ advance: '7d' })
  expect(receiver.requests).toHaveLength(1)
  expect((await sandbox.delivery(id)).state).toBe('cancelled')
})

test.each([200, 503])(
  'cancel while an attempt is under way stands, and an answer of %i is still recorded',
  async (status) => {
    const { act, answer, sandbox, receiver, id } = await startUnderWay()
    expect((await act('cancel')).body.delivery.state).toBe('cancelled')
    answer(status)
    await sandbox.clock({ advance: '7d' })
    const delivery = await sandbox.delivery(id)
    expect(delivery).toMatchObject({
      state: 'cancelled',
      attempts_made: 1,
      last_outcome: { kind: 'responded', status },
    })
    expect(delivery.attempts[0]?.outcome).toEqual({ kind: 'responded', status })
    expect(receiver.requests).toHaveLength(1)
  },
)

test('a resend is a new delivery of the same event: same webhook-id and body, new signature', async () => {
  const { act, sandbox, receiver, id, event, subscription } = await startWaiting([200])
  await sandbox.settle()
  const { status, body } = await act('resend')
  expect(status).toBe(201)
  expect(body.delivery).toMatchObject({ event_id: event?.id, state: 'pending', attempts_made: 0 })
  expect(body.delivery.id).not.toBe(id)
  await sandbox.settle()
  const [first, second] = receiver.requests
  expect(second?.headers['webhook-id']).toBe(first?.headers['webhook-id'])
  expect(second?.body).toEqual(first?.body)
  new Webhook(subscription.secret).verify(second?.body ?? '', second?.headers as Record<string, string>)
})

test('an edited body is signed as edited, on every attempt', async () => {
  const { act, sandbox, receiver, subscription } = await startWaiting([200, 503, 200])
  await sandbox.settle()
  const { body: made } = await act('resend', { body: { edited: true } })
  await sandbox.clock({ advance: '2m' })
  const listed = await sandbox.deliveries()
  expect([made.delivery.edited, ...listed.map(({ edited }) => edited)]).toEqual([true, true, false])
  expect(receiver.requests.slice(1).map(({ body }) => body.toString())).toEqual([
    '{"edited":true}',
    '{"edited":true}',
  ])
  for (const { body, headers } of receiver.requests.slice(1))
    new Webhook(subscription.secret).verify(body, headers as Record<string, string>)
})

test('exact bytes are sent unchanged, and the record shows what a delivery carries, with or without faults', async () => {
  const { act, sandbox, receiver } = await startWaiting([200])
  await sandbox.settle()
  const bytes = Buffer.from([0xff, 0xfe, 0x80, 0x41])
  const { body: made } = await act('resend', { body_base64: bytes.toString('base64') })
  await sandbox.settle()
  expect(receiver.requests[1]?.body).toEqual(bytes)
  expect(await sandbox.delivery(made.delivery.id)).toMatchObject({ body_base64: bytes.toString('base64') })

  const text = '{"my":"edit","n":1.0}'
  const { body: spoilt } = await act('resend', { body: text, fault: 'delay(1m) | tamper(body)' })
  const waiting = await sandbox.delivery(spoilt.delivery.id)
  expect([waiting.body, waiting.body_base64, waiting.attempts]).toEqual([text, null, []])
  await sandbox.clock({ advance: '1m' })
  expect(`${receiver.requests[2]?.body}`).not.toBe(text)
  expect((await sandbox.delivery(spoilt.delivery.id)).body).toBe(text)
  const cut = await sandbox.get(`/sandbox/deliveries/${spoilt.delivery.id}?body_limit=5`)
  expect(cut).toMatchObject({ delivery: { body: '{"my"', body_left_out: text.length - 5 } })
})

test('an edited address is used for that delivery alone', async () => {
  const { act, sandbox, receiver } = await startWaiting([200])
  const other = await startReceiver()
  await sandbox.settle()
  await act('resend', { url: other.url })
  await sandbox.settle()
  expect([receiver.requests.length, other.requests.length]).toEqual([1, 1])
  await sandbox.trigger('card.created')
  await sandbox.settle()
  expect([receiver.requests.length, other.requests.length]).toEqual([2, 1])
})

test('a resend of a resend keeps its edits, unless edited again', async () => {
  const { act, sandbox, receiver } = await startWaiting([200])
  await sandbox.settle()
  const { body } = await act('resend', { body: 'one', headers: { 'X-Edit': '1' } })
  await sandbox.post(`/sandbox/deliveries/${body.delivery.id}/resend`)
  await sandbox.settle()
  await sandbox.post(`/sandbox/deliveries/${body.delivery.id}/resend`, { body: 'two' })
  await sandbox.settle()
  expect(
    receiver.requests
      .slice(1)
      .map((request) => [request.body.toString(), request.headers['x-edit']])
      .sort(),
  ).toEqual([
    ['one', '1'],
    ['one', '1'],
    ['two', '1'],
  ])
})

test('a resend with no headers at all leaves out those of an earlier edit, and is none itself', async () => {
  const { act, sandbox, receiver } = await startWaiting([200])
  await sandbox.settle()
  const { body } = await act('resend', { headers: { 'X-Edit': '1' } })
  const again = await sandbox.post<typeof body>(`/sandbox/deliveries/${body.delivery.id}/resend`, {
    headers: {},
  })
  await sandbox.settle()
  expect([body.delivery.edited, again.delivery.edited]).toEqual([true, false])
  expect(receiver.requests.at(-1)?.headers['x-edit']).toBeUndefined()
})

test.each([
  ['PATCH', { status: 'STATUS_DISABLED' }, 422, 'invalid_field'],
  ['DELETE', undefined, 404, 'subscription_unknown'],
])(
  'a resend to a subscription that is gone or switched off by %s is refused with the way out',
  async (method, change, status, code) => {
    const { act, sandbox, subscription } = await startWaiting([200])
    await sandbox.settle()
    await sandbox.call(method, `/webhooks/${subscription.id}`, change)
    const answer = await act('resend')
    expect([answer.status, answer.body.error.code]).toEqual([status, code])
    expect(answer.body.error.fix).toBeTruthy()
  },
)

test.each([
  [{ body: [{ a: 1 }] }, 'body: must be text, or an object that is sent as JSON'],
  [{ body: 'a', body_base64: 'YQ==' }, 'must have body or body_base64, not both'],
  [{ body_base64: '%' }, 'body_base64'],
])('a resend with %j is refused, and says why', async (edits, why) => {
  const { act } = await startWaiting([200])
  const { status, body } = await act('resend', edits)
  expect([status, body.error.message]).toEqual([422, expect.stringContaining(why)])
})

test.each([{ url: '/relative' }, { url: 'ftp://127.0.0.1/' }, { url: 7 }, { bodi: '' }, { headers: 'x' }])(
  'a resend with %j is refused, and nothing is sent',
  async (edits) => {
    const { act, sandbox, receiver } = await startWaiting([200])
    await sandbox.settle()
    expect((await act('resend', edits)).status).toBe(422)
    await sandbox.settle()
    expect(receiver.requests).toHaveLength(1)
  },
)
