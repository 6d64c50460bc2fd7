import { expect, test } from 'vitest'
import { type Client, createClient } from '../../server/cli/client.ts'
import { parseFilter } from '../../server/cli/delivery-filter.ts'
import { createFitting } from '../../server/cli/delivery-fitting.ts'
import { StartError } from '../../server/failures.ts'
import type { DeliveryRow } from '../../server/wire.ts'
import { startReceiver } from '../helpers/receiver.ts'
import { startSandbox } from '../helpers/sandbox.ts'

/** What prints deliveries of a sandbox that hold some words; each question to the sandbox is counted. */
async function world(filter: string) {
  const sandbox = await startSandbox()
  await sandbox.subscribe((await startReceiver()).url)
  const client = createClient({ url: sandbox.url }, { environment: {}, calledAs: 'webhook-sandbox' })
  const seen = { asked: 0, isAway: false }
  const counted: Client = {
    ...client,
    async all(path, ...rest) {
      seen.asked++
      if (seen.isAway) throw new StartError('No sandbox answers.', '')
      return client.all(path, ...rest)
    },
  }
  const printed: DeliveryRow[] = []
  const fitting = createFitting(counted, parseFilter(filter), (row) => printed.push(row))
  return { sandbox, seen, printed, fitting }
}

test('a burst is asked about in few questions, and each change of what fits is printed in its order', async () => {
  const { sandbox, seen, printed, fitting } = await world('customer.updated')
  const rows: DeliveryRow[] = []
  for (const event of ['card.created', 'customer.updated'])
    rows.push(...(await sandbox.trigger(event, { count: 100 })).deliveries)
  await sandbox.settle()
  const changes = rows.flatMap((row): DeliveryRow[] => [
    { ...row, state: 'pending' },
    { ...row, state: 'succeeded' },
  ])
  for (const one of changes) fitting.hear(one)
  await fitting.ask()
  expect(printed).toEqual(changes.filter(({ event }) => event === 'customer.updated'))
  expect(seen.asked).toBeLessThan(5)
})

test('missed questions are asked when the sandbox is back, before newer news', async () => {
  const { sandbox, seen, printed, fitting } = await world('customer.updated')
  const { deliveries } = await sandbox.trigger('customer.updated', { count: 3 })
  const [first, ...others] = deliveries
  seen.isAway = true
  if (first) fitting.hear(first)
  await expect(fitting.ask()).rejects.toThrow('No sandbox answers.')
  expect(printed).toEqual([])
  seen.isAway = false
  for (const one of others) fitting.hear(one)
  await fitting.ask()
  expect(printed).toEqual(deliveries)
})

test('without words nothing is asked', async () => {
  const { sandbox, seen, printed, fitting } = await world('event:card.*')
  const { deliveries } = await sandbox.trigger('card.created')
  for (const one of deliveries) fitting.hear(one)
  expect([printed, seen.asked]).toEqual([deliveries, 0])
})

test.each([
  ['state:failed event:card.* foo  bar', { state: 'failed', event: 'card.*', q: 'foo bar' }],
  ['"two  words" state:failed', { state: 'failed', q: '"two  words"' }],
  ['"state:failed twice" event:"card.created"', { event: 'card.created', q: '"state:failed twice"' }],
  [
    '-state:failed -subscription:a subscription:b',
    { subscription_id: 'b', q: '-state:failed -subscription_id:a' },
  ],
  ['state:failed state:refused', { state: 'failed', q: 'state:refused' }],
  ['event: constructor:x', { q: 'event: constructor:x' }],
])('%s is taken apart as a search is', (text, filter) => {
  expect(parseFilter(text)).toEqual(filter)
})

test('a search by state compares with the printed states and not with later states', async () => {
  const { sandbox, printed, fitting } = await world('-state:pending,sending updated')
  const { deliveries } = await sandbox.trigger('customer.updated')
  await sandbox.settle()
  const [told] = deliveries
  if (!told) throw new Error('nothing is delivered')
  const changes = (['pending', 'sending', 'retrying'] as const).map((state) => ({ ...told, state }))
  for (const one of changes) fitting.hear(one)
  await fitting.ask()
  expect(printed).toEqual(changes.slice(2))
})

test('a search by state alone needs no request', async () => {
  const { sandbox, seen, printed, fitting } = await world('state:pending state:pending,sending')
  const { deliveries } = await sandbox.trigger('card.created')
  for (const one of deliveries) fitting.hear(one)
  expect([printed, seen.asked]).toEqual([deliveries, 0])
})
