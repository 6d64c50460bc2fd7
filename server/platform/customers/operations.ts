/** The operations on customers. */
import type { Books } from '../books.ts'
import { refuse } from '../errors.ts'
import { pageOf, shown } from '../fields.ts'
import { answerOf, timesOf } from '../objects/store.ts'
import { type Call, type OperationRow, operation } from '../operation.ts'
import { refuseMissingTarget, refusePersonFlaws } from './persons.ts'
import * as schemas from './schemas.ts'
import { type Customer, type CustomerData, refuseNoUuid } from './store.ts'

export function customerOperations(
  needs: Pick<Books, 'customers' | 'persons' | 'kyc' | 'accounts'>,
): OperationRow[] {
  const { customers: book, persons, kyc, accounts } = needs
  const { customers } = book

  const told = (call: { identity: string }, customer: Customer) =>
    answerOf(schemas.customer, {
      ...customer,
      ...timesOf(customer),
      customer_id: customer.id,
      ssn_last_four: customer.ssn?.slice(-4) ?? null,
      kyc_status: kyc.of(call, customer.id)?.status ?? null,
    })

  function refusePassed(call: Call, { id }: Customer) {
    const check = kyc.of(call, id)
    if (check?.status === 'success')
      refuse('kyc_customer', `The customer ${id} has passed KYC; nothing may be changed any more`)
  }

  const change = (call: Call<unknown>, customer: Customer, changes: Partial<CustomerData>) =>
    told(call, book.change(call, customer, changes))

  return [
    operation({
      method: 'POST',
      path: '/customers/',
      operationId: 'createCustomer',
      summary: 'Create a customer',
      body: schemas.createCustomer,
      example: { dob: '1990-04-12', names: [{ first_name: 'Ada', last_name: 'Quill' }], ssn: '123-45-6789' },
      malformed: 'create_customer_schema',
      refuseFlaws: refusePersonFlaws,
      success: { status: 201, description: 'The customer', schema: schemas.customer },
      otherBodies: [schemas.fieldFaults],
      run(call) {
        const { ssn = null, ...person } = call.body
        return told(call, customers.create(call, { ...persons.newPerson(person, call.now), ssn }))
      },
    }),
    operation({
      method: 'GET',
      path: '/customers/',
      operationId: 'listCustomers',
      summary: 'List the customers of the calling identity, in order of creation',
      query: schemas.listCustomers,
      malformed: 'get_customer_schema',
      success: { status: 200, description: 'A page of customers', schema: schemas.customers },
      run: (call) => ({
        customers: customers.list(call, pageOf(call.query)).map((customer) => told(call, customer)),
      }),
    }),
    operation({
      method: 'GET',
      path: '/customers/{customer_id}',
      operationId: 'getCustomer',
      summary: 'Read a customer',
      description: 'For an id that is not a UUID the response is 400 with a message.',
      success: { status: 200, description: 'The customer', schema: schemas.customer },
      errors: ['customer_dne'],
      otherBodies: [schemas.noSuchPerson],
      run: (call) => told(call, book.ofPath(call)),
    }),
    operation({
      method: 'PATCH',
      path: '/customers/{customer_id}',
      operationId: 'editCustomer',
      summary: 'Change a customer who has not passed KYC',
      checkPath: refuseNoUuid,
      body: schemas.editCustomer,
      example: { email: 'ada.quill@example.com' },
      malformed: 'edit_customer_schema',
      refuseFlaws: refusePersonFlaws,
      success: { status: 200, description: 'The customer after the change', schema: schemas.customer },
      errors: ['customer_invalid_uuid4', 'customer_dne', 'kyc_customer', 'invalid_reference'],
      otherBodies: [schemas.fieldFaults],
      emits: ['customer.updated'],
      run(call) {
        const customer = book.ofPath(call)
        refusePassed(call, customer)
        const { ssn, ...person } = call.body
        return change(call, customer, {
          ...persons.changes(customer, person, call.now),
          ...(ssn !== undefined && { ssn }),
        })
      },
    }),
    operation({
      method: 'DELETE',
      path: '/customers/{customer_id}',
      operationId: 'deleteCustomer',
      summary: 'Remove a customer, a name or an address',
      checkPath: refuseNoUuid,
      body: schemas.deleteCustomer,
      example: {
        p_id: '3f8a4d26-9c1e-4b7f-8a55-0f6f3f1f2b10',
        target_type: 'customer',
        target_id: '3f8a4d26-9c1e-4b7f-8a55-0f6f3f1f2b10',
      },
      malformed: 'delete_customer_schema',
      refuseFlaws: refuseMissingTarget,
      success: {
        status: 200,
        description: 'The customer after the removal of a part, or before its own removal',
        schema: schemas.customer,
      },
      errors: [
        'customer_invalid_uuid4',
        'customer_dne',
        'kyc_customer',
        'invalid_reference',
        'resource_conflict',
      ],
      otherBodies: [schemas.missingTarget, schemas.fieldFaults],
      emits: ['customer.updated'],
      run(call) {
        const customer = book.ofPath(call)
        const { p_id, target_type, target_id } = call.body
        if (p_id !== customer.id)
          refuse('customer_dne', `p_id: ${shown(p_id)} is not the customer of this path`)
        if (target_type === 'names' || target_type === 'addresses') {
          refusePassed(call, customer)
          return change(call, customer, persons.without(customer, target_type, target_id))
        }
        if (target_id !== customer.id)
          refuse('invalid_reference', `target_id: ${shown(target_id)} is not the customer of this path`)
        const open = accounts.openOf(call, customer.id)[0]
        if (open)
          refuse('resource_conflict', `The account ${open.id} of the customer is open; close it first`)
        const asItWas = told(call, customer)
        for (const person of book.related.list(call, { parent: customer.id })) book.related.remove(person)
        kyc.forget(call, customer.id)
        customers.remove(customer)
        return asItWas
      },
    }),
  ]
}
