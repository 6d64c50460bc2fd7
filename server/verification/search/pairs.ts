/** Lists which mistakes occur together, in order of likelihood. */
import type { AccidentFamily } from '../../wire.ts'
import type { Rank } from './accident.ts'
import type { Guess } from './probe.ts'

/** One change of any kind. */
export interface Turn {
  rank: Rank
  change(guess: Guess): Guess | undefined
}

/** The lists of changes, with the family that the verdict reports for each list. */
const lists = {
  keys: 'keys',
  keyForms: 'keys',
  textKeys: 'keys',
  earlier: 'bodies',
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

/** The commonest pairs: the whole first list with one change of the second, then with the next. */
export const likelyEnds: readonly (readonly [ListName, ListName])[] = [['plainBodies', 'plainEnds']]

/** The mistakes that are tried together with another known secret. */
export const oftenWithOthers: readonly ListName[] = ['keyForms', 'plainBodies', 'frames']

/** The mistakes that are tried together with few other secrets. */
export const seldomWithOthers: readonly ListName[] = [
  'bodies',
  'frames',
  'values',
  'digests',
  'schemes',
  'urls',
]

/** The other pairs, likeliest first. */
export const pairs: readonly (readonly [ListName, ListName])[] = [
  // Senders that hash the secret with the content use the secret as text.
  ['textKeys', 'keylessDigests'],
  // Senders that do not use an HMAC usually omit the timestamp too.
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

/** Rare pairs, tried only after all single mistakes. */
export const rarePairs: typeof pairs = [
  ['values', 'schemes'],
  ['digests', 'values'],
]
