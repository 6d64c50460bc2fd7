import { platformPrefix } from './platform/prefix.ts'

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
