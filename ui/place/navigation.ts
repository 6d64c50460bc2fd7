import { computed, signal } from '@preact/signals'
import {
  diffTab,
  type Place,
  type Question,
  readPlace,
  type SectionName,
  type ViewName,
  writePlace,
} from './place.ts'

/** The current place; it follows the address bar and the back button. */
export const place = signal<Place>(readPlace(location))

/** The address before what is being typed into it; null while nothing is. */
let typedFrom: string | null = null

addEventListener('popstate', () => {
  typedFrom = null
  place.value = readPlace(location)
})

/** What the stream is asked for: everything, unless the reader filters it; the lanes draw what it lists. */
export const question = computed((): Question => {
  const isListed = place.value.view === 'stream' || place.value.view === 'lanes'
  const { kind, q, endpoint, run, state, event, subscription } = isListed ? place.value : placeOf('stream')
  return { kind, q, endpoint, run, state, event, subscription }
})

/**
 * Changes the place. `replace` keeps the back button for steps one would want to go back over; `type` is for each part of what
 * is typed, all of which is one step once it is settled.
 */
export function go(change: Partial<Place>, how: 'push' | 'replace' | 'type' = 'push'): void {
  if (how === 'push') settleTyping()
  const next = { ...place.value, ...change }
  const address = writePlace(next)
  const before = writePlace(place.value)
  if (address === before) return
  if (how === 'type') typedFrom ??= before
  if (how === 'push') history.pushState(null, '', address)
  else history.replaceState(null, '', address)
  place.value = next
}

/** Closes what is open. Its tab is kept for what is opened next, but for a comparison, which is of that capture alone. */
export function close(how?: 'replace'): void {
  const { tab } = place.value
  go({ open: null, tab: tab === diffTab ? null : tab, beside: null }, how)
}

/** Makes one step of what was typed into the address, which back takes off. */
export function settleTyping(): void {
  const from = typedFrom
  typedFrom = null
  const address = writePlace(place.value)
  if (from === null || from === address) return
  history.replaceState(null, '', from)
  history.pushState(null, '', address)
}

/** The place a rail entry leads to: the view without a selection. */
export const placeOf = (view: ViewName): Place =>
  readPlace({ pathname: view === 'stream' ? '/' : `/${view}`, search: '' })

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

/** To be taken before something is asked for: leads on to what came of it, unless one went elsewhere meanwhile. */
export function fromHere(): (change: Partial<Place>) => void {
  const from = place.value
  return (change) => {
    if (place.value === from) go(change)
  }
}
