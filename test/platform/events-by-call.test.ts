import { expect, test } from 'vitest'
import { type EventName, eventNames } from '../../server/events/builders.ts'
import type { CallRow, EventRow, Health } from '../../server/wire.ts'
import { type Place, placesOf, readDocument } from '../helpers/openapi.ts'
import { startSandbox } from '../helpers/sandbox.ts'
import { createWorld, successes, withIds } from './successes.ts'

type Ids = Record<string, string>
type World = ReturnType<typeof createWorld>
/** A way to call an operation besides its documented example: what must be there first, and what is sent then. */
interface Way {
  prepare(world: World): Promise<Ids>
  body?: Record<string, unknown>
}

const picture = { file_name: 'one.png', image: 'iVBORw0KGgo=' }
const customer = async ({ customer: make }: World) => ({ customer_id: await make() })
const checked =
  (ssn: string) =>
  async ({ verification, sandbox }: World) => {
    const customer_id = await verification(ssn)
    await sandbox.settle()
    return { customer_id }
  }
const registered =
  (ein: string) =>
  async ({ act }: World) => {
    const { business_id = '' } = await act('POST', '/businesses', { legal_name: 'Quill & Daughters', ein })
    return { business_id }
  }

/** A card of a credit account; the money is not there. */
async function credit({ account, card }: World) {
  const account_id = await account({ type: 'credit' })
  return card({ account_id })
}
/** A credit account that owes money, and a deposit account of the same customer with so much on it. */
const owing =
  (saved: string | null) =>
  async ({ passed, account, card, fund, act }: World) => {
    const customer_id = await passed()
    const { account_id, card_id } = await card({ account_id: await account({ customer_id, type: 'credit' }) })
    await act('POST', '/simulate/settlement', { card_id, amount: '20.00' })
    const debit = await card({ account_id: await account({ customer_id }) })
    if (saved !== null) await fund(debit.card_id, saved)
    return { account_id }
  }

/** The ways that it takes, besides the examples, to cause every event that an operation may cause. */
const ways: Record<string, Way[]> = {
  deleteCustomer: [
    {
      async prepare({ act, customer: make }) {
        const customer_id = await make()
        const names = [{ first_name: 'Ada', last_name: 'Byron' }]
        const changed = await act('PATCH', `/customers/${customer_id}`, { names })
        const [, added] = changed.names as unknown as { name_id: string }[]
        return { customer_id, p_id: customer_id, target_id: added?.name_id ?? '' }
      },
      body: { p_id: '', target_type: 'names', target_id: '' },
    },
  ],
  startKyc: ['000-00-0000', '444-44-4444', '888-88-8888', '999-99-0000'].map((ssn) => ({
    prepare: customer,
    body: { ssn },
  })),
  sendKycDocuments: [
    {
      prepare: checked('444-44-4444'),
      body: { government_id: picture, proof_of_address: picture, social_security_card: picture },
    },
  ],
  decideKyc: ['declined', 'error'].map((decision) => ({
    prepare: checked('000-00-0000'),
    body: { customer_id: '', decision },
  })),
  startKyb: ['00-0000000', '77-7777777', '88-8888888', '99-9999999'].map((ein) => ({
    prepare: registered(ein),
  })),
  createAccount: [
    {
      prepare: async ({ passed }) => ({ customer_id: await passed() }),
      body: { customer_id: '', type: 'credit' },
    },
  ],
  editAccount: [
    { prepare: owing('20.00'), body: { autopay: true } },
    { prepare: owing(null), body: { autopay: true } },
  ],
  createTransfer: [{ prepare: credit, body: { card_id: '', amount: '20.00' } }],
  simulateSettlement: [{ prepare: credit, body: { card_id: '', amount: '20.00' } }],
  editCard: [
    { prepare: ({ card }) => card(), body: { status: 'closed' } },
    {
      async prepare({ act, card }) {
        const { card_id } = await card()
        await act('PATCH', `/cards/${card_id}`, { status: 'inactive' })
        return { card_id }
      },
      body: { status: 'active' },
    },
  ],
}

let places: Promise<Place[]> | undefined
/** The operations of the API, read once. */
const allPlaces = () =>
  (places ??= startSandbox()
    .then((sandbox) => readDocument(sandbox, 'platform'))
    .then(placesOf))

/** The events that an operation declares. */
const eventsOf = (place: Place & { 'x-events'?: EventName[] }): EventName[] => place['x-events'] ?? []

const names = (events: readonly EventRow[]) => events.map(({ event }) => event)

/** The events of two months in a world that was prepared; the call's own are told apart from those that came after it. */
async function happenings(
  prepare: Way['prepare'],
  call?: (ids: Ids) => ReturnType<typeof withIds>,
  method = '',
) {
  const sandbox = await startSandbox()
  await sandbox.clock({ mode: 'manual', set: '2026-01-05T09:00:00Z' })
  const ids = await prepare(createWorld(sandbox))
  await sandbox.settle()
  const { seq: before } = await sandbox.get<Health>('/sandbox/health')
  if (call) {
    const { path, body } = call(ids)
    const answer = await sandbox.call(method, path, body)
    expect(answer.status, `${method} ${path}: ${JSON.stringify(answer.body)}`).toBeLessThan(300)
  }
  const [newest] = (await sandbox.get<{ calls: CallRow[] }>('/sandbox/calls?limit=1')).calls
  const calledAt = call ? (newest?.seq ?? 0) : before
  await sandbox.clock({ advance: '60d' })
  const { events } = await sandbox.get<{ events: EventRow[] }>('/sandbox/events?limit=500')
  expect(sandbox.troubles).toEqual([])
  return {
    // A call is written down after its events, in the same transaction.
    atOnce: names(events.filter(({ seq }) => seq > before && seq < calledAt)),
    later: names(events.filter(({ seq }) => seq > calledAt)),
  }
}

/** What a call causes: its own events, and what comes later that would not have come without it. */
async function caused({ method, path }: Place, { prepare, body }: Way): Promise<string[]> {
  const { atOnce, later } = await happenings(prepare, (ids) => withIds(path, body, ids), method)
  const without = later.length > 0 ? (await happenings(prepare)).later : []
  for (const event of without) {
    const at = later.indexOf(event)
    if (at >= 0) later.splice(at, 1)
  }
  return [...atOnce, ...later]
}

test.for(Object.keys(successes))(
  '%s causes the events that it declares, and no others',
  async (operationId) => {
    const place = (await allPlaces()).find((one) => one.operationId === operationId)
    if (!place) throw new Error(`${operationId} is no operation`)
    const prepare: Way['prepare'] = async (world) => (await successes[operationId]?.(world)) ?? {}
    const { example } = place.requestBody?.content['application/json'] ?? {}
    const all = new Set<string>()
    for (const way of [{ prepare, ...(example && { body: example }) }, ...(ways[operationId] ?? [])])
      for (const event of await caused(place, way)) all.add(event)
    expect([...all].toSorted()).toEqual(eventsOf(place).toSorted())
  },
)

test('what no operation declares can only be triggered', async () => {
  const declared = (await allPlaces()).flatMap(eventsOf)
  expect(eventNames.filter((name) => !declared.includes(name))).toEqual([
    'card.wallet.add',
    'card.wallet.add_failure',
  ])
})

test('the ways besides the examples are those of operations that exist', () => {
  expect(Object.keys(successes)).toEqual(expect.arrayContaining(Object.keys(ways)))
})
