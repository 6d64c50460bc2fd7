import { nearest } from '../nearest.ts'
import { fitsPattern } from '../pattern.ts'
import { eventNames } from './builders.ts'

/** Why a name, or a pattern of names, is that of no event; undefined where it is. */
export function flawOfEvent(name: string): string | undefined {
  if (eventNames.some((one) => fitsPattern(name, one))) return undefined
  if (name.includes('*')) return `${name} matches no event`
  const close = nearest(name, eventNames)
  return `${name} is no event${close ? `; did you mean ${close}?` : ''}`
}
