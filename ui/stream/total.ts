import type { Health } from '../../server/wire.ts'
import type { Place } from '../place/place.ts'

type Asked = Pick<Place, 'kind' | 'q' | 'endpoint' | 'run' | 'state' | 'event' | 'subscription'>

/** How many things there are of what is asked for; null where only the sandbox could count them. */
export function totalOf(asked: Asked, health: Health | null): number | null {
  const { kind, q, endpoint, run, state, event, subscription } = asked
  // An endpoint tells how many it has received, also those that were deleted or let go since.
  const narrowed = [endpoint, run, state, event, subscription].some((one) => one !== null)
  if (health === null || q !== '' || kind === 'failed' || narrowed) return null
  const { events, deliveries, captures, calls } = health.counts
  return kind === 'all' ? events + deliveries + captures + calls : health.counts[kind]
}
