/** Types for a signing recipe: a scheme as data. */
/** The parts of a delivery that a signature may cover. */
export interface Signable {
  id: string
  /** Unix seconds, as written in the header. */
  timestamp: string
  body: Buffer
  /** The delivery's full URL. */
  url: string
  /** The event's name, which some schemes send in a header. */
  event: string
  contentType: string
}

/** How a secret's text becomes key bytes. */
export const keyForms = {
  'whsec-base64': 'remove whsec_ and decode the rest as base64',
  text: 'the UTF-8 bytes of the whole text, prefix included',
  hex: 'decode the text as hex. A whsec_ secret is decoded as base64, and the receiver stores its bytes as hex',
  ed25519:
    'an Ed25519 key pair. whsk_ marks a private key. whpk_, 32 bytes of base64 and PEM mark a public key. Any other secret derives a pair',
  'ed25519-hex':
    'an Ed25519 key pair. 64 hex digits are a public key. whsk_ marks a private key. Any other secret derives a pair',
  'p-256':
    'a P-256 key pair. A JWK, PEM or the base64 of its DER is a public key. Any other secret derives a pair, and the sandbox serves its public JWK by kid',
  none: 'no key',
} as const
type KeyForm = keyof typeof keyForms

export type Encoding = 'base64' | 'base64url' | 'hex'
export type Digest = 'md5' | 'sha1' | 'sha256' | 'sha384' | 'sha512'

/**
 * How a signature is made: HMAC, a plain hash with the secret, Ed25519 or ECDSA over a template's bytes, a JWT, RFC 9421, a
 * plain password, or none.
 */
export type Method = 'hmac' | 'hash' | 'ed25519' | 'ecdsa' | 'jwt' | 'message' | 'password' | 'none'

/** Whether the signature covers bytes that a template defines. */
export const isTemplated = ({ method }: Pick<Recipe, 'method'>): boolean =>
  method === 'hmac' || method === 'hash' || method === 'ed25519' || method === 'ecdsa'

/** A signing scheme as data. Signing, verification and explanation use the same recipe. */
export interface Recipe {
  /** The scheme's name in the table. */
  scheme: string
  description: string
  /**
   * Header → template over `{id}`, `{ts}`, `{event}` and the labels of `signs`, in the order of sending. The template
   * `{id}` alone holds only the id, `{ts}` alone only the timestamp.
   */
  headers: Readonly<Record<string, string>>
  /**
   * Label → template of the signed content, over `{id}`, `{ts}`, `{body}`, `{url}`, `{python_body}` (the body as Python
   * writes JSON), `{address}` (the URL with the body's digest in its query), `{form}` (sorted form fields), `{body_sha256}` (in hex) and
   * `{secret}` (for `hash`).
   */
  signs: Readonly<Record<string, string>>
  method: Method
  digest: Digest
  encoding: Encoding
  key: KeyForm
  /** The format of timestamps in headers and in the signed content. */
  time: 'seconds' | 'milliseconds' | 'iso'
  /** The maximum age of a timestamp, in seconds; null if the scheme sets no limit. */
  toleranceS: number | null
  /** How far a timestamp may lie in the future, in seconds; null if verifiers accept any lead. */
  leadS: number | null
  /** Whether the vendor's own verifiers disagree about timestamps in the future. */
  leadVaries?: boolean | undefined
  /** The separator between the signature header's items; null if the header holds a single item. */
  repeats: string | null
  /**
   * Whether verifiers reject a space before an item and disagree about a repeated timestamp. By default spaces are
   * ignored and the first timestamp counts.
   */
  exactItems?: boolean | undefined
  /** Whether one request can carry signatures of two secrets. */
  carriesSeveral: boolean
  /** Whether the newest secret's signature comes last. By default it comes first. */
  newestLast?: boolean | undefined
  /** The URL that the verifier uses, if not the requested URL. */
  url?: string | undefined
  /** The user for `basic`, and a password that replaces the secret. */
  user?: string | undefined
  password?: string | undefined
  /** The custom recipe that `scheme_options` may change. */
  custom?: object | undefined
}
