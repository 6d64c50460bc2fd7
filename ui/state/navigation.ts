import { computed, signal } from '@preact/signals'
import { everyDelivery, type Place, readPlace, type SectionName, type ViewName, writePlace } from './place.ts'

/** The current place; it follows the address bar and the back button. */
export const place = signal<Place>(readPlace(location))

addEventListener('popstate', () => {
  place.value = readPlace(location)
})

/** What the stream is asked for: everything, unless the reader filters it; the lanes draw what it lists. */
export const question = computed(() => {
  const { view, kind, q, endpoint, run, state, event, subscription } = place.value
  return view === 'stream' || view === 'lanes'
    ? { kind, q, endpoint, run, state, event, subscription }
    : ({ kind: 'all', q: '', endpoint: null, run: null, ...everyDelivery } as const)
})

/** Changes the place. `replace` keeps the back button for steps one would want to go back over. */
export function go(change: Partial<Place>, how: 'push' | 'replace' = 'push'): void {
  const next = { ...place.value, ...change }
  const address = writePlace(next)
  if (address === writePlace(place.value)) return
  if (how === 'push') history.pushState(null, '', address)
  else history.replaceState(null, '', address)
  place.value = next
}

/** The place a rail entry leads to: the view without a selection. */
export const placeOf = (view: ViewName): Place => ({
  view,
  section: 'events',
  look: 'arrows',
  grouped: false,
  open: null,
  kind: 'all',
  q: '',
  endpoint: null,
  run: null,
  ...everyDelivery,
  area: null,
  status: null,
  reached: null,
  met: null,
  tab: null,
  beside: null,
  from: null,
  to: null,
})

/** A part of the simulator, with what is open in it. */
export const sectionOf = (section: SectionName, open: string | null = null): Place => ({
  ...placeOf('simulate'),
  section,
  open,
})

/** Opens an event, delivery, capture or call in the stream, wherever one is. */
export function openThing(id: string, tab?: string): void {
  const base = place.value.view === 'stream' ? place.value : placeOf('stream')
  go({ ...base, open: id, ...(tab === undefined ? {} : { tab }) })
}
