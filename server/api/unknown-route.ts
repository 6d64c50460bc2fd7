import { Failure } from '../failures.ts'
import { platformPrefix } from '../http/prefix.ts'
import { type KnownCall, nearestPath, ownPrefix, partsOf } from './known-calls.ts'

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
