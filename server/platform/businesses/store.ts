/** Stores businesses and carries out their verification (KYB). */
import { parseDuration } from '../../words/time.ts'
import { addDays } from '../dates.ts'
import type { Doing } from '../doing.ts'
import { refuse } from '../errors.ts'
import { shown } from '../fields.ts'
import type { Kept } from '../objects/store.ts'
import type { World } from '../world.ts'

export const kybStatuses = ['initiated', 'approved', 'rejected', 'warning', 'error', 'under_review'] as const
export type KybStatus = (typeof kybStatuses)[number]

interface BusinessData {
  legal_name: string
  ein: string | null
  kyb_status: KybStatus | null
}
export type Business = Kept<BusinessData>

/** Employer numbers that choose how KYB ends. All others are approved. */
const magicNumbers: Record<string, Exclude<KybStatus, 'initiated'>> = {
  '000000000': 'under_review',
  '777777777': 'warning',
  '888888888': 'error',
  '999999999': 'rejected',
}
/** KYB cannot start again from these states: it has passed or is under way. */
const notAgain: readonly (KybStatus | null)[] = ['approved', 'initiated', 'under_review']
/** How long a manual review takes on the sandbox's clock. It ends with approval. */
const reviewDays = 1

/** Businesses and their verifications. */
export function createBusinesses({ collection, config, job }: World) {
  const businesses = collection<BusinessData>('business', { state: 'kyb_status' })
  const delayUs = (parseDuration(config.kyc.delay) ?? 0) * 1000
  /** Sets the status of a verification and emits the event. */
  function turn(doing: Doing, business: Business, status: KybStatus): Business {
    doing.forgetLater(business.id)
    const turned = businesses.change(doing, business, { kyb_status: status })
    doing.emit(`kyb.verification.${status}`, { business_id: business.id })
    if (status === 'under_review') doing.later(decision, business.id, addDays(doing.now, reviewDays))
    return turned
  }
  function decide(doing: Doing, id: string) {
    const business = businesses.find(doing, id)
    if (business?.kyb_status !== 'initiated' && business?.kyb_status !== 'under_review') return
    const isReviewed = business.kyb_status === 'under_review'
    turn(
      doing,
      business,
      (!isReviewed && magicNumbers[business.ein?.replaceAll('-', '') ?? '']) || 'approved',
    )
  }
  const decision = job('kyb.decide', decide)

  return {
    businesses,
    found(call: { identity: string }, id: string, field = ''): Business {
      return (
        businesses.find(call, id) ??
        refuse('business_dne', `${field ? `${field}: no` : 'No'} business has the id ${shown(id)}`)
      )
    },
    turn,
    startKyb(doing: Doing, business: Business): Business {
      if (notAgain.includes(business.kyb_status))
        refuse('resource_conflict', `The KYB of the business ${business.id} is ${business.kyb_status}`)
      const changed = turn(doing, business, 'initiated')
      doing.later(decision, business.id, doing.now + delayUs)
      return changed
    },
  }
}
