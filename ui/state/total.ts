import type { Endpoint, Health } from '../../server/wire.ts'
import type { Place } from './place.ts'

type Asked = Pick<Place, 'kind' | 'q' | 'endpoint' | 'run' | 'state' | 'event' | 'subscription'>

/** How many things there are of what is asked for; null where only the sandbox could count them. */
export function totalOf(
  asked: Asked,
  health: Health | null,
  endpoints: readonly Endpoint[] | null,
): number | null {
  const { kind, q, endpoint, run, state, event, subscription } = asked
  if (q !== '' || kind === 'failed' || [run, state, event, subscription].some((one) => one !== null))
    return null
  if (endpoint !== null) return endpoints?.find((one) => one.name === endpoint)?.captures ?? null
  if (health === null) return null
  const { events, deliveries, captures, calls } = health.counts
  return kind === 'all' ? events + deliveries + captures + calls : health.counts[kind]
}
