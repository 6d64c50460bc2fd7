/** Event patterns such as `card.*`: which exist, and what a wrong name means. */
import { nearest } from '../words/nearest.ts'
import { fitsPattern } from '../words/pattern.ts'
import { eventNames } from './builders.ts'

/** The patterns of events with a common beginning, such as `card.*` and `card.status.*`. */
const families = [
  ...new Set(
    eventNames.flatMap((name) => {
      const words = name.split('.').slice(0, -1)
      return words.map((_, at) => `${words.slice(0, at + 1).join('.')}.*`)
    }),
  ),
]

/** The areas of the catalogue, each as a pattern. */
export const areas = [
  ...new Set(eventNames.map((name) => (name.includes('.') ? `${name.slice(0, name.indexOf('.'))}.*` : name))),
].toSorted()

/**
 * The event that a wrong name probably means. For a pattern without a match, also a family: `card*` for `crad*`.
 */
export function nearestEvent(wrong: string): string | undefined {
  if (!wrong.includes('*')) return nearest(wrong, eventNames)
  const written = wrong.includes('.*') ? families : families.map((family) => family.replace('.*', '*'))
  return nearest(wrong, [...written, ...eventNames])
}

/** Why a name or pattern matches no event, with a suggestion; undefined if it matches. */
export function flawOfEvent(name: string): string | undefined {
  if (eventNames.some((one) => fitsPattern(name, one))) return undefined
  if (name.includes(',')) return `${name} is more than one event or pattern; name one at a time`
  const close = nearestEvent(name)
  const instead = close ? `did you mean ${close}?` : `there are ${areas.join(', ')}`
  return `${name} ${name.includes('*') ? 'matches no event' : 'is not an event'}; ${instead}`
}
