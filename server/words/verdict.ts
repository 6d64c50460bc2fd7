/** Whose secret a signature fits, and why a verdict is as it is where no cause explains it. */
import type { AccidentFamily, SecretOf, Verdict } from '../wire.ts'
import { duration } from './duration.ts'

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

/** Why a verdict is as it is, where no cause explains it. */
export type VerdictReason =
  | { reason_code: 'header_missing'; header: string; scheme: string }
  | { reason_code: 'signs_nothing'; scheme: string }
  | { reason_code: 'secret_of_another'; of: SecretOf }
  | { reason_code: 'no_signature' | 'no_secret_known' | 'signature_differs' | 'password_differs' }

/** A reason as the API tells it, with what to do. */
export const toldReason = (found: VerdictReason): Pick<Verdict, 'reason' | 'reason_code' | 'hint'> => {
  const [reason, hint] = reasonWords(found)
  return { reason, reason_code: found.reason_code, hint }
}

function reasonWords(found: VerdictReason): [reason: string, hint: string] {
  switch (found.reason_code) {
    case 'header_missing':
      return [
        `The header ${found.header} is missing.`,
        `A sender of the scheme ${found.scheme} puts its signature there. Did a proxy strip it?`,
      ]
    case 'signs_nothing':
      return [
        `The scheme ${found.scheme} signs nothing.`,
        found.scheme === 'custom'
          ? 'Set signing.custom in the config.'
          : 'Nothing to verify; anybody could have sent this.',
      ]
    case 'secret_of_another':
      return [
        `It is signed with ${secretWords(found.of)}, which does not count here.`,
        'Set that secret at this endpoint too, or send to the one that it belongs to.',
      ]
    case 'no_signature':
      return [
        'No header of a known scheme is present.',
        'Nothing to verify. If the sender does sign, set the scheme of this endpoint.',
      ]
    case 'no_secret_known':
      return [
        'It is signed, but no secret is known here.',
        'Set the secret of this endpoint, or point a subscription at it.',
      ]
    case 'signature_differs':
      return [
        'The signature does not fit: another secret was used, or the signed bytes are not these.',
        'Compare the secret on both sides, then the signed content below with what the sender signed.',
      ]
    case 'password_differs':
      return [
        'The password is another one than the secret that counts here.',
        'Compare the password that is sent with the secret, letter by letter.',
      ]
  }
}

/** An age in seconds beside a limit in seconds: `400 s old`, `5400 s (1.5 h) in the future`. */
export function ageWords(ageS: number): string {
  const seconds = Math.abs(ageS)
  const read = seconds < 3600 ? '' : ` (${duration(seconds * 1000)})`
  return `${seconds} s${read} ${ageS < 0 ? 'in the future' : 'old'}`
}

/** The kinds of accidents that were tried. */
export const familyWords: Record<AccidentFamily, string> = {
  keys: 'secrets: others that are known, decoded or not, prefix, white space, quotes',
  writings: 'encodings of the signature: hex, base64, base64url, padding, case, truncation',
  bodies: 'the body: written anew, escapes, newlines, character encodings, compression',
  frames: 'the signed string: what is left out, order, separators, other ids and timestamps',
  urls: 'the URL and the method as proxies change them',
  headers: 'headers that were changed, or sent twice',
  digests: 'hash functions, plain hashes',
  schemes: 'the schemes of other vendors',
  pairs: 'two accidents at once',
}
