/** Event patterns such as `card.*`: which exist, and what a wrong name means. */
import { didYouMean, nearest } from '../words/nearest.ts'
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

/** What a wrong name may be meant for: an event, and for a pattern also a family, such as `card*` for `crad*`. */
function meantBy(wrong: string): readonly string[] {
  if (!wrong.includes('*')) return eventNames
  const written = wrong.includes('.*') ? families : families.map((family) => family.replace('.*', '*'))
  return [...written, ...eventNames]
}

/** The event or pattern that a wrong name is most likely meant for. */
export const nearestEvent = (wrong: string): string | undefined => nearest(wrong, meantBy(wrong))

/** `Did you mean card.created?`, or an empty text if no event is near. */
export const didYouMeanEvent = (wrong: string): string => didYouMean(wrong, meantBy(wrong))

/** Why a name or pattern matches no event, with a suggestion; undefined if it matches. */
export function flawOfEvent(name: string): string | undefined {
  if (eventNames.some((one) => fitsPattern(name, one))) return undefined
  if (name.includes(',')) return `${name} is more than one event or pattern; name one at a time`
  const close = nearestEvent(name)
  const instead = close ? `did you mean ${close}?` : `there are ${areas.join(', ')}`
  return `${name} ${name.includes('*') ? 'matches no event' : 'is not an event'}; ${instead}`
}
