import type { EventName } from '../../events/builders.ts'
import type { Customer, CustomerData } from '../customers/store.ts'
import { fakedPerson, makeCustomer } from './making.ts'
import { type Act, choose, type Scene } from './scene.ts'

const changeable = ['names', 'dob', 'email', 'phone', 'addresses', 'ssn'] as const
type Field = (typeof changeable)[number]

const passed = { kind: 'kyc', state: 'success' }

/** The fields that the trigger names, as far as a customer has them; else one that is drawn. */
function fieldsFor(scene: Scene): readonly Field[] {
  const wished = scene.wish('details.fields')
  const known = Array.isArray(wished) ? changeable.filter((field) => wished.includes(field)) : []
  return known.length > 0 ? known : [scene.fake.pick(['names', 'email', 'phone', 'addresses'] as const)]
}

/** Other data for some of a customer's fields. */
function otherData(scene: Scene, customer: Customer, fields: readonly Field[]): Partial<CustomerData> {
  const { person, ssn } = fakedPerson(scene)
  const legal = customer.names.find(({ is_legal_name }) => is_legal_name)
  const names = person.names.map((name) => ({ ...name, name_id: legal?.name_id }))
  const asked = { ...person, names }
  const wanted = Object.fromEntries(
    fields.filter((one) => one !== 'ssn').map((field) => [field, asked[field]]),
  )
  return {
    ...scene.books.persons.changes(customer, wanted, scene.doing.now),
    ...(fields.includes('ssn') && { ssn }),
  }
}

const updated: Act = {
  names: { customer_id: 'customer' },
  play(scene) {
    const { books, doing, named } = scene
    const customer =
      choose(named.customer, books.customers.customers.newestWithout(doing, passed), ({ id }) =>
        books.kyc.of(doing, id)?.status === 'success'
          ? `the customer ${id} has passed KYC; nothing may be changed any more`
          : undefined,
      ) ?? makeCustomer(scene)
    const fields = fieldsFor(scene)
    let changes = otherData(scene, customer, fields)
    // A phone number may be drawn twice: there are not that many that nobody has.
    while (fields.some((field) => JSON.stringify(changes[field]) === JSON.stringify(customer[field])))
      changes = otherData(scene, customer, fields)
    books.customers.change(doing, customer, changes)
  },
}

export const customerActs = { 'customer.updated': updated } satisfies Partial<Record<EventName, Act>>
