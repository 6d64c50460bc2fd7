/** Changes the place of the page, and follows the address bar. */
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

/** The current place; follows the address bar and the back button. */
export const place = signal<Place>(readPlace(location))

/** Whether the tab comes from the record before. A failure then opens on its cause instead. */
export const isTabKept = signal(false)

/** The address before the current typing; null while nobody types. */
const typedFrom = signal<string | null>(null)

/** Reads the place again: the address changed by itself. */
export function followAddress(): void {
  typedFrom.value = null
  isTabKept.value = false
  place.value = readPlace(location)
}

/** The question of the stream: everything, unless filtered. The lanes draw the same list. */
export const question = computed((): Question => {
  const isListed = place.value.view === 'stream' || place.value.view === 'lanes'
  const { kind, q, endpoint, run, state, event, subscription } = isListed ? place.value : placeOf('stream')
  return { kind, q, endpoint, run, state, event, subscription }
})

/** Changes the place. `replace` adds no step to the history. `type` makes all typing one step. */
export function go(change: Partial<Place>, how: 'push' | 'replace' | 'type' = 'push'): void {
  if (how === 'push') settleTyping()
  const next = { ...place.value, ...change }
  const address = writePlace(next)
  const before = writePlace(place.value)
  if (change.tab !== undefined) isTabKept.value = false
  else if (next.open !== place.value.open) isTabKept.value = true
  if (address === before) return
  if (how === 'type') typedFrom.value ??= before
  if (how === 'push') history.pushState(null, '', address)
  else history.replaceState(null, '', address)
  place.value = next
}

/** Closes the open record. The next record opens at the same tab, except a comparison. */
export function close(how?: 'replace'): void {
  const { tab } = place.value
  go({ open: null, tab: tab === diffTab ? null : tab, beside: null }, how)
}

/** Turns the typed address into one history step. */
export function settleTyping(): void {
  const from = typedFrom.peek()
  typedFrom.value = null
  const address = writePlace(place.value)
  if (from === null || from === address) return
  history.replaceState(null, '', from)
  history.pushState(null, '', address)
}

/** The place of a rail entry: the view without a selection. */
export const placeOf = (view: ViewName): Place =>
  readPlace({ pathname: view === 'stream' ? '/' : `/${view}`, search: '' })

/** A part of the simulator, with an open record. */
export const sectionOf = (section: SectionName, open: string | null = null): Place => ({
  ...placeOf('simulate'),
  section,
  open,
})

/** Opens a record in the stream, from any view. */
export function openThing(id: string, tab?: string): void {
  go({
    ...(place.value.view === 'stream' ? {} : placeOf('stream')),
    open: id,
    ...(tab === undefined ? {} : { tab }),
  })
}

/** Called before a request; the returned function opens the result, unless the user went elsewhere. */
export function fromHere(): (change: Partial<Place>) => void {
  const from = place.value
  return (change) => {
    if (place.value === from) go(change)
  }
}
