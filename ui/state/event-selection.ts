import { computed } from '@preact/signals'
import { findEvents, groupEvents } from './event-list.ts'
import { go, place } from './navigation.ts'
import { catalogue } from './settings.ts'

/** Those that the reader asked for, as they stand in the list. */
export const foundEvents = computed(() =>
  groupEvents(findEvents(catalogue.value ?? [], place.value.q)).flatMap(({ events }) => events),
)

/** The event of the form: the one in the address, else the first that is listed. */
export const chosenEvent = computed(() => {
  const { open } = place.value
  return open === null ? foundEvents.value[0] : catalogue.value?.find(({ event }) => event === open)
})

/** Moves by events, up or down, at most to the end. */
export function moveEvent(by: number): void {
  const found = foundEvents.value
  const at = found.findIndex(({ event }) => event === chosenEvent.value?.event)
  const next = found[Math.max(0, Math.min(found.length - 1, at + by))]
  if (next !== undefined) go({ open: next.event }, 'replace')
}
