import { signal } from '@preact/signals'
import { throttle } from '../kit/pace.ts'
import { setClock } from '../live/clock.ts'
import { getClock } from '../live/routes.ts'

/** The words of the order to the clock that is under way, and of those that wait for it, in their order. */
export const ordered = signal<readonly string[]>([])

/** What is due next changes without a word of the clock. */
export const askClock = throttle(500, async () => {
  const told = await getClock()
  if (told.ok && ordered.value.length === 0) setClock(told.value.clock)
})
