import { expect, test } from 'vitest'
import { eventNames } from '../../server/events/builders.ts'
import type { Event, EventRow } from '../../server/wire.ts'
import { eventSummary } from '../../server/words/event.ts'
import { startSandbox } from '../helpers/sandbox.ts'

const summaries = (rows: readonly { event: string | null; summary: string | null }[]) =>
  Object.fromEntries(rows.map(({ event, summary }) => [event, summary]))

test('the rows of each event, its delivery and its capture show the meaning of its payload', async () => {
  const sandbox = await startSandbox()
  await sandbox.subscribe(`${sandbox.url}/in/inbox`)
  const meant: Record<string, string | null> = {}
  for (const name of eventNames) {
    const { events } = await sandbox.trigger(name)
    const { payload } = await sandbox.event(events[0]?.id ?? '')
    meant[name] = eventSummary(name, payload as Record<string, unknown>)
  }
  expect(Object.values(meant)).not.toContain(null)
  await sandbox.settle()
  const listed = await sandbox.get<{ events: EventRow[] }>('/sandbox/events?limit=500')
  expect(summaries(listed.events)).toEqual(meant)
  expect(summaries(await sandbox.deliveries('?limit=500'))).toEqual(meant)
  expect(summaries(await sandbox.captures('?limit=500'))).toEqual(meant)
})

test('the summary follows the payload as sent: overrides change it, and an edited body has none', async () => {
  const sandbox = await startSandbox()
  const { id } = await sandbox.subscribe(`${sandbox.url}/in/inbox`)
  const fired = await sandbox.post<{ events: Event[] }>('/sandbox/events', {
    event: 'card.status.active',
    set: { 'card.last_four': '1881' },
  })
  const [own] = fired.events
  expect(own?.summary).toContain('1881')
  await sandbox.settle()
  const [delivery] = await sandbox.deliveries()
  expect(delivery).toMatchObject({ subscription_id: id, summary: own?.summary })
  const edited = await sandbox.post(`/sandbox/deliveries/${delivery?.id}/resend`, { body: '{"a":1}' })
  expect(edited).toMatchObject({ delivery: { edited: true, summary: null } })
  await sandbox.settle()
  expect((await sandbox.deliveries()).map(({ summary }) => summary)).toEqual([null, own?.summary])
  expect((await sandbox.captures()).map(({ summary }) => summary)).toEqual([null, own?.summary])
})

test('a request of another sender has no summary', async () => {
  const sandbox = await startSandbox()
  await sandbox.request('POST', '/in/inbox', { type: 'card.created', card: { last_four: '4242' } })
  expect(await sandbox.captures()).toMatchObject([{ event: 'card.created', summary: null }])
})
