import type { Key } from '../api/given.ts'
import { refuse } from './errors.ts'

/** The pair that the page, the demo subscription and the printed commands use: the first of the config, or `demo`. */
export const ownKey = (keys: readonly Key[]): Key => keys[0] ?? { authorization: 'demo', identity: 'demo' }

/** Both headers of a caller, or a refusal that names the one that is missing. */
export function credentials(authorization: string | null, identity: string | null): Key {
  if (!authorization?.trim()) return refuse('auth_err', 'The header Authorization is missing')
  if (!identity?.trim()) return refuse('auth_err', 'The header Identity is missing')
  return { authorization, identity }
}

/** Refuses a pair that is not listed. With no keys listed, any pair is let in. */
export function admit(keys: readonly Key[], { authorization, identity }: Key) {
  if (keys.length === 0) return
  if (keys.some((key) => key.authorization === authorization && key.identity === identity)) return
  refuse('auth_err', `Authorization and Identity are no known pair: ${identity.slice(0, 100)}`)
}
