/** Makes customer events happen. */
import type { EventName } from '../../events/builders.ts'
import { customerFields } from '../../events/kinds/customers.ts'
import type { Customer, CustomerData } from '../customers/store.ts'
import { customerFor } from './kyc.ts'
import { fakedPerson } from './making.ts'
import { type Act, impossible, type Scene } from './scene.ts'

type Field = Exclude<(typeof customerFields)[number], 'related'>
const changeable = customerFields.filter((field): field is Field => field !== 'related')

/** The fields that the trigger names, or a random one. */
function fieldsFor(scene: Scene): readonly Field[] {
  const wished = customerFields.map((_, place) => scene.wish(`details.fields.${place}`))
  if (wished.includes('related'))
    impossible(
      `details.fields: no trigger changes related persons, only the API does; what it can change is ${changeable.join(', ')}`,
    )
  const known = changeable.filter((field) => wished.includes(field))
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
    const { books, doing } = scene
    const { id } = customerFor(scene, (check) =>
      check?.status === 'success'
        ? `the customer ${check.customer_id} has passed KYC; nothing may be changed any more`
        : undefined,
    )
    const customer = books.customers.named(doing, id)
    const fields = fieldsFor(scene)
    let changes = otherData(scene, customer, fields)
    // The same phone number may be drawn again, since unassigned numbers are few.
    while (fields.some((field) => JSON.stringify(changes[field]) === JSON.stringify(customer[field])))
      changes = otherData(scene, customer, fields)
    books.customers.change(doing, customer, changes)
  },
}

export const customerActs = { 'customer.updated': updated } satisfies Partial<Record<EventName, Act>>
