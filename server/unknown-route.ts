import { Failure } from './failures.ts'
import { type KnownCall, ownPrefix } from './known-calls.ts'
import { nearest } from './nearest.ts'
import { platformPrefix } from './platform/prefix.ts'

/** What is longer is no misspelt address, and takes long to be compared. */
const comparedAtMost = 100

/** The refusal of a request that nothing answers. */
export const unknownRoute = (routes: readonly KnownCall[], method: string, path: string): Failure =>
  new Failure('route_unknown', `Nothing is at ${method} ${path}.`, routeMeant(routes, path))

/** What is nearest to a path that nothing answers: another method, no slash, the right prefix, another spelling. */
export function routeMeant(routes: readonly KnownCall[], path: string): string | undefined {
  const methodsAt = (where: string) =>
    routes.filter((route) => isAt(route, where)).map((route) => route.method)
  const methods = methodsAt(path)
  if (methods.length > 0) return `There it is ${methods.join(' or ')}.`
  const bare = path.endsWith('/') ? path.slice(0, -1) : path
  if (bare !== path && methodsAt(bare).length > 0) return `Leave out the slash at its end: ${bare}.`
  const tail = bare.replace(/^\/(?:sandbox|api\/v[\d.]+|api|v\d[\d.]*)(?=\/)/, '')
  const elsewhere = [platformPrefix, ownPrefix].find((prefix) => methodsAt(prefix + tail).length > 0)
  if (elsewhere !== undefined) return `It is at ${elsewhere}${tail}.`
  if (tail.length > comparedAtMost) return undefined
  const prefix = bare.slice(0, bare.length - tail.length)
  const close = nearest(tail, spellings(routes, prefix, tail.split('/')))
  return close === undefined ? undefined : `Did you mean ${prefix}${close}?`
}

const isAt = (route: KnownCall, path: string) =>
  new RegExp(`^${route.path.replaceAll('.', '\\.').replace(/\{\w+\}/g, '[^/]+')}$`).test(path)

/** The paths of as many parts behind a prefix, with the given parts where theirs are open. */
const spellings = (routes: readonly KnownCall[], prefix: string, given: readonly string[]): string[] =>
  routes
    .filter(({ path }) => path.startsWith(prefix))
    .map(({ path }) => path.slice(prefix.length).split('/'))
    .filter((parts) => parts.length === given.length)
    .map((parts) => parts.map((part, at) => (part.startsWith('{') ? given[at] : part)).join('/'))
