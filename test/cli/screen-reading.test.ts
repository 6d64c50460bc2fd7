import { expect, test } from 'vitest'
import { type Client, createClient } from '../../server/cli/client.ts'
import { parseFilter } from '../../server/cli/delivery-filter.ts'
import { createKnownSubscriptions } from '../../server/cli/known-subscriptions.ts'
import { createReading } from '../../server/cli/screen/reading.ts'
import type { Mode, ScreenState } from '../../server/cli/screen/state.ts'
import { StartError } from '../../server/failures.ts'
import { realOutside } from '../../server/outside.ts'
import type { DeliveryRow } from '../../server/wire.ts'
import { startReceiver } from '../helpers/receiver.ts'
import { startSandbox } from '../helpers/sandbox.ts'
import { pressed, row, screen } from './screen-world.ts'

/** What a screen reads of a sandbox that delivers; nothing is drawn. */
async function world(filterText = '') {
  const receiver = await startReceiver()
  const sandbox = await startSandbox()
  await sandbox.subscribe(receiver.url)
  const asked: string[] = []
  let isAway = false
  const client = createClient({ url: sandbox.url }, { environment: {}, calledAs: 'webhook-sandbox' })
  let onList = () => {}
  const counted: Client = {
    ...client,
    get(path, member) {
      asked.push(path)
      onList()
      return client.get(path, member)
    },
    all(path, ...rest) {
      asked.push(path)
      if (isAway) throw new StartError('No sandbox answers.', '')
      return client.all(path, ...rest)
    },
  }
  let state = screen([], { filter: parseFilter(filterText), filterText })
  const reading = createReading({
    client: counted,
    subscriptions: createKnownSubscriptions(counted),
    outside: realOutside(),
    read: () => state,
    change(how: (state: ScreenState) => ScreenState) {
      state = how(state)
    },
  })
  return {
    sandbox,
    /** The questions so far. */
    asked,
    state: () => state,
    ids: () => state.rows.map(({ id }) => id),
    filter: (text: string) => reading.carryOut({ do: 'filter', filter: parseFilter(text), text }),
    reset: () => reading.live.hear({ kind: 'reset', seq: 1e9, data: { kept: [] } }),
    press(...keys: string[]) {
      state = pressed(state, ...keys).state
    },
    hear: (data: DeliveryRow) => reading.live.hear({ kind: 'delivery', seq: data.seq, data }),
    /** Does something as soon as a list is asked for. */
    onList(run: () => void) {
      onList = run
    },
    goes() {
      isAway = true
    },
    comes() {
      isAway = false
      reading.live.back()
    },
  }
}

test.each(['"', '*', 'event:', 'stat:failed'])(
  'the filter %s, which the sandbox refuses, leaves the one before in force and the line open',
  async (text) => {
    const { sandbox, state, filter, hear, ids } = await world()
    await filter('event:card.*')
    await filter(text)
    expect(state()).toMatchObject({
      filterText: 'event:card.*',
      message: { isBad: true },
      mode: { kind: 'line', about: 'filter', input: { text }, back: { kind: 'list' } },
    })
    const { deliveries } = await sandbox.trigger('card.created')
    for (const one of deliveries) await hear(one)
    expect(ids()).toEqual(deliveries.map(({ id }) => id))
  },
)

test('a filter that finds nothing says which of its events and subscriptions there are not', async () => {
  const { sandbox, state, filter } = await world()
  const known = (await sandbox.get<{ subscriptions: { id: string }[] }>('/sandbox/subscriptions'))
    .subscriptions[0]
  await filter(`subscription:${known?.id}`)
  expect(state().message).toBeNull()
  await filter(`subscription:${known?.id.slice(0, 8)} event:card.crated`)
  expect(state()).toMatchObject({
    rows: [],
    message: {
      isBad: true,
      text: `No event of the platform fits card.crated. Did you mean card.created?`,
    },
  })
})

test('records that arrive while another filter is read are matched against that filter', async () => {
  const { filter, hear, ids, onList } = await world('event:card.*')
  onList(() => {
    void hear(row(1, { event: 'customer.updated' }))
    void hear(row(2, { event: 'card.created' }))
  })
  await filter('event:customer.*')
  expect(ids()).toEqual(['dlv_1'])
})

test('a burst is asked about in few questions, and all that has the words is shown', async () => {
  const { sandbox, asked, hear, ids } = await world('customer.updated')
  const rows: DeliveryRow[] = []
  for (const event of ['card.created', 'customer.updated', 'card.created'])
    rows.push(...(await sandbox.trigger(event, { count: 100 })).deliveries)
  await sandbox.settle()
  for (const one of rows) await hear(one)
  const fitting = rows.filter(({ event }) => event === 'customer.updated').map(({ id }) => id)
  await expect.poll(ids).toEqual(fitting)
  expect(asked.length).toBeLessThan(5)
})

test('missed questions are asked when the sandbox is back', async () => {
  const { sandbox, state, hear, ids, goes, comes } = await world('customer.updated')
  const { deliveries } = await sandbox.trigger('customer.updated')
  goes()
  for (const one of deliveries) await hear(one)
  expect(state()).toMatchObject({ rows: [], message: { text: 'No sandbox answers. ', isBad: true } })
  comes()
  expect(state().message).toBeNull()
  await expect.poll(ids).toEqual(deliveries.map(({ id }) => id))
})

test('a row leaves the list when its state is one that the search excludes', async () => {
  const { sandbox, filter, hear, ids } = await world()
  const { deliveries } = await sandbox.trigger('card.created')
  await filter('-state:failed card')
  const [one] = deliveries
  if (!one) throw new Error('nothing is delivered')
  expect(ids()).toEqual([one.id])
  await hear({ ...one, state: 'failed' })
  expect(ids()).toEqual([])
})

test.each<[Mode['kind'], string[], string]>([
  ['line', ['/', 'q'], 'list'],
  ['list', ['f', 'q'], 'list'],
  ['list', ['d'], 'list'],
  ['help', ['?'], ''],
])('a reset leaves %s where %j were pressed', async (kind, keys, back) => {
  const { sandbox, hear, press, state, reset } = await world()
  for (const one of (await sandbox.trigger('card.created')).deliveries) await hear(one)
  press(...keys)
  await reset()
  const { mode, rows } = state()
  expect([rows, mode.kind, mode.kind === 'line' ? mode.back.kind : back]).toEqual([[], kind, back])
})
