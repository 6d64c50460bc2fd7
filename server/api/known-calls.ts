import { Failure } from '../failures.ts'
import { platformPrefix } from '../http/prefix.ts'
import { nearest } from '../words/nearest.ts'

/** Where the sandbox's own API begins. */
export const ownPrefix = '/sandbox'

/** What a call can reach: a method, and a whole path in OpenAPI style. */
export interface KnownCall {
  method: string
  path: string
}

/** What can be called of the emulated API and of the sandbox's own. */
export const knownCalls = (of: {
  operations: readonly KnownCall[]
  routes: readonly KnownCall[]
}): KnownCall[] => [
  ...of.operations.map(({ method, path }) => ({ method, path: platformPrefix + path })),
  ...of.routes.map(({ method, path }) => ({ method, path: ownPrefix + path })),
]

/** What is longer is no misspelt address, and takes long to be compared. */
const comparedAtMost = 100

/**
 * The path of a route that is nearest to one that nothing answers: that of the plural, the only one that ends as it does, or else
 * another spelling, with what stands where it is open as it was given.
 */
export function nearestPath(routes: readonly KnownCall[], path: string): string | undefined {
  const { prefix, tail } = partsOf(path)
  // The beginning of all of them is near to none.
  if (tail.length > comparedAtMost || tail === ownPrefix) return undefined
  const behind = routes.filter((route) => route.path.startsWith(prefix))
  const close = nearest(tail, spellings(behind, prefix, tail.split('/')))
  const [longer, ...others] = new Set(behind.map((route) => route.path).filter((one) => one.endsWith(tail)))
  if (longer !== undefined && others.length === 0 && close !== `${tail}s`) return longer
  return close && `${prefix}${close}`
}

/** A path without a slash at its end, and that in two. */
function partsOf(path: string) {
  const bare = path.endsWith('/') ? path.slice(0, -1) : path
  const tail = bare.replace(/^\/(?:sandbox|api\/v[\d.]+|api|v\d[\d.]*)(?=\/)/, '')
  return { bare, prefix: bare.slice(0, bare.length - tail.length), tail }
}

/** The paths of as many parts, behind their prefix, with the given parts where theirs are open. */
const spellings = (routes: readonly KnownCall[], prefix: string, given: readonly string[]): string[] =>
  routes
    .map(({ path }) => path.slice(prefix.length).replace(/\/$/, '').split('/'))
    .filter((parts) => parts.length === given.length)
    .map((parts) => parts.map((part, at) => (part.startsWith('{') ? given[at] : part)).join('/'))

/** The refusal of a request that nothing answers. */
export const unknownRoute = (routes: readonly KnownCall[], method: string, path: string): Failure =>
  new Failure('route_unknown', `Nothing is at ${method} ${path}.`, routeMeant(routes, method, path))

/** What is nearest to a path that nothing answers: another method, no slash, the right prefix, another spelling. */
export function routeMeant(routes: readonly KnownCall[], method: string, path: string): string | undefined {
  const methodsAt = (where: string) =>
    routes.filter((route) => isAt(route, where)).map((route) => route.method)
  // The word of what is done to one would be taken for its id.
  const ofOne = path.replace(/\/(?=[^/]+$)/, '/{id}/')
  if (routes.some((route) => route.path === ofOne) && routes.every((route) => route.path !== path))
    return `Did you mean ${ofOne}?`
  const methods = methodsAt(path)
  if (methods.length > 0) {
    const near = routes.find((route) => route.method === method && isBeside(route, path))
    return `There it is ${methods.join(' or ')}${near ? `; ${method} is at ${near.path}` : ''}.`
  }
  const single = path.replace(/\/{2,}/g, '/')
  if (single !== path && methodsAt(single).length > 0) return `One slash is enough: ${single}.`
  const { bare, tail } = partsOf(path)
  if (bare !== path && methodsAt(bare).length > 0) return `Leave out the slash at its end: ${bare}.`
  const elsewhere = [platformPrefix, ownPrefix].find((prefix) => methodsAt(prefix + tail).length > 0)
  if (elsewhere !== undefined) return `It is at ${elsewhere}${tail}.`
  const close = nearestPath(routes, path)
  return close && `Did you mean ${close}?`
}

/** A route that ends with a slash is answered without it too. */
const isAt = (route: KnownCall, path: string) =>
  new RegExp(
    `^${route.path
      .replaceAll('.', '\\.')
      .replace(/\{\w+\}/g, '[^/]+')
      .replace(/\/$/, '/?')}$`,
  ).test(path)

/** What is changed there as the platform has it. */
const asOnPlatform = (path: string) =>
  path.replace(`${ownPrefix}/subscriptions`, `${platformPrefix}/webhooks`)

/** Whether a route is that of one of what is listed at a path, of the list that the one at it is in, or the platform's. */
const isBeside = (route: KnownCall, path: string) =>
  route.path.replace(/\/\{\w+\}$/, '') === path ||
  isAt(route, path.replace(/\/[^/]+$/, '')) ||
  isAt(route, asOnPlatform(path))
