import type { BodyTurn } from '../search/accident.ts'
import { php } from './json-writings.ts'

type Members = Readonly<Record<string, unknown>>

const fix =
  'Sign the raw body: $request->getContent() in Laravel, request.raw_post in Rails, express.raw() in Node; not what the framework has merged with the parameters of the address.'

const turn = (said: string, merge: (members: Members) => Members, write = asIs): BodyTurn => ({
  accident: {
    cause: 'reserialised',
    detail: `The signature is right for the JSON written anew ${said}.`,
    fix,
  },
  rank: 2,
  needs: 'json',
  work: { byte: 0.004, token: 0.05, letter: 0.02 },
  make(body) {
    const value = body.json()?.value
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return undefined
    return Buffer.from(write(JSON.stringify(merge({ ...value }))), 'utf8')
  },
})

const asIs = (json: string) => json
const asPhp = (json: string) => json.replace(/"(?:[^"\\]|\\.)*"/g, php)
const asRails = (json: string) =>
  json.replace(/[<>&\u2028\u2029]/g, (mark) => `\\u${mark.charCodeAt(0).toString(16).padStart(4, '0')}`)

/** What frameworks make one of: the members of the body, the parameters of the address, and those of the route. */
export function mergedTurns(url: string): BodyTurn[] {
  if (!URL.canParse(url)) return []
  const { pathname, searchParams } = new URL(url)
  const query = Object.fromEntries(searchParams)
  const names = Object.keys(query)
  const added = `with the ${names.length > 1 ? 'parameters' : 'parameter'} ${names.join(', ')} of the address`
  // A route of Rails has its controller's name, and the wrapper of its parameters what that is called for one.
  const [, controller, one] = /\/(([a-z_]+)s)\/?$/.exec(pathname) ?? []
  const ofRoute = (body: Members) => ({ ...body, ...query, controller, action: 'create' })
  return [
    ...(names.length === 0
      ? []
      : [
          turn(`${added} behind its members`, (body) => ({ ...body, ...query })),
          turn(`${added} before its members`, (body) => ({ ...query, ...body })),
          turn(`by PHP ${added} behind its members`, (body) => ({ ...body, ...query, ...body }), asPhp),
        ]),
    ...(one === undefined
      ? []
      : [
          turn(
            'with the controller and the action among its members, as Rails has them in params',
            ofRoute,
            asRails,
          ),
          turn(
            `with the controller, the action and itself as ${one} among its members, as Rails has them in params`,
            (body) => ({ ...ofRoute(body), [one]: body }),
            asRails,
          ),
        ]),
  ]
}
