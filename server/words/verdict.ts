/** Puts verdicts into words: the owner of a secret, and the reason and hint of a verdict without a cause. */
import type { AccidentFamily, SecretOf, Verdict } from '../wire.ts'
import { duration } from './duration.ts'

/** The owner of a secret: `the subscription to localhost:3000/hook (My app)`, `endpoint demo`. */
export function ownerWords({ kind, id, name, owner }: SecretOf): string {
  switch (owner ?? kind) {
    case 'subscription':
      return name === undefined ? `subscription ${id}` : `the subscription to ${name}`
    case 'config':
      return `the configuration, ${id}`
    case 'given':
      return 'this request'
    default:
      return `endpoint ${id}`
  }
}

/** A secret by its owner: `the secret of endpoint demo`. */
export const secretWords = (of: SecretOf): string =>
  `${of.kind === 'old' ? 'an old' : 'the'} secret of ${ownerWords(of)}`

/** The reason of a verified verdict. */
export const fitsWords = (code: string, of: SecretOf): string =>
  code === 'password_fits'
    ? `The request has the password of ${ownerWords(of)}.`
    : `Signed with ${secretWords(of)}.`

/** The reason of a verdict that no cause explains. */
export type VerdictReason =
  | { reason_code: 'header_missing'; header: string; scheme: string }
  | { reason_code: 'signs_nothing'; scheme: string }
  | { reason_code: 'secret_of_another'; of: SecretOf }
  | { reason_code: 'no_signature' | 'no_secret_known' | 'signature_differs' | 'password_differs' }

/** A reason with its hint, in the form of the API. */
export const toldReason = (found: VerdictReason): Pick<Verdict, 'reason' | 'reason_code' | 'hint'> => {
  const [reason, hint] = reasonWords(found)
  return { reason, reason_code: found.reason_code, hint }
}

function reasonWords(found: VerdictReason): [reason: string, hint: string] {
  switch (found.reason_code) {
    case 'header_missing':
      return [
        `The header ${found.header} is missing.`,
        `Senders of the scheme ${found.scheme} put the signature there. Check whether a proxy removes the header.`,
      ]
    case 'signs_nothing':
      return [
        `The scheme ${found.scheme} signs nothing.`,
        found.scheme === 'custom'
          ? 'Set signing.custom in the configuration.'
          : 'The sandbox cannot verify the sender.',
      ]
    case 'secret_of_another':
      return [
        `The request is signed with ${secretWords(found.of)}, which is not valid here.`,
        'Set that secret on this endpoint too, or send the request to the owner of that secret.',
      ]
    case 'no_signature':
      return [
        'The request has no signature header of a known scheme.',
        'If the sender signs, set the scheme of this endpoint.',
      ]
    case 'no_secret_known':
      return [
        'The request is signed, but the sandbox knows no secret for this endpoint.',
        'Set the secret of this endpoint, or point a subscription at it.',
      ]
    case 'signature_differs':
      return [
        'The signature does not match: the sender used another secret or signed other bytes.',
        'Compare the secrets on both sides. Then compare the signed content below with that of the sender.',
      ]
    case 'password_differs':
      return [
        'The password differs from the secret of this endpoint.',
        'Compare the sent password with the secret.',
      ]
  }
}

/** What a sender may have used in place of the secret, in words. */
export const identifierWords = {
  subscription_id: 'the id of the subscription',
  subscription_url: 'the URL of the subscription',
  endpoint_name: 'the name of the endpoint',
  requested_url: 'the requested URL',
  authorization: "the Authorization of the platform's API",
  identity: "the Identity of the platform's API",
  event_id: 'the id of the event',
  delivery_id: 'the id of the delivery',
  key_id: 'the id of the signing key',
} as const
export type IdentifierKind = keyof typeof identifierWords

/** An age in seconds: `400 s old`, `5400 s (1.5 h) in the future`. */
export function ageWords(ageS: number): string {
  const seconds = Math.abs(ageS)
  const read = seconds < 3600 ? '' : ` (${duration(seconds * 1000)})`
  return `${seconds} s${read} ${ageS < 0 ? 'in the future' : 'old'}`
}

/** How a signature is made, in words. */
const formWords = {
  hmac: 'an HMAC signature',
  hash: 'a hash with a secret',
  ecdsa: 'an ECDSA signature',
  ed25519: 'an Ed25519 signature',
  rsa: 'an RSA signature',
  jwt: 'a signed JWT',
  token: 'a secret token',
  encoded: 'an encoded signature',
  unknown: 'a possible signature',
} as const

/** A signature of a vendor or of a form that no scheme has. */
interface ForeignWords {
  vendor: string | undefined
  place: string
  isInBody: boolean
  form: keyof typeof formWords
  recipe?: object | undefined
  needs: string
}

/**
 * Names a signature and what its verification needs.
 * @param owner the owner of the secret that made the signature, if proved
 */
export function vendorWords(
  { vendor, place, isInBody, form, recipe, needs }: ForeignWords,
  owner?: string,
): { reason: string; hint: string } {
  const at = isInBody ? `The body's field ${place}` : `The header ${place}`
  const as = vendor === undefined ? '' : `, as ${vendor} sends`
  const made = form === 'token' ? `, the secret of ${owner}` : `, made with the secret of ${owner}`
  const reason = `${at} contains ${formWords[form]}${as}${owner === undefined ? '' : made}.`
  if (recipe !== undefined && owner !== undefined)
    return {
      reason,
      hint: `Set this endpoint's scheme to custom, with scheme_options ${JSON.stringify(recipe)}.`,
    }
  const hint =
    recipe === undefined
      ? needs
      : `To verify it, set this endpoint's secret to the ${form === 'ed25519' || form === 'ecdsa' ? 'public key' : 'signing secret'} from ${vendor}, and its scheme to custom, with scheme_options ${JSON.stringify(recipe)}.`
  return { reason, hint }
}

/** The limit that applies to a timestamp. */
export function limitWords(
  limitS: number | null,
  scheme: { toleranceS: number | null; leadS: number | null },
) {
  if (limitS === 0) return 'the scheme allows no time in the future'
  if (limitS !== null) return `the limit is ${limitS} s${scheme.leadS === null ? ' in the past' : ''}`
  return scheme.toleranceS === null ? 'the scheme sets no limit' : 'the scheme limits only the age'
}

/** The kinds of mistakes that the search tries. */
export const familyWords: Record<AccidentFamily, string> = {
  keys: 'secrets: other known secrets, decoding, prefix, white space, quotes',
  writings: 'encodings of the signature: hex, base64, base64url, padding, case, truncation',
  bodies: 'the body: serialisation, escapes, newlines, character encodings, compression',
  frames: 'the signed string: missing parts, order, separators, other ids and timestamps',
  urls: 'the URL and the method, as changed by proxies',
  headers: 'changed or repeated headers',
  digests: 'hash functions, plain hashes',
  schemes: 'the schemes of other vendors',
  pairs: 'two mistakes at once',
}
