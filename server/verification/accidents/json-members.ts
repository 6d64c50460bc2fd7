/** JSON whose members a framework merged with the parameters of the request. */
import { lowerEscape } from '../../json/json-tree.ts'
import type { BodyForms, BodyTurn } from '../search/accident.ts'
import { type Make, type Shared, tableBy } from './body-table.ts'
import { markup } from './escapes.ts'
import { php } from './json-dialects.ts'

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

const ofFramework: Shared = {
  begins: 'The signature is correct for the JSON re-serialised',
  fix: 'Sign the raw body, not the parameters that the framework merged with the URL: $request->getContent() in Laravel, request.raw_post in Rails, express.raw() in Node.',
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
  const added = `with the ${names.length > 1 ? 'parameters' : 'parameter'} ${names.join(', ')} of the URL`
  // Rails adds the controller's name and wraps the parameters under the resource's singular name.
  const [, controller, one] = /\/(([a-z_]+)s)\/?$/.exec(pathname) ?? []
  const ofRoute = (body: Members) => ({ ...body, ...query, controller, action: 'create' })
  const byQuery: Record<string, FromMembers> = {
    [`${added} after its members`]: (body) => JSON.stringify({ ...body, ...query }),
    [`${added} before its members`]: (body) => JSON.stringify({ ...query, ...body }),
    [`by PHP ${added} after its members`]: (body) => asPhp({ ...body, ...query, ...body }),
  }
  const byRoute: Record<string, FromMembers> = {
    "with the controller and the action as members, as in Rails' params": (body) => asRails(ofRoute(body)),
    [`with the controller, the action and a copy in ${one} as members, as in Rails' params`]: (body) =>
      asRails({ ...ofRoute(body), [one ?? '']: body }),
  }
  return memberTable('reserialised', 2, ofFramework).rows({
    ...(names.length > 0 && byQuery),
    ...(one !== undefined && byRoute),
  })
}
