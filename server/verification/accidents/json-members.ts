/** Mistakes with the members of a JSON object: merged, filtered or extracted. */
import { byUnits, lowerEscape, plain } from '../../json/json-tree.ts'
import { pythonJson } from '../../signing/python-json.ts'
import type { BodyForms, BodyTurn } from '../search/accident.ts'
import { type Make, type Shared, tableBy } from './body-table.ts'
import { markup } from './escapes.ts'

/** A string as PHP's `json_encode` writes it, with slashes escaped. */
export const phpPlain = (quoted: string): string => plain(quoted).replaceAll('/', '\\/')
export const php = (quoted: string): string => phpPlain(quoted).replace(/[\u0080-\uffff]/g, lowerEscape)

type Members = Readonly<Record<string, unknown>>
type FromMembers = (members: Members) => string | undefined

/** The members, if the body is a JSON object. */
export function membersIn(body: BodyForms): Members | undefined {
  const value = body.json()?.value
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...value } : undefined
}
const memberTable = tableBy(
  (make: FromMembers): Make =>
    (body) => {
      const members = membersIn(body)
      return members && make(members)
    },
  { needs: 'json' },
)

const sortedNames = (members: Members) => Object.keys(members).sort(byUnits)
/** The nth object or array in an envelope, which may be the signed part. */
const partOf = (members: Members, nth: number) =>
  JSON.stringify(Object.values(members).filter((value) => typeof value === 'object' && value !== null)[nth])
const ofParts: Shared = { begins: 'The signature is right for', work: { byte: 0.0025, token: 0.03 } }

/** JSON of which one side used only a part. */
export const parts: readonly BodyTurn[] = [
  ...memberTable('keys_sorted', 2, ofParts).rows({
    'the JSON written anew with its outermost keys sorted, and no others': (members) =>
      JSON.stringify(Object.fromEntries(sortedNames(members).map((name) => [name, members[name]]))),
    'what JSON.stringify writes with a list of the outermost keys: those of inner objects are left out': (
      members,
    ) => JSON.stringify(members, sortedNames(members)),
  }),
  ...memberTable('reserialised', 2, ofParts).rows({
    'the JSON written anew without its members that are null': (members) =>
      JSON.stringify(members, (_name, value: unknown) => (value === null ? undefined : value)),
  }),
  ...['first', 'second', 'third', 'fourth'].flatMap((place, nth) =>
    memberTable('part_signed', 2, ofParts).rows({
      [`one part of the JSON alone, the ${place} object or list in it`]: (members) => partOf(members, nth),
    }),
  ),
  ...memberTable('part_signed', 2, ofParts).rows({
    'one part of the JSON alone, the first object or list in it, written the Python way': (members) =>
      pythonJson(partOf(members, 0) ?? ''),
  }),
]

const ofFramework: Shared = {
  begins: 'The signature is right for the JSON written anew',
  fix: 'Sign the raw body: $request->getContent() in Laravel, request.raw_post in Rails, express.raw() in Node; not what the framework has merged with the parameters of the address.',
  work: { byte: 0.004, token: 0.05, letter: 0.02 },
}
const asPhp = (merged: Members) => JSON.stringify(merged).replace(/"(?:[^"\\]|\\.)*"/g, php)
const asRails = (merged: Members) => JSON.stringify(merged).replace(markup, lowerEscape)

/** The body's members merged with the URL's parameters and the route's, as frameworks do. */
export function merged(url: string): BodyTurn[] {
  if (!URL.canParse(url)) return []
  const { pathname, searchParams } = new URL(url)
  const query = Object.fromEntries(searchParams)
  const names = Object.keys(query)
  const added = `with the ${names.length > 1 ? 'parameters' : 'parameter'} ${names.join(', ')} of the address`
  // Rails adds the controller's name and wraps the parameters under the resource's singular name.
  const [, controller, one] = /\/(([a-z_]+)s)\/?$/.exec(pathname) ?? []
  const ofRoute = (body: Members) => ({ ...body, ...query, controller, action: 'create' })
  const byQuery: Record<string, FromMembers> = {
    [`${added} behind its members`]: (body) => JSON.stringify({ ...body, ...query }),
    [`${added} before its members`]: (body) => JSON.stringify({ ...query, ...body }),
    [`by PHP ${added} behind its members`]: (body) => asPhp({ ...body, ...query, ...body }),
  }
  const byRoute: Record<string, FromMembers> = {
    'with the controller and the action among its members, as Rails has them in params': (body) =>
      asRails(ofRoute(body)),
    [`with the controller, the action and itself as ${one} among its members, as Rails has them in params`]: (
      body,
    ) => asRails({ ...ofRoute(body), [one ?? '']: body }),
  }
  return memberTable('reserialised', 2, ofFramework).rows({
    ...(names.length > 0 && byQuery),
    ...(one !== undefined && byRoute),
  })
}
