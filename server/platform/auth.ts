import { refuse } from './errors.ts'

/** Lets a caller in and answers its identity. With no keys listed, any pair that is not empty is let in. */
export function admit(
  keys: readonly { authorization: string; identity: string }[],
  authorization: string | null,
  identity: string | null,
): string {
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
