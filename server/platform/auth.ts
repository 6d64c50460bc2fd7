import { refuse } from './errors.ts'

/** A pair of the headers that identify a caller. */
export interface Key {
  authorization: string
  identity: string
}

/** The pair that the page, the demo subscription and the printed commands use: the first of the config, or `demo`. */
export const ownKey = (keys: readonly Key[]): Key => keys[0] ?? { authorization: 'demo', identity: 'demo' }

/** Lets a caller in and answers its identity. With no keys listed, any pair that is not empty is let in. */
export function admit(keys: readonly Key[], authorization: string | null, identity: string | null): string {
  if (!authorization?.trim()) return refuse('auth_err', 'The header Authorization is missing')
  if (!identity?.trim()) return refuse('auth_err', 'The header Identity is missing')
  if (
    keys.length > 0 &&
    !keys.some((key) => key.authorization === authorization && key.identity === identity)
  ) {
    return refuse('auth_err', `Authorization and Identity are no known pair: ${identity}`)
  }
  return identity
}
