import { expect, test } from 'vitest'
import type { PlatformObject, PlatformObjectRow } from '../../server/wire.ts'
import { startSandbox, type TestSandbox } from '../helpers/sandbox.ts'
import { createMakers, doerOf } from './makers.ts'

interface Page {
  objects: PlatformObjectRow[]
  next: string | null
}
const listOf = ({ get }: TestSandbox, query = '') => get<Page>(`/sandbox/objects${query}`)
const objectOf = async ({ get }: TestSandbox, id: string, query = '') =>
  (await get<{ object: PlatformObject }>(`/sandbox/objects/${id}${query}`)).object

async function world() {
  const sandbox = await startSandbox()
  return { sandbox, make: createMakers(doerOf(sandbox)) }
}

test('the list has each kind of object with its title, state and balance, newest first', async () => {
  const { sandbox, make } = await world()
  const { card_id, transaction_id } = await make.payment('settled')
  const { dispute_id = '' } = await make.act('POST', '/disputes', { transaction_id, reason: 'not_received' })
  const { transfer_id = '' } = await make.act('POST', '/core/transfer', { card_id, amount: '21.93' })
  const { objects, next } = await listOf(sandbox)
  expect(next).toBeNull()
  expect(objects.map(({ kind }) => kind)).toEqual([
    'transfer',
    'dispute',
    'card',
    'account',
    'kyc',
    'customer',
  ])
  const byKind = Object.fromEntries(objects.map((one) => [one.kind, one]))
  expect(byKind.transfer).toMatchObject({
    id: transfer_id,
    title: 'Transfer $21.93',
    state: 'pending',
    balance: null,
  })
  expect(byKind.dispute).toMatchObject({ id: dispute_id, state: 'open', identity: 'demo' })
  expect(byKind.card).toMatchObject({ id: card_id, state: 'active', balance: '1000.00' })
  expect(byKind.card?.title).toMatch(/^Card •••• \d{4}$/)
  expect(byKind.account).toMatchObject({ state: 'active', balance: '1000.00' })
  expect(byKind.customer).toMatchObject({ title: 'Ada Quill', state: 'success', balance: '1000.00' })
  // A dispute belongs to a transaction, a transfer and a card to an account, and these to the customer.
  expect(objects.map(({ owner_name }) => owner_name)).toEqual([...Array(5).fill('Ada Quill'), null])
  const { objects: paid } = await listOf(sandbox, '?kind=transaction')
  expect(new Set(paid.map(({ owner_name }) => owner_name))).toEqual(new Set(['Ada Quill']))
  expect(paid).toHaveLength(4)
  expect(paid.find(({ id }) => id === transaction_id)).toMatchObject({
    kind: 'transaction',
    state: 'settled',
  })
})

test('a balance follows each payment, and a customer without an account has none', async () => {
  const { sandbox, make } = await world()
  const customer = await make.customer()
  expect(await objectOf(sandbox, customer)).toMatchObject({ state: null, balance: null })
  const { account_id, card_id } = await make.funded()
  const { relations } = await objectOf(sandbox, account_id)
  await make.account({ customer_id: relations.owner?.id })
  await make.act('POST', '/simulate/settlement', { card_id, amount: '20.07' })
  const account = await objectOf(sandbox, account_id)
  expect(account).toMatchObject({ balance: '979.93', fields: { available_balance: '979.93' } })
  expect(await objectOf(sandbox, relations.owner?.id ?? '')).toMatchObject({ balance: '979.93' })
})

test('kind, identity and words narrow the list, also together', async () => {
  const { sandbox, make } = await world()
  const { card_id } = await make.card()
  await make.customer({ names: [{ first_name: 'Grace', last_name: 'Hopper' }] })
  const others = createMakers(doerOf(sandbox, 'other'))
  const otherId = await others.customer()
  const found = async (query: string) => (await listOf(sandbox, query)).objects.map(({ id }) => id)
  expect(await found('?kind=card')).toEqual([card_id])
  expect(await found('?identity=other')).toEqual([otherId])
  expect(await found(`?id=${otherId},${card_id},nothing`)).toEqual([otherId, card_id])
  expect(await found('?identity=other&kind=card')).toEqual([])
  const [grace = ''] = await found('?q=grace%20hop')
  expect(await objectOf(sandbox, grace)).toMatchObject({ title: 'Grace Hopper' })
  expect(await found('?q=ada%20identity:other')).toEqual([otherId])
  // The id of an object finds it, and what names it.
  expect(await found(`?q=${card_id}`)).toEqual([card_id])
  expect(await found('?q=kind:card')).toEqual([card_id])
  // The names of fields are no words.
  expect(await found('?q=last_four')).toEqual([])
})

test('the list is paged by key', async () => {
  const { sandbox, make } = await world()
  for (let i = 0; i < 5; i++) await make.customer()
  const whole = (await listOf(sandbox)).objects.map(({ id }) => id)
  const first = await listOf(sandbox, '?limit=2')
  await make.customer()
  const second = await listOf(sandbox, `?limit=3&cursor=${first.next}`)
  expect([...first.objects, ...second.objects].map(({ id }) => id)).toEqual(whole)
  expect(second.next).toBeNull()
})

test('an object has its parent, its owner and its children', async () => {
  const { sandbox, make } = await world()
  const { card_id, transaction_id } = await make.payment('settled')
  const card = await objectOf(sandbox, card_id)
  const { parent: account, owner: customer } = card.relations
  expect([account?.kind, customer?.kind]).toEqual(['account', 'customer'])
  const kindsOf = async (id = '') => (await objectOf(sandbox, id)).relations.children.map(({ kind }) => kind)
  expect(await kindsOf(customer?.id)).toEqual(expect.arrayContaining(['account', 'card', 'kyc']))
  expect(await kindsOf(account?.id)).toEqual(expect.arrayContaining(['card', 'transaction']))
  const { dispute_id } = await make.act('POST', '/disputes', { transaction_id })
  const payment = await objectOf(sandbox, transaction_id)
  expect(payment).toMatchObject({
    kind: 'transaction',
    relations: { parent: { id: account?.id }, owner: { id: card_id } },
  })
  expect(payment.relations.children).toMatchObject([{ id: dispute_id }])
  expect((await objectOf(sandbox, dispute_id ?? '')).relations.parent?.id).toBe(transaction_id)
})

test('an object has the calls that name it, its events and their deliveries', async () => {
  const { sandbox, make } = await world()
  await sandbox.subscribe(`${sandbox.url}/in/x`)
  const { card_id } = await make.card()
  await make.card()
  await make.act('POST', `/cards/${card_id}/close`, { reason: 'fraud' })
  await sandbox.settle()
  const { calls, events, deliveries, more } = await objectOf(sandbox, card_id)
  const rows = await Promise.all(events.map((id) => sandbox.event(id)))
  expect(rows.map(({ event }) => event)).toEqual(['card.status.closed', 'card.created'])
  const sent = await Promise.all(deliveries.map((id) => sandbox.delivery(id)))
  expect(sent.map(({ event_id }) => event_id)).toEqual(events)
  expect(calls).toHaveLength(2)
  expect(more).toEqual({ calls: false, events: false, deliveries: false })
  const cut = await objectOf(sandbox, card_id, '?limit=1')
  expect(cut).toMatchObject({
    calls: calls.slice(0, 1),
    events: events.slice(0, 1),
    more: { calls: true, events: true },
  })
})

test('secret numbers are masked: in the fields, and for a search', async () => {
  const { sandbox, make } = await world()
  const customer = await make.customer({ ssn: '987-65-4321' })
  await make.act('POST', `/customers/${customer}/verification-kyc`, {})
  const { linked_account_id } = await make.external({ account_number: '000555566667777' })
  const { objects } = await listOf(sandbox)
  const whole = await Promise.all(objects.map(({ id }) => objectOf(sandbox, id)))
  expect(JSON.stringify(whole)).not.toMatch(/987-?65-?4321|000555566667777/)
  expect(whole.find(({ id }) => id === customer)?.fields).toMatchObject({ ssn_last_four: '4321' })
  expect(whole.find(({ id }) => id === linked_account_id)?.fields).toMatchObject({ mask: '7777' })
  expect((await listOf(sandbox, '?q=000555566667777')).objects).toEqual([])
})

test('an unknown id is refused, the beginning of an id is enough', async () => {
  const { sandbox, make } = await world()
  const customer = await make.customer()
  expect(await sandbox.request('GET', '/sandbox/objects/nothing')).toMatchObject({
    status: 404,
    body: { error: { code: 'platform_object_unknown' } },
  })
  expect(await objectOf(sandbox, customer.slice(0, 8))).toMatchObject({ id: customer })
  expect(await objectOf(sandbox, customer.toUpperCase())).toMatchObject({ id: customer })
  expect(await objectOf(sandbox, 'last')).toMatchObject({ id: customer })
  expect((await sandbox.request('GET', '/sandbox/objects?kind=crad')).status).toBe(400)
})

test('each kind of object has a title and fields', async () => {
  const { sandbox, make } = await world()
  await make.payment('settled')
  await make.transfer()
  await make.business()
  await make.related()
  await make.external()
  await make.restriction()
  const { objects } = await listOf(sandbox, '?limit=500')
  const titles = new Map(objects.map(({ kind, title }) => [kind, title]))
  expect(titles.get('business')).toBe('Quill & Daughters')
  expect(titles.get('restriction')).toBe('At most $50.00')
  expect(titles.get('external_account')).toBe('External account •••• 6789')
  for (const { id } of objects)
    expect(Object.keys((await objectOf(sandbox, id)).fields)).not.toContain('owner_id')
})
