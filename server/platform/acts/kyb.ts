/** Makes the events of business verification happen. */
import type { EventName } from '../../events/builders.ts'
import type { Business, KybStatus } from '../businesses/store.ts'
import { makeBusiness } from './making.ts'
import { type Act, choose } from './scene.ts'

/** All except `approved`, which is final. */
const notPassed = [null, 'initiated', 'under_review', 'rejected', 'warning', 'error'] as const

const isUnderWay = ({ kyb_status: status }: Business) => status === 'initiated' || status === 'under_review'

function hindrance(business: Business, status: KybStatus): string | undefined {
  const { id, kyb_status: now } = business
  if (now === 'approved') return `the business ${id} has passed KYB, which is final`
  if (isUnderWay(business) && (status === 'initiated' || status === now))
    return `the KYB of the business ${id} is ${now} already`
  return undefined
}

const comesTo = (status: KybStatus): Act => ({
  names: { business_id: 'business' },
  play(scene) {
    const { books, doing, named } = scene
    const { businesses, turn } = books.businesses
    const candidates = businesses.newest(doing, notPassed)
    const business =
      choose(named.business, candidates, (one) => hindrance(one, status)) ?? makeBusiness(scene)
    // The status stays until a further act: the trigger emits one event and starts nothing.
    if (status === 'initiated' || isUnderWay(business)) turn(doing, business, status)
    else turn(doing, turn(scene.at(doing.now - 1000), business, 'initiated'), status)
  },
})

export const kybActs = {
  'kyb.verification.initiated': comesTo('initiated'),
  'kyb.verification.approved': comesTo('approved'),
  'kyb.verification.rejected': comesTo('rejected'),
  'kyb.verification.warning': comesTo('warning'),
  'kyb.verification.error': comesTo('error'),
  'kyb.verification.under_review': comesTo('under_review'),
} satisfies Partial<Record<EventName, Act>>
