import { go, place } from '../place/navigation.ts'
import type { Place } from '../place/place.ts'

/** To be taken before something is asked for: leads on to what came of it, unless one went elsewhere meanwhile. */
export function fromHere(): (change: Partial<Place>) => void {
  const from = place.value
  return (change) => {
    if (place.value === from) go(change)
  }
}
