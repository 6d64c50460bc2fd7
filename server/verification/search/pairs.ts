import type { AccidentFamily } from '../../wire.ts'
import type { Rank } from './accident.ts'
import type { Guess } from './probe.ts'

/** One change of a guess, whatever it changes. */
export interface Turn {
  rank: Rank
  change(guess: Guess): Guess | undefined
}

/** The kinds of changes that a search tries, by the names of their lists, and the family that each is told as. */
const lists = {
  keys: 'keys',
  olds: 'keys',
  others: 'keys',
  keyForms: 'keys',
  textKeys: 'keys',
  bodies: 'bodies',
  firstBodies: 'bodies',
  otherBodies: 'bodies',
  plainBodies: 'bodies',
  dearBodies: 'bodies',
  dearSorted: 'bodies',
  ends: 'bodies',
  plainEnds: 'bodies',
  frames: 'frames',
  values: 'frames',
  printed: 'frames',
  bodyAlone: 'frames',
  urls: 'urls',
  headers: 'headers',
  digests: 'digests',
  keylessDigests: 'digests',
  schemes: 'schemes',
  dearSchemes: 'schemes',
  versions: 'schemes',
} as const satisfies Record<string, AccidentFamily>
export type ListName = keyof typeof lists
export const familyOf = (name: ListName): AccidentFamily => lists[name]

/** What happens together most often: all of the first kind with one of the second, then with the next. */
export const likelyEnds: readonly (readonly [ListName, ListName])[] = [['plainBodies', 'plainEnds']]

/** What comes behind that. */
export const likelyPairs: typeof likelyEnds = [
  // What a rotation has left behind is likelier than what is somebody else's.
  ['olds', 'keyForms'],
  ['olds', 'plainBodies'],
  ['others', 'keyForms'],
  ['others', 'plainBodies'],
]

/** Which accidents happen together besides, the likely pairs first. */
export const pairs: readonly (readonly [ListName, ListName])[] = [
  // Who hashes the secret along with the content, or signs it by the content, has it as text.
  ['textKeys', 'keylessDigests'],
  // Who knows of no HMAC knows of no timestamp either.
  ['bodyAlone', 'keylessDigests'],
  ['keys', 'bodies'],
  ['keys', 'frames'],
  ['keys', 'values'],
  ['bodies', 'frames'],
  ['bodies', 'ends'],
  ['keys', 'digests'],
  ['keys', 'schemes'],
  ['bodies', 'schemes'],
  ['frames', 'values'],
  ['bodies', 'values'],
  ['keys', 'urls'],
  ['bodies', 'urls'],
  ['frames', 'digests'],
  ['bodies', 'digests'],
]

/** What is so rare together that each accident alone goes first. */
export const rarePairs: typeof pairs = [
  ['values', 'schemes'],
  ['digests', 'values'],
]
