import { describe, expect, test } from 'vitest'
import { shared } from '../helpers/sandbox.ts'
import { type Actor, startStory } from '../stories/world.ts'

const missing = ['Missing data for required field.']
const notADate = ['Not a valid date.']
const oneLegalName = { names: { is_legal_name: ['One legal name is required'] } }
const ada = { first_name: 'Ada', last_name: 'Quill' }
const byron = { first_name: 'Ada', last_name: 'Byron' }
const person = { dob: '1990-04-12', names: [ada] }

interface Person {
  customer_id: string
  p_id: string
  names: { name_id: string; last_name: string; is_legal_name: boolean }[]
}
const make = async (me: Actor, path = '/customers', body: unknown = person) =>
  (await me.made(path, body)) as unknown as Person

/** Refused with exactly this body, and nothing of it is told. */
async function expectBody(me: Actor, body: unknown, ...[method, path, sent]: Parameters<Actor['ask']>) {
  const answer = await me.ask(method, path, sent)
  expect([answer.status, answer.body]).toEqual([400, body])
  expect(answer.headers.get('content-type')).toBe('application/json')
  await me.hears()
}

const named = (...names: Record<string, unknown>[]) => ({ ...person, names })
const lacksLastName = { names: { last_name: missing } }
const wrongDay = { names: { date_added: notADate } }

/** What is wrong, what is sent, and the whole body of the answer. */
const refusals: [what: string, sent: Record<string, unknown>, body: Record<string, unknown>][] = [
  ['nothing at all', {}, { dob: missing, names: missing }],
  ['no date of birth', { names: [ada] }, { dob: missing }],
  ['no names', { dob: '1990-04-12' }, { names: missing }],
  ['an empty list of names', named(), { names: missing }],
  ['an empty name', named({}), { names: { first_name: missing, last_name: missing } }],
  ['a name without its last', named({ first_name: 'Ada' }), lacksLastName],
  ['a second name without its last', named(ada, { first_name: 'Ada' }), lacksLastName],
  [
    'missing fields beside wrong ones',
    { names: [{ first_name: 'Ada' }], email: '-' },
    { dob: missing, ...lacksLastName },
  ],
  [
    'an address without its parts',
    { ...person, addresses: [{ street: '1 Harbour Row', city: 'Portsmouth' }] },
    { addresses: { zip_code: missing } },
  ],
  ['a date of birth with the day first', { ...person, dob: '12-04-1990' }, { dob: notADate }],
  ['a date of birth that there never was', { ...person, dob: '2023-02-29' }, { dob: notADate }],
  ['a date of birth in the year 0', { ...person, dob: '0000-01-01' }, { dob: notADate }],
  ['a date of birth that is a number', { ...person, dob: 19900412 }, { dob: notADate }],
  ['a name dated with the year first', named({ ...ada, date_added: '2024-04-12' }), wrongDay],
  ['a name dated on a day that there never was', named({ ...ada, date_added: '31-04-2024' }), wrongDay],
  ['a name with an empty date', named({ ...ada, date_added: '' }), wrongDay],
  [
    'both dates wrong',
    { dob: 'never', names: [{ ...ada, date_added: 'never' }] },
    { dob: notADate, ...wrongDay },
  ],
  ['two names, neither the legal one', named(ada, byron), oneLegalName],
  ['two legal names', named(...[ada, byron].map((name) => ({ ...name, is_legal_name: true }))), oneLegalName],
  ['a single name that says it is not the legal one', named({ ...ada, is_legal_name: false }), oneLegalName],
]

/** Every route that makes a person. */
const makers = {
  'POST /customers': async () => '/customers',
  'POST /customers/': async () => '/customers/',
  'POST /customers/{customer_id}/related': async (me: Actor) =>
    `/customers/${(await make(me)).customer_id}/related`,
}
describe.each(Object.entries(makers))('%s', (_route, pathOf) => {
  const refusing = shared(async (ending) => {
    const { me } = await startStory({}, ending)
    const path = await pathOf(me)
    await me.listen()
    return { me, path }
  })
  test.for(refusals)('is refused with a body of its own: %s', async ([_what, sent, body]) => {
    const { me, path } = refusing()
    await expectBody(me, body, 'POST', path, sent)
  })

  test('a single name is the legal one; of several it is the one that says so', async () => {
    const { me } = await startStory()
    const path = await pathOf(me)
    const single = await make(me, path, { ...person, names: [{ ...ada, date_added: '29-02-2024' }] })
    expect(single.names).toMatchObject([{ ...ada, date_added: '29-02-2024', is_legal_name: true }])
    const several = await make(me, path, { ...person, names: [ada, { ...byron, is_legal_name: true }] })
    expect(several.names.map(({ is_legal_name }) => is_legal_name)).toEqual([false, true])
  })
})

test('a body with its fields but of the wrong types is refused with the code of its route', async () => {
  const { me } = await startStory()
  const { customer_id } = await make(me)
  const wrong = { ...person, names: 'Ada Quill' }
  await me.refused('create_customer_schema', 'POST', '/customers', wrong)
  await me.refused('create_more_schema', 'POST', `/customers/${customer_id}/related`, wrong)
  await me.refused('edit_customer_schema', 'PATCH', `/customers/${customer_id}`, wrong)
  const target = { p_id: customer_id, target_type: 'everything', target_id: customer_id }
  await me.refused('delete_customer_schema', 'DELETE', `/customers/${customer_id}`, target)
  await me.refused('delete_related_schema', 'DELETE', `/customers/${customer_id}/related`, target)
})

test('PATCH adds a name, changes one, and keeps the rule that exactly one is the legal one', async () => {
  const { me } = await startStory()
  const { customer_id, names } = await make(me)
  const path = `/customers/${customer_id}`
  const legal = names[0]?.name_id
  const patch = (body: unknown) => me.changed(path, body) as Promise<unknown> as Promise<Person>

  await expectBody(me, oneLegalName, 'PATCH', path, { names: [{ ...byron, is_legal_name: true }] })
  await expectBody(me, oneLegalName, 'PATCH', path, { names: [{ name_id: legal, is_legal_name: false }] })
  await expectBody(me, lacksLastName, 'PATCH', path, { names: [{ first_name: 'Ada' }] })
  await expectBody(me, { dob: notADate }, 'PATCH', path, { dob: 'never' })
  const wrongDay = { date_added: '2024-04-12' }
  for (const name of [
    { ...byron, ...wrongDay },
    { name_id: legal, ...wrongDay },
  ])
    await expectBody(me, { names: { date_added: notADate } }, 'PATCH', path, { names: [name] })
  await me.refused('invalid_reference', 'PATCH', path, { names: [{ name_id: 'nobody', last_name: 'X' }] })
  expect((await me.got(path)).names).toEqual(names)

  const added = (await patch({ names: [byron] })).names[1]
  expect(added).toMatchObject({ ...byron, is_legal_name: false })
  // The legal name passes from one to the other in one call.
  const turned = await patch({
    names: [
      { name_id: legal, is_legal_name: false },
      { name_id: added?.name_id, is_legal_name: true },
    ],
  })
  expect(turned.names.map(({ is_legal_name }) => is_legal_name)).toEqual([false, true])
  await patch({ email: 'ada@example.com', dob: '1990-04-12' })
  // What is the same as before is no change.
  await patch({ email: 'ada@example.com' })
  await patch({})
  const told = await me.hears('customer.updated', 'customer.updated', 'customer.updated')
  expect(told.map(({ details }) => details)).toEqual([
    { fields: ['names'] },
    { fields: ['names'] },
    { fields: ['email'] },
  ])
})

const removers = {
  'DELETE /customers/{customer_id}': async (me: Actor, body: unknown) => {
    const made = await make(me, '/customers', body)
    return { path: `/customers/${made.customer_id}`, p_id: made.customer_id, made, type: 'customer' }
  },
  'DELETE /customers/{customer_id}/related': async (me: Actor, body: unknown) => {
    const path = `/customers/${(await make(me)).customer_id}/related`
    const made = await make(me, path, body)
    return { path, p_id: made.p_id, made, type: 'person' }
  },
}
describe.each(Object.entries(removers))('%s', (_route, begin) => {
  test('names each field that is missing', async () => {
    const { me } = await startStory()
    const { path, p_id, type } = await begin(me, person)
    await me.listen()
    const whole = { p_id, target_type: type, target_id: p_id }
    const all = ['p_id', 'target_type', 'target_id']
    const say = (fields: string[]) => ({ Error: `Missing Required Field(s): ${fields.join(', ')}` })
    await expectBody(me, say(all), 'DELETE', path, {})
    await expectBody(me, say(all), 'DELETE', path)
    for (const field of all) {
      const { [field as 'p_id']: _, ...rest } = whole
      await expectBody(me, say([field]), 'DELETE', path, rest)
    }
  })

  test('the legal name cannot go, even as the only one; another can', async () => {
    const { me } = await startStory()
    const names = [{ ...ada, is_legal_name: true }, byron]
    const { path, p_id, made } = await begin(me, { ...person, names })
    await me.listen()
    const [legal, other] = made.names
    const name = (target_id = '') => ({ p_id, target_type: 'names', target_id })
    await expectBody(me, oneLegalName, 'DELETE', path, name(legal?.name_id))
    await me.refused('invalid_reference', 'DELETE', path, name('nobody'))
    expect(await me.removed(path, name(other?.name_id))).toMatchObject({ names: [{ ...ada }] })
    await me.hears('customer.updated')
    await expectBody(me, oneLegalName, 'DELETE', path, name(legal?.name_id))
  })

  test('the whole person goes by its own id only', async () => {
    const { me } = await startStory()
    const { path, p_id, type } = await begin(me, person)
    const whole = { p_id, target_type: type, target_id: p_id }
    await me.refused('invalid_reference', 'DELETE', path, { ...whole, target_id: 'nobody' })
    await me.refused('customer_dne', 'DELETE', path, { ...whole, p_id: 'nobody' })
    await me.removed(path, whole)
    await me.refused('customer_dne', 'DELETE', path, whole)
  })
})

test.for(['/customers/nope', '/customers/nope/related', '/customers/nope/verification-kyc'])(
  'GET %s, which is no UUID, is answered with a message; other methods with a code',
  async (path) => {
    const { me } = await startStory()
    const answer = await me.ask('GET', path)
    expect([answer.status, Object.keys(answer.body)]).toEqual([400, ['message']])
    expect(answer.body.message).toMatch(/not found.*nope/)
    const unknown = path.replace('nope', '3f8a4d26-9c1e-4b7f-8a55-0f6f3f1f2b10')
    await me.refused('customer_dne', 'GET', unknown)
    if (path.endsWith('related')) await me.refused('customer_invalid_uuid4', 'POST', path, person)
    else if (path.endsWith('kyc'))
      await me.refused('customer_invalid_uuid4', 'POST', path, { ssn: '123-45-6789' })
    else await me.refused('customer_invalid_uuid4', 'PATCH', path, {})
  },
)

test('who has passed KYC is changed no more, and goes only with the accounts closed', async () => {
  const { me } = await startStory()
  const names = [{ ...ada, is_legal_name: true }, byron]
  const made = await make(me, '/customers', { ...person, names, ssn: '123-45-6789' })
  const path = `/customers/${made.customer_id}`
  await me.changed(path, { phone: '+1 555 0100' })
  await me.made(`${path}/verification-kyc`)
  await me.hears('customer.updated', 'kyc.verification.success')
  await me.refused('kyc_customer', 'PATCH', path, { phone: '+1 555 0101' })
  await me.refused('kyc_customer', 'PATCH', path, {})
  const target = { p_id: made.customer_id, target_type: 'names', target_id: made.names[1]?.name_id }
  await me.refused('kyc_customer', 'DELETE', path, target)
  const { account_id } = await me.made('/accounts', { customer_id: made.customer_id })
  const whole = { ...target, target_type: 'customer', target_id: made.customer_id }
  await me.refused('resource_conflict', 'DELETE', path, whole)
  await me.removed(`/accounts/${account_id}`)
  expect(await me.removed(path, whole)).toMatchObject({ phone: '+1 555 0100', kyc_status: 'success' })
  await me.refused('customer_dne', 'GET', path)
  await me.hears()
})

test('fields that nobody knows are let through with a warning; the number itself is never told', async () => {
  const { me } = await startStory()
  const sent = { ...person, ssn: '123-45-6789', nickname: 'A', shoe_size: 38 }
  for (const path of ['/customers', '/customers/']) {
    const answer = await me.ask('POST', path, sent)
    expect(answer.headers.get('sandbox-warning')).toBe('unknown field(s) ignored: nickname, shoe_size')
    expect(answer.body).toMatchObject({ ssn_last_four: '6789' })
    expect(JSON.stringify(answer.body)).not.toMatch(/nickname|123-?45/)
  }
  expect((await me.got('/customers')).customers).toEqual((await me.got('/customers/')).customers)
  await me.refused('get_customer_schema', 'GET', '/customers?page=0')
})

test.each<[what: string, sent: Record<string, unknown>, says: string]>([
  ['a name that is none', { names: [7] }, 'names.0 must be an object'],
  ['an address that is a list', { addresses: [[]] }, 'addresses.0 must be an object'],
  ['more names than there may be', { names: Array(21).fill(ada) }, 'names must be at most 20 entries'],
  ['more addresses', { addresses: Array(21).fill({}) }, 'addresses must be at most 20 entries'],
])('%s is refused in plain words', async (_, sent, says) => {
  const { me } = await startStory()
  const { body } = await me.ask('POST', '/customers', { ...person, ...sent })
  expect(body).toMatchObject({ Code: 'create_customer_schema', Message: `Invalid Field(s): ${says}` })
})

test('an empty or blank text is refused as such', async () => {
  const { me } = await startStory()
  const message = async (phone: string) =>
    (await me.ask('POST', '/customers', { ...person, phone })).body as { Message: string }
  expect((await message('')).Message).toBe('Invalid Field(s): phone must not be empty')
  expect((await message('  ')).Message).toBe('Invalid Field(s): phone must not be blank')
})
