import { computed } from '@preact/signals'
import { mistakeSigns, verdictWords } from '../parts/capture-sign.ts'
import type { KnownValues } from '../parts/filter-text.ts'
import { deliveryStates } from './place.ts'
import { catalogue, endpoints, subscriptions } from './settings.ts'

const spans = ['5m', '15m', '1h', '24h']

/** `card.created` as itself and as one of `card.*`. */
function patternsOf(events: readonly string[]): string[] {
  const areas = events.map((event) => `${event.split('.')[0]}.*`)
  return [...new Set([...areas, ...events])]
}

/** What filters may say, as far as the page knows it. */
export const knownValues = computed(
  (): KnownValues => ({
    verdict: Object.keys(verdictWords),
    mistake: ['*', ...Object.keys(mistakeSigns)],
    event: patternsOf((catalogue.value ?? []).map(({ event }) => event)),
    endpoint: (endpoints.value ?? []).map(({ name }) => name),
    subscription_id: (subscriptions.value ?? []).map(({ id }) => id),
    state: deliveryStates,
    method: ['POST', 'GET', 'PUT', 'PATCH', 'DELETE'],
    status: ['>=400', '2xx', '4xx', '5xx'],
    pinned: ['true', 'false'],
    source: ['trigger', 'scenario', 'call', 'traffic'],
    since: spans,
    until: spans,
  }),
)
