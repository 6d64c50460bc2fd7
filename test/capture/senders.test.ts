import { expect, test } from 'vitest'
import { eventIn } from '../../server/capture/senders.ts'
import type { Capture, CaptureRow, HeaderPair } from '../../server/wire.ts'
import { recipes } from '../helpers/recipes.ts'
import { secret } from '../verification/world.ts'
import { headersOf, samples } from './vendor-samples.ts'
import { sized, startCaptures, statusOf } from './world.ts'

const named = (value: object, { headers = [] as HeaderPair[], scheme = null as string | null } = {}) =>
  eventIn(recipes, { headers, scheme, payload: { value: value as Record<string, unknown>, bytes: 1 } })

test.each(samples)(
  'an event of $vendor is matched, found, waited for and told again by its name and id',
  async (sample) => {
    const sandbox = await startCaptures()
    const reply = { status: 202, template: '{{event}}|{{webhook_id}}' }
    await sandbox.post('/sandbox/endpoints', {
      name: 'vendor',
      secret,
      reply: { rules: [{ when: { event: sample.event }, reply }] },
    })
    const body = JSON.stringify(sample.body)
    const now = String(Math.floor(Date.now() / 1000))
    const headers = headersOf(sample, body, `http://127.0.0.1:${sandbox.port}/in/vendor`, now)
    const lines = headers.map(([name, value]) => `${name}: ${value}`)
    const send = () => sandbox.catch({ path: '/in/vendor', headers: [...lines, sized(body)] }, body)

    const first = await send()
    expect(first).toMatchObject({ event: sample.event, webhook_id: sample.id, mistakes: [] })
    expect(first.verdict).toMatchObject({
      result: sample.scheme ? 'verified' : 'unsigned',
      scheme: sample.scheme ?? null,
    })
    expect(statusOf(first.answer)).toBe(202)
    expect(first.answer).toMatch(`${sample.event}|${sample.id ?? ''}`)

    const again = await send()
    const repeated = sample.id === null ? [] : [{ mistake: 'duplicate', capture_id: first.id, times: 2 }]
    expect(again.mistakes).toMatchObject(repeated)
    expect(again.mistakes).toHaveLength(repeated.length)

    const both = [again.id, first.id]
    const ids = (rows: CaptureRow[]) => rows.map(({ id }) => id)
    expect(ids(await sandbox.captures(`?q=event:${sample.event}`))).toEqual(both)
    if (sample.id) expect(ids(await sandbox.captures(`?webhook_id=${sample.id}`))).toEqual(both)
    const { matched } = await sandbox.get<{ matched: Capture[] }>(
      `/sandbox/wait?kind=capture&event=${sample.event}&count=2&timeout_ms=0`,
    )
    expect(matched).toHaveLength(2)
    const order = await sandbox.get<{ timed_out: boolean }>(
      `/sandbox/wait?kind=capture&in_order=${sample.event},${sample.event}&timeout_ms=0`,
    )
    expect(order.timed_out).toBe(false)
  },
)

test('half a character in the name of an event, or in its id, is kept as one U+FFFD', async () => {
  const sandbox = await startCaptures()
  const sent = (body: string) => sandbox.catch({ headers: [sized(body)] }, body)
  expect((await sent('{"event":"a\\ud800"}')).event).toBe('a\ufffd')
  expect((await sent('{"event":"a\\ud83d\\ude00"}')).event).toBe('a\u{1f600}')
  const slack = '{"event_id":"b\\udc00","event":{"type":"message"}}'
  expect(await sent(slack)).toMatchObject({ event: 'message', webhook_id: 'b\ufffd' })
})

test('the event member goes before a header, a header before what else the body says', () => {
  const headers: HeaderPair[] = [['x-github-event', 'push']]
  expect(named({ event: 'card.created', type: 'a.b' }, { headers }).name).toBe('card.created')
  expect(named({ event: { type: 'message' }, type: 'a.b' }, { headers }).name).toBe('push')
  expect(eventIn(recipes, { headers, scheme: null, payload: undefined })).toEqual({ name: 'push', id: null })
})

test.each([
  [{ type: 'order.created' }, 'order.created'],
  [{ event_type: 'PAYMENT.SALE.COMPLETED', type: 'x' }, 'PAYMENT.SALE.COMPLETED'],
  [{ type: 'url_verification', challenge: 'c' }, 'url_verification'],
  [{ type: 'event_callback', event: {} }, 'event_callback'],
  [{ type: 'event' }, 'event'],
  [{ category: 'food', type: 'order.created' }, 'order.created'],
  [{ webhook_type: 'ITEM' }, null],
  [{ webhook_type: 'ITEM', webhook_code: 7 }, null],
  [{ notificationItems: {} }, null],
  [{ type: 'a text of several words' }, null],
  [{ type: 'a'.repeat(300) }, null],
  [{ type: '' }, null],
  [{ type: 7 }, null],
  [{ type: ['a.b'] }, null],
  [{ category: 'account.created' }, null],
  [{}, null],
])('an unsigned request, %j, is attributed to %s', (body, name) => {
  expect(named(body).name).toBe(name)
})

test('an id is that of an event, not of the object that the event is about', () => {
  const charge = { id: 'evt_1', type: 'charge.succeeded' }
  expect(named(charge).id).toBe(null)
  expect(named(charge, { scheme: 'twilio' }).id).toBe(null)
  expect(named(charge, { scheme: 'stripe' }).id).toBe('evt_1')
  expect(named({ ...charge, object: 'event' }).id).toBe('evt_1')
  expect(named({ id: 'event_1', category: 'a.b' }, { scheme: 'increase-legacy' })).toEqual({
    name: 'a.b',
    id: 'event_1',
  })
})

test.each([7, '', 'x'.repeat(201), null, ['evt_1']])('no id: %j', (id) => {
  expect(named({ type: 'a.b', event_id: id }).id).toBe(null)
})

test('the id of a header goes before that of the body', async () => {
  const sandbox = await startCaptures()
  await sandbox.request(
    'POST',
    '/in/a',
    { id: 'evt_1', object: 'event', type: 'a.b' },
    { 'webhook-id': 'msg_1' },
  )
  expect(await sandbox.newestCapture()).toMatchObject({ event: 'a.b', webhook_id: 'msg_1' })
})

test('an event name of another sender is not reported as unknown, even if one letter differs', async () => {
  const sandbox = await startCaptures()
  await sandbox.request('POST', '/in/a', { type: 'card.createt', occurred_at: '2026-01-05T09:00:00+00:00' })
  expect(await sandbox.newestCapture()).toMatchObject({ event: 'card.createt', mistakes: [] })
  await sandbox.request('POST', '/in/a', { type: 'card.created', card: 7 })
  expect((await sandbox.newestCapture()).mistakes).toEqual([])
})
