import { expect, test } from 'vitest'
import { placesOf, readDocument } from '../helpers/openapi.ts'
import { withIds } from '../platform/successes.ts'
import { type Actor, join, startStory } from './world.ts'

type Ids = Record<string, string>

const png = 'iVBORw0KGgo='
const person = { dob: '1990-04-12', names: [{ first_name: 'Ada', last_name: 'Quill' }] }

/** One of everything that has an id. */
async function furnish(me: Actor): Promise<Ids> {
  const { customer_id, account_id, card_id } = await me.funded('100.00', { type: 'credit' })
  const of = async (name: string, path: string, body: unknown) => ({
    [name]: String((await me.made(path, body))[name]),
  })
  const restriction = { restriction_type: 'amount', max_amount: '90.00' }
  const ids = {
    customer_id,
    account_id,
    card_id,
    webhook_id: me.subscription,
    destination_account_id: account_id,
    ...(await of('p_id', `/customers/${customer_id}/related`, person)),
    ...(await of('business_id', '/businesses', { legal_name: 'Quill & Daughters LLC' })),
    ...(await of('linked_account_id', '/accounts/external', { account_id, link_type: 'vendor' })),
    ...(await of('restriction_id', `/cards/${card_id}/restrictions`, restriction)),
    ...(await of('transfer_id', '/core/transfer', { card_id, amount: '1.00' })),
    ...(await of('transaction_id', '/simulate/settlement', { card_id, amount: '1.00' })),
    ...(await of('rdc_id', '/rdc', { account_id, amount: '1.00', front_image: png })),
  }
  await me.listen()
  return ids
}

const unknownId = (name: string, at: number) =>
  `${String(at).padStart(8, '0')}-0000-4000-8000-${Buffer.from(name).toString('hex').padEnd(12, '0').slice(0, 12)}`

/** An answer with its ids taken out, so that two that are alike but for these are equal. */
const leveled = (answer: { status: number; body: unknown }, ids: Ids) => ({
  status: answer.status,
  body: JSON.parse(
    Object.entries(ids).reduce(
      (text, [name, id]) => text.replaceAll(id, `{${name}}`),
      JSON.stringify(answer.body),
    ),
  ),
})

async function startTwo() {
  const { sandbox, me: alice, advance } = await startStory()
  const bob = await join(sandbox, 'bob')
  return { sandbox, alice, bob, advance, ids: await furnish(alice) }
}

test('what belongs to another answers every operation like what there is not, and stays as it was', async () => {
  const { sandbox, alice, bob, ids, advance } = await startTwo()
  await advance('32d')
  await alice.listen()
  const unknown = Object.fromEntries(Object.keys(ids).map((name, at) => [name, unknownId(name, at)]))
  const state = async () => ({
    card: await alice.got(`/cards/${ids.card_id}`),
    account: await alice.got(`/accounts/${ids.account_id}`),
    customer: await alice.got(`/customers/${ids.customer_id}`),
    related: await alice.got(`/customers/${ids.customer_id}/related`),
    business: await alice.got(`/businesses/${ids.business_id}`),
    transfer: await alice.got(`/transfers/${ids.transfer_id}`),
    linked: await alice.got(`/accounts/external/${ids.linked_account_id}`),
    restrictions: await alice.got(`/cards/${ids.card_id}/restrictions`),
    subscriptions: await alice.got('/webhooks'),
  })
  const before = await state()

  const places = placesOf(await readDocument(sandbox, 'platform'))
  const acted: string[] = []
  for (const { operationId, method, path, requestBody } of places) {
    const example = requestBody?.content['application/json']?.example
    const ask = (which: Ids) => {
      const filled = withIds(path, example, { ...which, program_id: 'p', yyyy: '2026', mm: '01' })
      return bob.ask(method, filled.path, filled.body)
    }
    const asked = JSON.stringify(withIds(path, example, ids))
    if (!Object.values(ids).some((id) => asked.includes(id))) continue
    acted.push(operationId)
    const answer = await ask(ids)
    // It was looked for: the form of the request was right.
    expect(answer.body.Code, operationId).toMatch(/_dne$|^invalid_reference$|^webhooks_err$/)
    expect(leveled(answer, ids), operationId).toEqual(leveled(await ask(unknown), unknown))
  }
  // Every operation but those that name no object of an identity.
  expect(places.map(({ operationId }) => operationId).filter((id) => !acted.includes(id))).toEqual([
    'createWebhook',
    'listWebhooks',
    'createTemporaryKey',
    'createCustomer',
    'listCustomers',
    'createBusiness',
    'listExternalAccounts',
    'listAccounts',
    'listCardPrograms',
    'getCardProgram',
    'listCards',
  ])
  expect(await state()).toEqual(before)
  await alice.hears()
  await bob.hears()
})

test('lists hold what is of the caller, whatever is asked for', async () => {
  const { alice, bob, ids } = await startTwo()
  const { account_id, customer_id } = ids
  expect(await bob.got('/customers')).toEqual({ customers: [] })
  expect(await bob.got('/cards')).toEqual({ cards: [] })
  expect(await bob.got(`/cards?account_id=${account_id}`)).toEqual({ cards: [] })
  expect(await bob.got('/accounts/external')).toEqual({ external_accounts: [] })
  await bob.refused('no_card_for_customer', 'GET', `/cards?customer_id=${customer_id}`)
  await bob.refused('query_params', 'GET', '/accounts')
  await bob.refused('query_params', 'GET', `/accounts?customer_id=${customer_id}`)
  await bob.refused('ext_acc_unknown', 'GET', `/accounts/external?account_id=${account_id}`)
  const { webhook_subscriptions } = await bob.got('/webhooks')
  expect(webhook_subscriptions).toMatchObject([{ id: bob.subscription }])
  expect((await alice.got('/cards')).cards).toHaveLength(1)
})

test('nor can anything of another be named on the way to what is his own', async () => {
  const { alice, bob, ids } = await startTwo()
  const { customer_id, account_id, card_id } = await bob.funded('10.00')
  const transfer = { card_id, amount: '1.00' }
  const { linked_account_id, restriction_id, transaction_id, p_id } = ids
  const target = { p_id, target_type: 'person', target_id: p_id }
  await bob.refused('acc_dne', 'POST', '/core/transfer', {
    ...transfer,
    destination_account_id: ids.account_id,
  })
  await bob.refused('linked_dne', 'POST', '/core/transfer', { ...transfer, linked_account_id })
  await bob.refused('card_dne', 'POST', '/cards', { account_id, parent_card_id: ids.card_id })
  await bob.refused('invalid_reference', 'POST', '/disputes', { transaction_id, card_id })
  await bob.refused('rest_dne', 'DELETE', `/cards/${card_id}/restrictions/${restriction_id}`)
  await bob.refused(
    'linked_dne',
    'GET',
    `/accounts/${account_id}/history?linked_account_id=${linked_account_id}`,
  )
  await bob.refused('customer_dne', 'DELETE', `/customers/${customer_id}/related`, target)
  await bob.hears()

  // An id of one's own choice is free, whoever else has chosen it.
  const mine = await bob.made(`/customers/${customer_id}/related`, { ...person, p_id })
  expect(mine).toMatchObject({ p_id, customer_id })
  await bob.refused('person_id_dup', 'POST', `/customers/${customer_id}/related`, { ...person, p_id })
  await bob.removed(`/customers/${customer_id}/related`, target)
  await bob.hears('customer.updated', 'customer.updated')
  expect((await alice.got(`/customers/${ids.customer_id}/related`)).related).toMatchObject([{ p_id }])
  await alice.hears()
})

test('both live side by side and each hears only of its own, of what happens later too', async () => {
  const { sandbox, me: alice, advance } = await startStory()
  const bob = await join(sandbox, 'bob')
  for (const one of [alice, bob]) {
    const { account_id, card_id, customer_id } = await one.funded('100.00', { type: 'credit' })
    await one.made('/core/transfer', { card_id, amount: '10.00' })
    await one.got(`/accounts/${account_id}/history`)
    await one.made('/rdc', { account_id, amount: '5.00', front_image: png })
    const told = await one.hears('transactions', 'transactions')
    expect(told.map(({ transaction }) => (transaction as Ids).customer_id)).toEqual([
      customer_id,
      customer_id,
    ])
  }
  await advance('32d')
  for (const one of [alice, bob]) {
    await one.hears(
      'transactions',
      'account.history.ready',
      'transactions',
      'account.statements.generated',
      'account.statements.ready',
    )
  }
  const { events, deliveries } = (
    await sandbox.get<{ counts: { events: number; deliveries: number } }>('/sandbox/health')
  ).counts
  expect(deliveries).toBe(events)
})
