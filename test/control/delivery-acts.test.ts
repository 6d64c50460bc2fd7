import type { ServerResponse } from 'node:http'
import { expect, test } from 'vitest'
import type { DeliveryRow } from '../../server/wire.ts'
import { startReceiver } from '../helpers/receiver.ts'
import { startSandbox } from '../helpers/sandbox.ts'
import { expectRefused } from './refused.ts'

type One = { delivery: DeliveryRow }

/** A sandbox on the manual clock whose one delivery got these answers so far. */
async function delivered(script: Parameters<typeof startReceiver>[0]) {
  const receiver = await startReceiver(script)
  const sandbox = await startSandbox()
  await sandbox.clock({ mode: 'manual', set: '2026-01-01T00:00:00Z' })
  const subscription = await sandbox.subscribe(receiver.url)
  const { deliveries, events } = await sandbox.trigger('card.created')
  await sandbox.settle()
  const id = deliveries[0]?.id ?? ''
  const act = (name: string, body?: unknown) =>
    sandbox.request<One>('POST', `/sandbox/deliveries/${id}/${name}`, body)
  return { sandbox, receiver, subscription, event: events[0]?.id, id, act }
}

test('resend sends the same event with a new signature as a new delivery', async () => {
  const { sandbox, receiver, event, id, act } = await delivered([200])
  const answer = await act('resend')
  expect(answer.status).toBe(201)
  expect(Object.keys(answer.body)).toEqual(['delivery'])
  expect(answer.body.delivery).toMatchObject({ event_id: event, state: 'pending', attempts_made: 0 })
  expect(answer.body.delivery.id).not.toBe(id)
  await sandbox.settle()
  expect(await sandbox.deliveries('?state=succeeded')).toHaveLength(2)
  expect(receiver.requests.map(({ headers }) => headers['webhook-id'])).toEqual([event, event])
  expect(receiver.requests[0]?.body).toEqual(receiver.requests[1]?.body)
})

test('a resend may be edited: body, headers and address', async () => {
  const other = await startReceiver()
  const { sandbox, act } = await delivered([200])
  await act('resend', { body: { edited: true }, headers: { 'x-mine': 'yes' }, url: other.url })
  await sandbox.settle()
  expect(String(other.requests[0]?.body)).toBe('{"edited":true}')
  expect(other.requests[0]?.headers).toMatchObject({
    'x-mine': 'yes',
    'webhook-signature': expect.stringMatching(/^v1,/),
  })
})

test('attempt-now tries a waiting delivery at once; one that has ended is 409', async () => {
  const { sandbox, receiver, id, act } = await delivered([503, 200])
  expect((await sandbox.delivery(id)).state).toBe('retrying')
  const answer = await act('attempt-now')
  expect([answer.status, answer.body.delivery.id]).toEqual([200, id])
  await sandbox.settle()
  expect([(await sandbox.delivery(id)).state, receiver.requests.length]).toEqual(['succeeded', 2])
  expectRefused(await act('attempt-now'), {
    status: 409,
    code: 'delivery_finished',
    message: /succeeded/,
    fix: /resend/,
  })
})

test('attempt-now is 409 while an attempt is under way', async () => {
  const underWay: ServerResponse[] = []
  let arrived = () => {}
  const arrival = new Promise<void>((resolve) => {
    arrived = resolve
  })
  const hold = (response: ServerResponse) => {
    underWay.push(response)
    arrived()
  }
  const receiver = await startReceiver([hold])
  const sandbox = await startSandbox()
  await sandbox.subscribe(receiver.url)
  const { deliveries } = await sandbox.trigger('card.created')
  await arrival
  const answer = await sandbox.request('POST', `/sandbox/deliveries/${deliveries[0]?.id}/attempt-now`)
  expectRefused(answer, { status: 409, code: 'delivery_under_way' })
  for (const response of underWay) response.writeHead(200).end()
  await sandbox.settle()
})

test('cancel ends a waiting delivery with its reason; a second time is 409', async () => {
  const { sandbox, receiver, id, act } = await delivered([503])
  const answer = await act('cancel')
  expect([answer.status, answer.body.delivery]).toMatchObject([
    200,
    { id, state: 'cancelled', reason_code: 'cancelled_by_hand', next_attempt_at: null },
  ])
  await sandbox.clock({ advance: '1d' })
  expect(receiver.requests).toHaveLength(1)
  expectRefused(await act('cancel'), { status: 409, code: 'delivery_finished' })
})

test('a delivery of a deleted or disabled subscription cannot be resent', async () => {
  const { sandbox, subscription, act } = await delivered([200])
  await sandbox.call('PATCH', `/webhooks/${subscription.id}`, { status: 'STATUS_DISABLED' })
  expectRefused(await act('resend'), { status: 422, code: 'invalid_field', message: /disabled/ })
  await sandbox.call('DELETE', `/webhooks/${subscription.id}`)
  expectRefused(await act('resend'), { status: 404, code: 'subscription_unknown' })
})
