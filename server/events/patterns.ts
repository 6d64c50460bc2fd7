import { nearest } from '../words/nearest.ts'
import { fitsPattern } from '../words/pattern.ts'
import { eventNames } from './builders.ts'

/** The patterns of what begins alike, such as `card.*` and `card.status.*`. */
const families = [
  ...new Set(
    eventNames.flatMap((name) => {
      const words = name.split('.').slice(0, -1)
      return words.map((_, at) => `${words.slice(0, at + 1).join('.')}.*`)
    }),
  ),
]

/** The areas that events are of, each as the pattern of its events. */
export const areas = [
  ...new Set(eventNames.map((name) => (name.includes('.') ? `${name.slice(0, name.indexOf('.'))}.*` : name))),
].toSorted()

/** The event that a wrong name may be meant for, or of a pattern that matches none also the family, as `card*` for `crad*`. */
export function nearestEvent(wrong: string): string | undefined {
  if (!wrong.includes('*')) return nearest(wrong, eventNames)
  const written = wrong.includes('.*') ? families : families.map((family) => family.replace('.*', '*'))
  return nearest(wrong, [...written, ...eventNames])
}

/** Why a name, or a pattern of names, is that of no event, and what it may be; undefined where it is of one. */
export function flawOfEvent(name: string): string | undefined {
  if (eventNames.some((one) => fitsPattern(name, one))) return undefined
  if (name.includes(',')) return `${name} is more than one event or pattern; name one at a time`
  const close = nearestEvent(name)
  const instead = close ? `did you mean ${close}?` : `there are ${areas.join(', ')}`
  return `${name} ${name.includes('*') ? 'matches no event' : 'is not an event'}; ${instead}`
}
