import { expect, test } from 'vitest'
import { eventNames, kinds } from '../../server/events/builders.ts'
import type { DeliveryRow, Event } from '../../server/wire.ts'
import { sample } from '../helpers/long.ts'
import { startSandbox } from '../helpers/sandbox.ts'

async function withHistory(event: string, over: Record<string, unknown> = {}) {
  const sandbox = await startSandbox()
  await sandbox.clock({ mode: 'manual', set: '2026-03-01T00:00:00Z' })
  await sandbox.subscribe(`${sandbox.url}/in/x`)
  const { events, deliveries } = await sandbox.trigger(event, { with_history: true, ...over })
  const told = await Promise.all(events.map(({ id }) => sandbox.event(id)))
  return { sandbox, told, deliveries: deliveries as DeliveryRow[] }
}
const namesOf = (told: Event[]) => told.map(({ event }) => event)

// The tests below have the longest histories.
test.each(
  sample(
    eventNames.filter((_, at) => at % 3 === 0),
    eventNames,
  ),
)('the events that lead to %s are sent before it, in order, and none later', async (name) => {
  const { sandbox, told, deliveries } = await withHistory(name)
  expect(told.at(-1)?.event).toBe(name)
  expect(deliveries.map(({ event }) => event)).toEqual(namesOf(told))
  const times = told.map(({ occurred_at }) => occurred_at)
  expect(times.toSorted()).toEqual(times)
  expect(times.at(-1)).toBe('2026-03-01T00:00:00.000000Z')
  for (const { event, payload } of told)
    expect(kinds[event as keyof typeof kinds].schema.safeParse(payload).error, event).toBeUndefined()
  await sandbox.settle()
  expect(namesOf(told)).toHaveLength((await sandbox.deliveries('?limit=500')).length)
})

const bought = ['kyc.verification.success', 'card.created', ...Array<string>(3).fill('transactions')]
const statement = ['account.statements.generated', 'account.statements.ready']
const billed = [...bought, 'account.autopay.changed', ...statement]

test.each([
  ['card.created', ['kyc.verification.success', 'card.created']],
  ['card.status.active', ['kyc.verification.success', 'card.created', 'card.status.active']],
  ['kyc.verification.success', ['kyc.verification.success']],
  [
    'kyc.verification.reenter_information',
    ['kyc.verification.document_required', 'kyc.verification.reenter_information'],
  ],
  ['kyb.verification.approved', ['kyb.verification.initiated', 'kyb.verification.approved']],
  [
    'account.statements.ready',
    [
      'kyc.verification.success',
      'card.created',
      'transactions',
      'transactions',
      'transactions',
      'account.statements.generated',
      'account.statements.ready',
    ],
  ],
  ['account.autopay.scheduled', [...billed, 'account.autopay.scheduled']],
  [
    'account.autopay.processed',
    [...billed, 'account.autopay.scheduled', 'transactions', 'account.autopay.processed'],
  ],
  ['account.autopay.failed', [...billed, 'account.autopay.scheduled', 'account.autopay.failed']],
])('%s comes after %j', async (event, names) => {
  const { told } = await withHistory(event)
  expect(namesOf(told)).toEqual(names)
})

test('a late payment comes after all statements since, each told of when its month ended', async () => {
  const { told } = await withHistory('account.statements.late_payment')
  expect(namesOf(told)).toEqual([...bought, ...statement, ...statement, 'account.statements.late_payment'])
  const [first, , second] = told.slice(bought.length)
  expect([first, second].map((one) => one?.occurred_at.slice(0, 10))).toEqual(['2026-02-01', '2026-03-01'])
  const detailsOf = (one?: Event) => (one?.payload as Record<string, unknown> | undefined)?.details
  expect(detailsOf(told.at(-1))).toEqual(detailsOf(first))
})

test('what was paid had its statement and its payment told of when the month ended', async () => {
  const { sandbox } = await withHistory('card.created')
  await sandbox.clock({ set: '2026-03-20T12:00:00Z' })
  const { events } = await sandbox.trigger('account.autopay.processed', { with_history: true })
  const times = events.map(({ event, occurred_at }) => `${event} ${occurred_at.slice(0, 10)}`)
  expect(times.slice(-6)).toEqual([
    'account.autopay.changed 2026-02-21',
    'account.statements.generated 2026-03-01',
    'account.statements.ready 2026-03-01',
    'account.autopay.scheduled 2026-03-01',
    expect.stringMatching(/^transactions 2026-03-20/),
    'account.autopay.processed 2026-03-20',
  ])
})

test('an object that is there has no history to send, and a fault is put on the event itself', async () => {
  const { sandbox, deliveries } = await withHistory('card.created', { fault: 'tamper(body)' })
  expect(deliveries.map(({ fault }) => fault)).toEqual([null, 'tamper(body)'])
  const again = await sandbox.trigger('card.created', { with_history: true })
  expect(again.events.map(({ event }) => event)).toEqual(['card.created'])
})
