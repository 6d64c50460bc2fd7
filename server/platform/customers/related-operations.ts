/** The operations on persons related to a customer. */
import type { Books } from '../books.ts'
import { refuse } from '../errors.ts'
import { shown } from '../fields.ts'
import { answerOf, timesOf } from '../objects/store.ts'
import { type OperationRow, operation } from '../operation.ts'
import { refuseMissingTarget, refusePersonFlaws } from './persons.ts'
import * as schemas from './schemas.ts'
import { type RelatedPerson, refuseNoUuid } from './store.ts'

const told = (person: RelatedPerson) =>
  answerOf(schemas.relatedPerson, { ...person, ...timesOf(person), p_id: person.id })

/** Persons related to a customer: spouses, guarantors and owners. */
export function relatedOperations(needs: Pick<Books, 'customers' | 'persons'>): OperationRow[] {
  const { customers: book, persons } = needs
  const { related } = book
  return [
    operation({
      method: 'POST',
      path: '/customers/{customer_id}/related',
      operationId: 'createRelatedPerson',
      summary: 'Add a person to a customer',
      checkPath: refuseNoUuid,
      body: schemas.createRelated,
      example: {
        dob: '1988-09-30',
        names: [{ first_name: 'Byron', last_name: 'Quill' }],
        relationship: 'spouse',
      },
      malformed: 'create_more_schema',
      refuseFlaws: refusePersonFlaws,
      success: { status: 201, description: 'The person', schema: schemas.relatedPerson },
      errors: ['customer_invalid_uuid4', 'customer_dne', 'person_id_dup'],
      otherBodies: [schemas.fieldFaults],
      emits: ['customer.updated'],
      run(call) {
        const customer = book.ofPath(call)
        const { relationship = null, p_id, ...person } = call.body
        if (p_id !== undefined && (related.find(call, p_id) || book.customers.find(call, p_id)))
          refuse('person_id_dup', `p_id: there is a person with the id ${p_id} already`)
        const data = { ...persons.newPerson(person, call.now), relationship, customer_id: customer.id }
        const made = related.create(call, data, p_id?.toLowerCase())
        call.emit('customer.updated', { customer_id: customer.id, details: { fields: ['related'] } })
        return told(made)
      },
    }),
    operation({
      method: 'GET',
      path: '/customers/{customer_id}/related',
      operationId: 'listRelatedPersons',
      summary: 'List the persons related to a customer',
      success: { status: 200, description: 'In order of creation', schema: schemas.relatedPersons },
      errors: ['customer_dne'],
      otherBodies: [schemas.noSuchPerson],
      run: (call) => ({
        related: related.list(call, { parent: book.ofPath(call).id }).map(told),
      }),
    }),
    operation({
      method: 'DELETE',
      path: '/customers/{customer_id}/related',
      operationId: 'deleteRelatedPerson',
      summary: 'Remove a related person, a name or an address',
      checkPath: refuseNoUuid,
      body: schemas.deleteRelated,
      example: {
        p_id: '3f8a4d26-9c1e-4b7f-8a55-0f6f3f1f2b10',
        target_type: 'person',
        target_id: '3f8a4d26-9c1e-4b7f-8a55-0f6f3f1f2b10',
      },
      malformed: 'delete_related_schema',
      refuseFlaws: refuseMissingTarget,
      success: {
        status: 200,
        description: 'The person after the removal of a part, or before its own removal',
        schema: schemas.relatedPerson,
      },
      errors: ['customer_invalid_uuid4', 'customer_dne', 'invalid_reference'],
      otherBodies: [schemas.missingTarget, schemas.fieldFaults],
      emits: ['customer.updated'],
      run(call) {
        const customer = book.ofPath(call)
        const { p_id, target_type, target_id } = call.body
        const person = related.find(call, p_id)
        if (person?.customer_id !== customer.id)
          return refuse('customer_dne', `p_id: the customer has no related person ${shown(p_id)}`)
        call.emit('customer.updated', { customer_id: customer.id, details: { fields: ['related'] } })
        if (target_type === 'names' || target_type === 'addresses')
          return told(related.change(call, person, persons.without(person, target_type, target_id)))
        if (target_id !== person.id)
          refuse('invalid_reference', `target_id: ${shown(target_id)} is not the person of p_id`)
        related.remove(person)
        return told(person)
      },
    }),
  ]
}
