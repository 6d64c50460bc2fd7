import type { Matching } from './delivery-routes.ts'
import type { Place } from './place.ts'

/** The filter of the listed deliveries as a resend of all of them takes it. */
export const matchingOf = ({
  state,
  event,
  subscription,
  q,
}: Pick<Place, 'state' | 'event' | 'subscription' | 'q'>): Matching => ({
  ...(state === null ? {} : { state }),
  ...(event === null ? {} : { event }),
  ...(subscription === null ? {} : { subscription_id: subscription }),
  ...(q === '' ? {} : { q }),
})

/** `state failed, event card.*`. */
export function matchingWords({ state, event, subscription_id, q, since }: Matching): string {
  return [
    state && `state ${state.replaceAll('_', ' ')}`,
    event && `event ${event}`,
    subscription_id && `subscription ${subscription_id}`,
    q && `words “${q}”`,
    since && `since ${since}`,
  ]
    .filter(Boolean)
    .join(', ')
}
