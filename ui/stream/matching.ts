/** Turns the delivery filters of a place into request parameters and words. */
import type { Matching } from '../live/routes/delivery.ts'
import type { DeliveryFilters, Place } from '../place/place.ts'

/** The filters of the listed deliveries, as bulk actions take them. */
export const matchingOf = ({
  state,
  event,
  subscription,
  q,
}: Pick<Place, 'q' | keyof DeliveryFilters>): Matching => ({
  ...(state === null ? {} : { state }),
  ...(event === null ? {} : { event }),
  ...(subscription === null ? {} : { subscription_id: subscription }),
  ...(q === '' ? {} : { q }),
})

/** `state failed, event card.*`. */
export const filtersInWords = ({ state, event, subscription }: DeliveryFilters): string =>
  [
    state && `state ${state.replaceAll('_', ' ')}`,
    event && `event ${event}`,
    subscription && `subscription ${subscription}`,
  ]
    .filter(Boolean)
    .join(', ')
