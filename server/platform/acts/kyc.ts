/** Makes the events of customer verification happen. */
import type { EventName } from '../../events/builders.ts'
import type { Customer } from '../customers/store.ts'
import type { Outcome } from '../kyc/store.ts'
import { makeCustomer } from './making.ts'
import { type Act, choose, type Scene } from './scene.ts'

const names = { customer_id: 'customer' } as const
/** Most customers have passed, and nothing follows. */
const passed = { kind: 'kyc', state: 'success' }

/** The customer whose KYC can reach a status. */
function customerFor(scene: Scene, hindrance: (customer: Customer) => string | undefined): Customer {
  const { books, doing, named } = scene
  const candidates = books.customers.customers.newestWithout(doing, passed)
  return choose(named.customer, candidates, hindrance) ?? makeCustomer(scene)
}

const comesTo = (status: Outcome): Act => ({
  names,
  play(scene) {
    const { books, doing, fake } = scene
    const customer = customerFor(scene, ({ id }) => books.kyc.obstacle(books.kyc.of(doing, id), status))
    const second = fake.pick(['proof_of_address', 'social_security_card'] as const)
    books.kyc.bring(doing, customer.id, { status, documents: ['government_id', second] })
  },
})

/** Accompanies the request for documents. */
const reenter: Act = {
  names,
  play(scene) {
    const { books, doing } = scene
    const { kyc } = books
    const customer = customerFor(scene, ({ id }) => {
      const check = kyc.of(doing, id)
      if (check?.status !== 'document_required') return kyc.obstacle(check, 'document_required')
      return check.incorrect_information === null
        ? undefined
        : `the customer ${id} was asked already to enter it again`
    })
    const before = kyc.of(doing, customer.id)
    const check =
      before?.status === 'document_required'
        ? before
        : kyc.bring(scene.at(doing.now - 1000), customer.id, {
            status: 'document_required',
            documents: ['government_id'],
          })
    kyc.askAgain(doing, check)
  },
}

export const kycActs = {
  'kyc.verification.success': comesTo('success'),
  'kyc.verification.failure': comesTo('failure'),
  'kyc.verification.error': comesTo('error'),
  'kyc.verification.timeout': comesTo('timeout'),
  'kyc.verification.under_review': comesTo('under_review'),
  'kyc.verification.document_required': comesTo('document_required'),
  'kyc.verification.reenter_information': reenter,
} satisfies Partial<Record<EventName, Act>>
