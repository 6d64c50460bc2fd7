/** Makes the events of customer verification happen. */
import type { EventName } from '../../events/builders.ts'
import type { KycCheck, Outcome } from '../kyc/store.ts'
import { makeCustomer } from './making.ts'
import { type Act, choose, type Scene } from './scene.ts'

const names = { customer_id: 'customer' } as const

/** The id of the customer whose KYC has no hindrance, with the KYC so far. */
export function customerFor(
  scene: Scene,
  hindrance: (check: KycCheck | undefined) => string | undefined,
): { id: string; check?: KycCheck | undefined } {
  const { doing, named } = scene
  const { kyc } = scene.books
  const one = named.customer && { id: named.customer.id, check: kyc.of(doing, named.customer.id) }
  return choose(one, kyc.newestOpen(doing), ({ check }) => hindrance(check)) ?? makeCustomer(scene)
}

const comesTo = (status: Outcome): Act => ({
  names,
  play(scene) {
    const { books, doing, fake } = scene
    const { id } = customerFor(scene, (check) => books.kyc.obstacle(check, status))
    const second = fake.pick(['proof_of_address', 'social_security_card'] as const)
    books.kyc.bring(doing, id, { status, documents: ['government_id', second] })
  },
})

/** Accompanies the request for documents. */
const reenter: Act = {
  names,
  play(scene) {
    const { books, doing } = scene
    const { kyc } = books
    const { id, check: before } = customerFor(scene, (check) => {
      if (check?.status !== 'document_required') return kyc.obstacle(check, 'document_required')
      return check.incorrect_information === null
        ? undefined
        : `the customer ${check.customer_id} was asked already to enter it again`
    })
    const check =
      before?.status === 'document_required'
        ? before
        : kyc.bring(scene.at(doing.now - 1000), id, {
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
