import { computed } from '@preact/signals'
import { catalogue } from '../live/settings.ts'
import { place } from '../place/navigation.ts'
import { findEvents, groupEvents } from './event-list.ts'

/** Those that the reader asked for, as they stand in the list. */
export const foundEvents = computed(() =>
  groupEvents(findEvents(catalogue.value ?? [], place.value.q)).flatMap(({ events }) => events),
)

/** The event of the form: the one in the address, else the first that is listed. */
export const chosenEvent = computed(() => {
  const { open } = place.value
  return open === null ? foundEvents.value[0] : catalogue.value?.find(({ event }) => event === open)
})
