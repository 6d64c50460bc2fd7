/** Lists every call that the sandbox answers, and suggests the nearest one for a request to an unknown address. */
import { Failure } from '../failures.ts'
import { platformPrefix } from '../http/prefix.ts'
import { nearest } from '../words/nearest.ts'

/** The prefix of the sandbox's own API. */
export const ownPrefix = '/sandbox'

/** A call that the sandbox answers: a method and a full path in OpenAPI style. */
export interface KnownCall {
  method: string
  path: string
}

/** Every call of the emulated API and of the sandbox's own API. */
export const knownCalls = (of: {
  operations: readonly KnownCall[]
  routes: readonly KnownCall[]
}): KnownCall[] => [
  ...of.operations.map(({ method, path }) => ({ method, path: platformPrefix + path })),
  ...of.routes.map(({ method, path }) => ({ method, path: ownPrefix + path })),
]

/** A longer path is unlikely to be a misspelling, and comparing it would be slow. */
const comparedAtMost = 100

/**
 * The route nearest to an unknown path: the same path in the plural, or another spelling. Open parts of the route keep the
 * values of the path.
 */
export function nearestPath(routes: readonly KnownCall[], path: string): string | undefined {
  const { prefix, tail } = partsOf(path)
  // The bare prefix is not near any route.
  if (tail.length > comparedAtMost || tail === ownPrefix) return undefined
  const behind = routes.filter((route) => route.path.startsWith(prefix))
  const close = nearest(tail, spellings(behind, prefix, tail.split('/')))
  const [longer, ...others] = new Set(behind.map((route) => route.path).filter((one) => one.endsWith(tail)))
  if (longer !== undefined && others.length === 0 && close !== `${tail}s`) return longer
  return close && `${prefix}${close}`
}

/** A path without its final slash, split at its prefix. */
function partsOf(path: string) {
  const bare = path.endsWith('/') ? path.slice(0, -1) : path
  const tail = bare.replace(/^\/(?:sandbox|api\/v[\d.]+|api|v\d[\d.]*)(?=\/)/, '')
  return { bare, prefix: bare.slice(0, bare.length - tail.length), tail }
}

/** The routes with the same number of parts behind the prefix. Their open parts hold the values of the path. */
const spellings = (routes: readonly KnownCall[], prefix: string, given: readonly string[]): string[] =>
  routes
    .map(({ path }) => path.slice(prefix.length).replace(/\/$/, '').split('/'))
    .filter((parts) => parts.length === given.length)
    .map((parts) => parts.map((part, at) => (part.startsWith('{') ? given[at] : part)).join('/'))

/** The refusal of a request to an unknown address. */
export const unknownRoute = (routes: readonly KnownCall[], method: string, path: string): Failure =>
  new Failure('route_unknown', `Nothing is at ${method} ${path}.`, routeMeant(routes, method, path))

/** Suggests the call nearest to an unknown one: another method, no final slash, the right prefix, or another spelling. */
export function routeMeant(routes: readonly KnownCall[], method: string, path: string): string | undefined {
  const methodsAt = (where: string) =>
    routes.filter((route) => isAt(route, where)).map((route) => route.method)
  // Without its id, a path such as /webhooks/rotate would take the action for an id.
  const ofOne = path.replace(/\/(?=[^/]+$)/, '/{id}/')
  if (routes.some((route) => route.path === ofOne) && routes.every((route) => route.path !== path))
    return `Did you mean ${ofOne}?`
  const methods = methodsAt(path)
  if (methods.length > 0) {
    const near = routes.find((route) => route.method === method && isBeside(route, path))
    return `This path takes ${methods.join(' or ')}${near ? `; ${method} is at ${near.path}` : ''}.`
  }
  const single = path.replace(/\/{2,}/g, '/')
  if (single !== path && methodsAt(single).length > 0) return `Write one slash: ${single}.`
  const { bare, tail } = partsOf(path)
  if (bare !== path && methodsAt(bare).length > 0) return `Remove the slash at the end: ${bare}.`
  const elsewhere = [platformPrefix, ownPrefix].find((prefix) => methodsAt(prefix + tail).length > 0)
  if (elsewhere !== undefined) return `Use ${elsewhere}${tail}.`
  const close = nearestPath(routes, path)
  return close && `Did you mean ${close}?`
}

/** A route that ends with a slash also answers without it. */
const isAt = (route: KnownCall, path: string) =>
  new RegExp(
    `^${route.path
      .replaceAll('.', '\\.')
      .replace(/\{\w+\}/g, '[^/]+')
      .replace(/\/$/, '/?')}$`,
  ).test(path)

/** The path at which the platform changes this resource. */
const asOnPlatform = (path: string) =>
  path.replace(`${ownPrefix}/subscriptions`, `${platformPrefix}/webhooks`)

/** Whether a route is an item route of this list, the list of this item, or the platform's route for it. */
const isBeside = (route: KnownCall, path: string) =>
  route.path.replace(/\/\{\w+\}$/, '') === path ||
  isAt(route, path.replace(/\/[^/]+$/, '')) ||
  isAt(route, asOnPlatform(path))
