/** The keys that copy links, addresses and curl commands, and arm errors. */

import { copy } from '../../acts/act.ts'
import { arm as armOrder } from '../../errors/arming.ts'
import { curlFor } from '../../errors/error.tsx'
import { activeError } from '../../errors/error-list.ts'
import { errorOf } from '../../errors/errors.ts'
import { attemptTo, say } from '../../live/refusal.ts'
import { place } from '../../place/navigation.ts'
import { writePlace } from '../../place/place.ts'
import { activeThing } from '../../stream/selection.ts'

/** Copies the link to the open or selected record. */
export function link(): Promise<void> {
  const { open } = place.value
  const here = { ...place.value, open: open ?? activeThing() }
  return copy(location.origin + writePlace(here), 'the link')
}

/** Copies the URL of an endpoint, or the target of a subscription. */
export async function address(): Promise<void> {
  const focused =
    document.activeElement instanceof HTMLElement ? document.activeElement.dataset.id : undefined
  const id = focused ?? place.value.open
  if (id === null || id === 'new') return say('Nothing is selected. Press j or k to select an entry.')
  if (place.value.view === 'endpoints') return copy(`${location.origin}/in/${id}`, 'the address')
  await copy(id, 'the id')
}

/** Copies a call that gets the selected error. */
export async function curl(): Promise<void> {
  const entry = errorOf(activeError.value)
  if (entry !== undefined) await copy(curlFor(entry), 'as curl')
}

/** Arms an error once, for the next call. */
export async function arm(code: string | null): Promise<void> {
  if (code === null || errorOf(code) === undefined) return
  await attemptTo(armOrder({ code, times: 1 }))
}
