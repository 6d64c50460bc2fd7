import { expect, test } from 'vitest'
import { placesOf, readDocument } from '../helpers/openapi.ts'
import { startStory } from '../stories/world.ts'

const ada = { first_name: 'Ada', last_name: 'Quill' }
const person = { dob: '1990-04-12', names: [ada] }

test('nobody is born tomorrow; today somebody is', async () => {
  const { me } = await startStory()
  const { customer_id } = await me.made('/customers', person)
  const path = `/customers/${customer_id}`
  for (const [method, at] of [
    ['POST', '/customers'],
    ['PATCH', path],
    ['POST', `${path}/related`],
  ] as const) {
    const born = (dob: string) => me.ask(method, at, method === 'PATCH' ? { dob } : { ...person, dob })
    const tomorrow = await born('2026-01-06')
    expect([tomorrow.status, tomorrow.body]).toEqual([400, { dob: ['Not a valid date.'] }])
    expect((await born('2026-01-05')).status).toBeLessThan(300)
  }
})

test('a name of nothing but spaces is none', async () => {
  const { me } = await startStory()
  const { customer_id, names } = await me.made('/customers', person)
  const path = `/customers/${customer_id}`
  const [{ name_id }] = names as [{ name_id: string }]
  for (const blank of [{ first_name: ' ' }, { last_name: '\u00a0 ' }, { middle_name: '  ' }]) {
    const sent = { ...person, names: [{ ...ada, ...blank }] }
    await me.refused('create_customer_schema', 'POST', '/customers', sent)
    await me.refused('create_more_schema', 'POST', `${path}/related`, sent)
    await me.refused('edit_customer_schema', 'PATCH', path, { names: [{ name_id, ...blank }] })
  }
  expect((await me.got(path)).names).toEqual(names)
  await me.hears()
})

test('DELETE of a customer knows no target person, DELETE of a related person no target customer', async () => {
  const { me } = await startStory()
  const { customer_id } = await me.made('/customers', person)
  const path = `/customers/${customer_id}`
  const { p_id } = await me.made(`${path}/related`, person)
  const target = (target_type: string, id: unknown) => ({ p_id: id, target_type, target_id: id })
  await me.refused('delete_customer_schema', 'DELETE', path, target('person', customer_id))
  await me.refused('delete_related_schema', 'DELETE', `${path}/related`, target('customer', p_id))
  await me.got(path)
  await me.removed(`${path}/related`, target('person', p_id))
  await me.removed(path, target('customer', customer_id))
})

test('an id that is no UUID is refused before the body is looked at, but for GET', async () => {
  const { sandbox, me } = await startStory()
  const changing = placesOf(await readDocument(sandbox, 'platform')).filter(
    ({ method, path }) => method !== 'GET' && path.startsWith('/customers/{customer_id}'),
  )
  expect(changing).toHaveLength(6)
  for (const { method, path } of changing) {
    for (const body of [{}, { dob: 5, names: 5, ssn: 5, p_id: 5, government_id: 5 }, '{'])
      await me.refused('customer_invalid_uuid4', method, path.replace('{customer_id}', 'nope'), body)
  }
})
