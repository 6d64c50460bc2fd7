import type { SecretOf } from '../wire.ts'

/** Whose secret it is: `the subscription to localhost:3000/hook (My app)`, `endpoint demo`. */
export function ownerWords({ kind, id, name, owner }: SecretOf): string {
  switch (owner ?? kind) {
    case 'subscription':
      return name === undefined ? `subscription ${id}` : `the subscription to ${name}`
    case 'config':
      return `the config, ${id}`
    case 'given':
      return 'this request'
    default:
      return `endpoint ${id}`
  }
}

/** A secret by its owner: `the secret of endpoint demo`. */
export const secretWords = (of: SecretOf): string =>
  `${of.kind === 'old' ? 'an old' : 'the'} secret of ${ownerWords(of)}`

/** Why a signature, or a password, counts: the reason of a verdict that verified. */
export const fitsWords = (code: string, of: SecretOf): string =>
  code === 'password_fits'
    ? `It carries the password of ${ownerWords(of)}.`
    : `Signed with ${secretWords(of)}.`
