import { refuse, refuseWith } from '../errors.ts'
import { isUuid, shown } from '../fields.ts'
import type { Kept } from '../objects.ts'
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

/** Customers and the persons related to them. */
export function createCustomers({ collection }: World) {
  const customers = collection<CustomerData>('customer')
  const related = collection<RelatedData>('related_person', { parent: 'customer_id' })
  return {
    customers,
    related,
    /** The customer of a path's id, or the refusal that goes with the method. */
    ofPath(call: { identity: string; params: Record<string, string> }, method: 'GET' | 'other'): Customer {
      const id = call.params.customer_id ?? ''
      if (!isUuid(id)) {
        if (method === 'GET')
          return refuseWith({ message: `The requested URL was not found: no person has the id ${shown(id)}` })
        return refuse('customer_invalid_uuid4', `customer_id: ${shown(id)} is no UUID`)
      }
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
export type Customers = ReturnType<typeof createCustomers>
