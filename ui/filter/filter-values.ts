/** The values that filters may have. */
import { computed, signal } from '@preact/signals'
import { errors } from '../errors/errors.ts'
import { request } from '../live/api.ts'
import { catalogue, endpoints, subscriptions } from '../live/settings.ts'
import { deliveryStates } from '../place/place.ts'
import { mistakeSigns, verdictWords } from '../verdict/capture-sign.ts'
import type { KnownValues } from './filter-proposals.ts'

/** The causes of failed signatures; empty until read. */
const causes = signal<readonly string[]>([])
/** Reads the causes, which only the filter uses. */
export async function readCauses(): Promise<void> {
  if (causes.value.length > 0) return
  const known = await request<{ causes: { cause: string }[] }>('GET', '/sandbox/catalogue/causes')
  if (known.ok) causes.value = known.value.causes.map(({ cause }) => cause)
}
const closed = ['verdict', 'state', 'mistake', 'pinned', 'source', 'cause']
/** The filters whose values are all known: any other value is a mistake. */
export const closedValues = computed(
  (): KnownValues =>
    Object.fromEntries(
      Object.entries(knownValues.value).filter(([name, values]) => closed.includes(name) && values?.length),
    ),
)

const spans = ['5m', '15m', '1h', '24h']

/** `card.created` as itself and as `card.*`: names in the list, then all areas, then all names. */
export function patternsOf(events: readonly string[], seen: readonly string[] = []): string[] {
  const areas = events.filter((event) => event.includes('.')).map((event) => `${event.split('.')[0]}.*`)
  return [...new Set([...seen, ...areas, ...events])]
}

/** The filter values that the page knows. */
export const knownValues = computed(
  (): KnownValues => ({
    verdict: Object.keys(verdictWords),
    mistake: ['*', ...Object.keys(mistakeSigns)],
    event: patternsOf((catalogue.value ?? []).map(({ event }) => event)),
    endpoint: (endpoints.value ?? []).map(({ name }) => name),
    subscription_id: (subscriptions.value ?? []).map(({ id }) => id),
    state: [...deliveryStates, 'failing'],
    method: ['POST', 'GET', 'PUT', 'PATCH', 'DELETE'],
    status: ['>=400', '2xx', '4xx', '5xx'],
    pinned: ['true', 'false'],
    source: ['trigger', 'scenario', 'call', 'traffic'],
    code: (errors.value ?? []).map(({ code }) => code),
    cause: causes.value,
    since: spans,
    until: spans,
  }),
)
