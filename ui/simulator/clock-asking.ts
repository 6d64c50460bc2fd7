/** Tracks clock requests, and polls the clock after changes. */

import { signal } from '@preact/signals'
import { throttle } from '../kit/pace.ts'
import { setClock } from '../live/clock.ts'
import { getClock } from '../live/routes.ts'

/** The running and waiting clock requests, in order. */
export const ordered = signal<readonly string[]>([])

/** The next due time changes without a clock frame. */
export const askClock = throttle(500, async () => {
  const told = await getClock()
  if (told.ok && ordered.value.length === 0) setClock(told.value.clock)
})
