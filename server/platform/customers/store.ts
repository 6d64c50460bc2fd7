/** Stores customers and the persons related to them. */
import type { Doing } from '../doing.ts'
import { refuse, refuseWith } from '../errors.ts'
import { isUuid, shown } from '../fields.ts'
import type { Kept } from '../objects/store.ts'
import type { World } from '../world.ts'
import type { Person } from './persons.ts'

export interface CustomerData extends Person {
  ssn: string | null
}
export type Customer = Kept<CustomerData>

export interface RelatedData extends Person {
  customer_id: string
  relationship: string | null
}
export type RelatedPerson = Kept<RelatedData>

/** Except for GET, an id in a path that is not a UUID has a code of its own. */
export function refuseNoUuid({ customer_id: id = '' }: Record<string, string>) {
  if (!isUuid(id)) refuse('customer_invalid_uuid4', `customer_id: ${shown(id)} is not a UUID`)
}

/** Customers and the persons related to them. */
export function createCustomers({ collection }: World) {
  const customers = collection<CustomerData>('customer')
  const related = collection<RelatedData>('related_person', { parent: 'customer_id' })
  return {
    customers,
    related,
    /** Changes a customer and emits an event with the changed fields, if any. */
    change(doing: Doing, customer: Customer, changes: Partial<CustomerData>): Customer {
      const fields = Object.entries(changes)
        .filter(
          ([name, value]) => JSON.stringify(customer[name as keyof CustomerData]) !== JSON.stringify(value),
        )
        .map(([name]) => name)
      if (fields.length === 0) return customer
      const changed = customers.change(doing, customer, changes)
      doing.emit('customer.updated', { customer_id: customer.id, details: { fields } })
      return changed
    },
    /**
     * The customer with the id in a path. For a GET with an id that is not a UUID, the response is that of an unknown
     * address.
     */
    ofPath(call: { identity: string; params: Record<string, string> }): Customer {
      const id = call.params.customer_id ?? ''
      if (!isUuid(id))
        refuseWith({ message: `The requested URL was not found: no person has the id ${shown(id)}` })
      return customers.find(call, id) ?? refuse('customer_dne', `No customer has the id ${id}`)
    },
    /** The customer that a body names. */
    named(call: { identity: string }, id: string): Customer {
      return (
        customers.find(call, id) ?? refuse('customer_dne', `customer_id: no customer has the id ${shown(id)}`)
      )
    },
  }
}
