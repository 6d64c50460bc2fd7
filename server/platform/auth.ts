/** Checks the credentials of callers. */
import type { Key } from '../api/given.ts'
import { refuse } from './errors.ts'

/** The credentials of the page, the demo subscription and the printed commands: the config's first pair, or `demo`. */
export const ownKey = (keys: readonly Key[]): Key => keys[0] ?? { authorization: 'demo', identity: 'demo' }

/** Both headers of a caller, or a refusal that names the missing one. */
export function credentials(authorization: string | null, identity: string | null): Key {
  if (!authorization?.trim()) return refuse('auth_err', 'The header Authorization is missing')
  if (!identity?.trim()) return refuse('auth_err', 'The header Identity is missing')
  return { authorization, identity }
}

/** Refuses unlisted credentials. An empty list accepts all. */
export function admit(keys: readonly Key[], { authorization, identity }: Key) {
  if (keys.length === 0) return
  if (keys.some((key) => key.authorization === authorization && key.identity === identity)) return
  refuse('auth_err', `Authorization and Identity do not match a known pair: ${identity.slice(0, 100)}`)
}
