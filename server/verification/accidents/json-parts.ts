import { pythonJson } from '../../signing/python-json.ts'
import type { Accident, BodyTurn } from '../search/accident.ts'
import { byUnits } from './json-tree.ts'

/** The parts of a body that are tried one by one. */
const places = ['first', 'second', 'third', 'fourth']

type Members = Record<string, unknown>

const membersOf = (value: unknown): Members | undefined =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Members) : undefined

const sortedNames = (members: Members) => Object.keys(members).sort(byUnits)

/** The objects and lists in an envelope, each of which may have been what was signed. */
const partOf = (members: Members, nth: number): unknown =>
  Object.values(members).filter((value) => typeof value === 'object' && value !== null)[nth]

const fromMembers = (
  cause: Accident['cause'],
  detail: string,
  make: (members: Members) => string | undefined,
): BodyTurn => ({
  accident: { cause, detail: `The signature is right for ${detail}.` },
  rank: 2,
  needs: 'json',
  work: { byte: 0.0025, token: 0.03 },
  make(body) {
    const members = membersOf(body.json()?.value)
    const text = members && make(members)
    return text === undefined ? undefined : Buffer.from(text, 'utf8')
  },
})

/** JSON of which one side has seen or ordered only a part. */
export const jsonParts: readonly BodyTurn[] = [
  fromMembers(
    'keys_sorted',
    'the JSON written anew with its outermost keys sorted, and no others',
    (members) =>
      JSON.stringify(Object.fromEntries(sortedNames(members).map((name) => [name, members[name]]))),
  ),
  fromMembers(
    'keys_sorted',
    'what JSON.stringify writes with a list of the outermost keys: those of inner objects are left out',
    (members) => JSON.stringify(members, sortedNames(members)),
  ),
  fromMembers('reserialised', 'the JSON written anew without its members that are null', (members) =>
    JSON.stringify(members, (_name, value: unknown) => (value === null ? undefined : value)),
  ),
  ...places.map((place, nth) =>
    fromMembers('part_signed', `one part of the JSON alone, the ${place} object or list in it`, (members) => {
      const part = partOf(members, nth)
      return part === undefined ? undefined : JSON.stringify(part)
    }),
  ),
  fromMembers(
    'part_signed',
    'one part of the JSON alone, the first object or list in it, written the Python way',
    (members) => {
      const part = partOf(members, 0)
      return part === undefined ? undefined : pythonJson(JSON.stringify(part))
    },
  ),
]
