import { describe, expect, test } from 'vitest'
import { type EventName, eventNames, kinds } from '../../server/events/builders.ts'
import { validPaths } from '../../server/events/overrides.ts'
import { acts } from '../../server/platform/acts/acts.ts'
import { expectRefused } from '../control/refused.ts'
import { startSandbox, type TestSandbox } from '../helpers/sandbox.ts'
import { type Payload, read } from './agrees.ts'

const nobody = '3f8a4d26-9c1e-4b7f-8a55-0f6f3f1f2b10'
const events = '/sandbox/events'

async function payloadOf(sandbox: TestSandbox, event: string, over: Record<string, unknown> = {}) {
  const { events: made } = await sandbox.trigger(event, over)
  return (await sandbox.event(made.at(-1)?.id ?? '')).payload as unknown as Payload
}
const count = async (sandbox: TestSandbox) =>
  (await sandbox.get<{ counts: { events: number } }>('/sandbox/health')).counts.events

const named = eventNames.flatMap((name) =>
  Object.entries(acts[name].names)
    .filter(([, thing]) => thing !== 'transaction')
    .map(([path]) => [name, path] as [EventName, string]),
)

test.each(named)(
  '%s refuses an unknown id at %s and names the path; forced, it is sent as told',
  async (name, path) => {
    const sandbox = await startSandbox()
    expect(validPaths(kinds[name].schema)).toContain(path)
    const answer = await sandbox.request('POST', events, { event: name, set: { [path]: nobody } })
    expectRefused(answer, {
      status: 422,
      code: 'object_unknown',
      message: new RegExp(`^${path.replaceAll('.', '\\.')}: no .* has the id ${nobody}`),
    })
    expect(await count(sandbox)).toBe(0)
    const forced = await payloadOf(sandbox, name, { set: { [path]: nobody }, force: true })
    const at = path.split('.').reduce<unknown>((inner, key) => (inner as never)[key], forced)
    expect(at).toBe(nobody)
    expect((await sandbox.call('GET', '/cards')).body).toEqual({ cards: [] })
    expect((await sandbox.call('GET', '/customers/')).body).toEqual({ customers: [] })
  },
)

test('what the platform says against it goes on in the same sentence', async () => {
  const sandbox = await startSandbox()
  const { card } = await payloadOf(sandbox, 'card.status.inactive')
  const set = { 'transaction.details.card_id': card.card_id, 'transaction.state': 'settled' }
  const { body } = await sandbox.request('POST', events, { event: 'transactions', set })
  expect(body).toMatchObject({
    error: { message: `The event cannot happen: the card ${card.card_id} is inactive.` },
  })
})

describe('a closed card', () => {
  async function closedCard() {
    const sandbox = await startSandbox()
    const { card } = await payloadOf(sandbox, 'card.status.closed')
    return { sandbox, card }
  }

  test.each([
    'card.status.active',
    'card.status.inactive',
    'card.status.closed',
    'card.status.reissue',
    'card.wallet.add',
  ])('%s is refused with the reason', async (event) => {
    const { sandbox, card } = await closedCard()
    const before = await read(sandbox, `/cards/${card.card_id}`)
    const answer = await sandbox.request('POST', events, { event, set: { 'card.card_id': card.card_id } })
    expectRefused(answer, {
      status: 409,
      code: 'event_impossible',
      message: new RegExp(`the card ${card.card_id} is closed`),
      fix: /"force": true/,
    })
    expect(await count(sandbox)).toBe(1)
    expect(await read(sandbox, `/cards/${card.card_id}`)).toEqual(before)
  })

  test("forced, the event goes out with the card's data, and the card stays as it is", async () => {
    const { sandbox, card } = await closedCard()
    const before = await read(sandbox, `/cards/${card.card_id}`)
    const set = { 'card.card_id': card.card_id }
    const again = await payloadOf(sandbox, 'card.status.active', { set, force: true })
    expect(again.card).toEqual({ ...card, status: 'Active' })
    const wallet = await payloadOf(sandbox, 'card.wallet.add', { set, force: true })
    expect(wallet.card).toEqual({ ...card, status: 'Closed' })
    expect(await read(sandbox, `/cards/${card.card_id}`)).toEqual(before)
    const { status } = await payloadOf(sandbox, 'card.status.closed', {
      set: { ...set, 'card.status': 'Active' },
      force: true,
    }).then(({ card }) => card)
    expect(status).toBe('Active')
  })

  test('without an id another card is taken or made', async () => {
    const { sandbox, card } = await closedCard()
    const { card: other } = await payloadOf(sandbox, 'card.status.closed')
    expect(other.card_id).not.toBe(card.card_id)
    expect(await read(sandbox, `/cards/${other.card_id}`)).toMatchObject({ status: 'closed' })
  })
})

test('the id of an object has the event happen to it, and what else is set stays an override', async () => {
  const sandbox = await startSandbox()
  const first = (await payloadOf(sandbox, 'card.created')).card
  await payloadOf(sandbox, 'card.created')
  const set = { 'card.card_id': first.card_id, 'card.status': 'Closed', 'card.last_four': '0000' }
  const { card } = await payloadOf(sandbox, 'card.status.closed', { set })
  expect(card).toEqual({ card_id: first.card_id, status: 'Closed', last_four: '0000' })
  expect(await read(sandbox, `/cards/${first.card_id}`)).toMatchObject({
    status: 'closed',
    last_four: first.last_four,
  })
})

test('a card with money left on its account is not closed', async () => {
  const sandbox = await startSandbox()
  const { card } = await payloadOf(sandbox, 'card.created')
  const deposit = { card_id: card.card_id, amount: '10.00', type: 'deposit' }
  await sandbox.call('POST', '/simulate/settlement', deposit)
  const answer = await sandbox.request('POST', events, {
    event: 'card.status.closed',
    set: { 'card.card_id': card.card_id },
  })
  expectRefused(answer, { status: 409, code: 'event_impossible', message: /has money left/ })
})

test.each([
  ['card.status.active', 'Closed', 'Active'],
  ['card.status.inactive', 'Active', 'Inactive'],
  ['card.status.closed', 'Active', 'Closed'],
  ['card.status.reissue', 'Active', 'Inactive'],
])('%s does not say %s', async (event, wrong, right) => {
  const sandbox = await startSandbox()
  const asked = { event, set: { 'card.status': wrong } }
  expectRefused(await sandbox.request('POST', events, asked), {
    status: 422,
    code: 'payload_invalid',
    message: new RegExp(`card\\.status: "${wrong}", text, must be "${right}"`),
  })
  expect((await sandbox.call('GET', '/cards')).body).toEqual({ cards: [] })
})

test('a field that a customer does not have does not change', async () => {
  const sandbox = await startSandbox()
  const asked = (fields: string[]) => ({ event: 'customer.updated', set: { 'details.fields': fields } })
  expectRefused(await sandbox.request('POST', events, asked(['emaill'])), {
    status: 422,
    code: 'payload_invalid',
    message: /details\.fields\.0: "emaill", text, must be one of "names", "dob", "email"/,
  })
  expectRefused(await sandbox.request('POST', events, asked([])), {
    status: 422,
    code: 'payload_invalid',
    message: /at least one field/,
  })
  expectRefused(await sandbox.request('POST', events, asked(['related'])), {
    status: 409,
    code: 'event_impossible',
    message: /only the API does; what it can change is names, dob, email, phone, addresses, ssn/,
  })
  const { details } = await payloadOf(sandbox, 'customer.updated', {
    set: { 'details.fields': ['email', 'dob'] },
  })
  expect(details.fields).toEqual(['email', 'dob'])
  const set = { 'details.fields.0': 'phone' }
  const { customer_id } = await payloadOf(sandbox, 'customer.updated', { set })
  const before = await read(sandbox, `/customers/${customer_id}`)
  await payloadOf(sandbox, 'customer.updated', { set: { ...set, customer_id } })
  const after = await read(sandbox, `/customers/${customer_id}`)
  expect(after).toEqual({ ...before, phone: after.phone, updated_time: after.updated_time })
  expect(after.phone).not.toBe(before.phone)
})

test('passed KYC is final, in any way', async () => {
  const sandbox = await startSandbox()
  const { customer_id } = await payloadOf(sandbox, 'kyc.verification.success')
  for (const event of eventNames.filter((name) => /^kyc\.|^customer/.test(name)))
    expectRefused(await sandbox.request('POST', events, { event, set: { customer_id } }), {
      status: 409,
      code: 'event_impossible',
      message: /has passed KYC/,
    })
})

test('an event that cannot happen so often as asked happens not at all', async () => {
  const sandbox = await startSandbox()
  const { card } = await payloadOf(sandbox, 'card.created')
  const asked = { event: 'card.status.closed', set: { 'card.card_id': card.card_id }, count: 3 }
  expectRefused(await sandbox.request('POST', events, asked), { status: 409, code: 'event_impossible' })
  expect(await read(sandbox, `/cards/${card.card_id}`)).toMatchObject({ status: 'active' })
  expect(await count(sandbox)).toBe(1)
})

test('a refused override leaves the platform as it was', async () => {
  const sandbox = await startSandbox()
  const asked = { event: 'card.created', set: { 'card.last_four': 42 } }
  expectRefused(await sandbox.request('POST', events, asked), {
    status: 422,
    code: 'payload_invalid',
    message: /card\.last_four: 42, a number, must be text/,
  })
  expect((await sandbox.call('GET', '/cards')).body).toEqual({ cards: [] })
  expect((await sandbox.call('GET', '/customers/')).body).toEqual({ customers: [] })
})

test("an object of another identity takes part when nobody's is asked for, and not for a named subscription", async () => {
  const sandbox = await startSandbox()
  const other = { authorization: 'x', identity: 'somebody' }
  const person = { dob: '1990-04-12', names: [{ first_name: 'Ada', last_name: 'Quill' }] }
  const { body } = await sandbox.call<{ customer_id: string }>('POST', '/customers/', person, other)
  const { customer_id } = body
  const { id } = await sandbox.subscribe('http://127.0.0.1:9/')
  const asked = { event: 'kyc.verification.failure', set: { customer_id } }
  expectRefused(await sandbox.request('POST', events, { ...asked, subscription_id: id }), {
    status: 422,
    code: 'object_unknown',
    message: /of the identity demo/,
  })
  await sandbox.trigger('kyc.verification.failure', { set: { customer_id } })
  const kyc = await sandbox.call('GET', `/customers/${customer_id}/verification-kyc`, undefined, other)
  expect(kyc.body).toMatchObject({ status: 'failure' })
})

test('what an event makes may have an id of one’s own, once', async () => {
  const sandbox = await startSandbox()
  const set = { 'card.card_id': nobody }
  expect((await payloadOf(sandbox, 'card.created', { set })).card.card_id).toBe(nobody)
  await read(sandbox, `/cards/${nobody}`)
  expectRefused(await sandbox.request('POST', events, { event: 'card.created', set }), {
    status: 409,
    code: 'event_impossible',
    message: /already exists/,
  })
})

test('a whole payload changes nothing on the platform', async () => {
  const sandbox = await startSandbox()
  const { card } = await payloadOf(sandbox, 'card.created')
  const payload = {
    event: 'card.status.closed',
    occurred_at: '2026-01-01T09:00:00.000000+00:00',
    card: { card_id: card.card_id, status: 'Closed', last_four: '4242' },
  }
  expect(await payloadOf(sandbox, 'card.status.closed', { payload })).toEqual(payload)
  expect(await read(sandbox, `/cards/${card.card_id}`)).toMatchObject({ status: 'active' })
})
