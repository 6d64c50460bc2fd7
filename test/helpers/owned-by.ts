import type { SecretOf } from '../../server/wire.ts'

/** Whose secret it is: `subscription s1`, or the name of an endpoint. */
export function ownedBy(name: string): SecretOf {
  const [, id] = /^subscription (.+)$/.exec(name) ?? []
  return id === undefined ? { kind: 'endpoint', id: name } : { kind: 'subscription', id }
}
