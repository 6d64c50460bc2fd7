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
export function partsOf(path: string) {
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
