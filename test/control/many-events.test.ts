/** Requests for many events, which take several transactions. */
import { expect, test } from 'vitest'
import { realOutside } from '../../server/outside.ts'
import type { EventRow } from '../../server/wire.ts'
import { startSandbox } from '../helpers/sandbox.ts'

const events = '/sandbox/events'

test('a request for a few events is carried out whole or not at all, however long they take', async () => {
  let ms = 0
  const sandbox = await startSandbox({}, { ...realOutside(), elapsed: () => (ms += 20) })
  const { events: made } = await sandbox.trigger('card.created')
  const { card } = (await sandbox.event(made[0]?.id ?? '')).payload as { card: { card_id: string } }
  const closings = { event: 'card.status.closed', set: { 'card.card_id': card.card_id }, count: 3 }
  const { status } = await sandbox.request('POST', events, closings)
  expect(status).toBe(409)
  const { events: stored } = await sandbox.get<{ events: EventRow[] }>(`${events}?event=card.status.closed`)
  expect(stored).toEqual([])
})

test('a reset ends a request for many events, which then leaves none', async () => {
  const sandbox = await startSandbox()
  const [triggered, reset] = await Promise.all([
    sandbox.request('POST', events, { event: 'card.created', count: 500 }),
    sandbox.request('POST', '/sandbox/reset', {}),
  ])
  expect(reset.status).toBe(200)
  expect(triggered).toMatchObject({ status: 409, body: { error: { code: 'sandbox_reset' } } })
  expect((await sandbox.get<{ events: EventRow[] }>(events)).events).toEqual([])
})

test('a request for many events that ends half-way tells how many happened', async () => {
  const sandbox = await startSandbox()
  const set = { 'transaction.amount': '1000.00', 'transaction.state': 'settled' }
  const { events: made } = await sandbox.post<{
    events: { payload: { transaction: { account_id: string } } }[]
  }>(events, { event: 'transactions', set })
  const { transaction } = (made[0] ?? expect.unreachable()).payload
  const spending = {
    'transaction.account_id': transaction.account_id,
    'transaction.amount': '-50.00',
    'transaction.state': 'settled',
  }
  const { status, body } = await sandbox.request('POST', events, {
    event: 'transactions',
    count: 60,
    set: spending,
  })
  expect(status).toBe(409)
  const { events: stored } = await sandbox.get<{ events: EventRow[] }>(`${events}?limit=500`)
  expect(body).toMatchObject({
    error: { message: expect.stringContaining(` ${stored.length - made.length} events of this`) },
  })
  expect(stored.length).toBeGreaterThan(made.length)
})
