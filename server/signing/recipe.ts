/** What a signature may be made over. */
export interface Signable {
  id: string
  /** Unix seconds, as they stand in the header. */
  timestamp: string
  body: Buffer
  /** The full address of the delivery. */
  url: string
  /** The event's name, for schemes that send it in a header. */
  event: string
  contentType: string
}

/** How a secret's text becomes key bytes. */
export const keyForms = {
  'whsec-base64': 'strip whsec_, base64-decode the rest',
  text: 'the UTF-8 bytes of the whole text, prefix included',
  hex: 'hex-decode the text; of a whsec_ secret the bytes that its base64 stands for, which the receiver holds in hex',
  ed25519:
    'an Ed25519 key pair: whsk_ is private; whpk_, 32 bytes of base64 alone and a PEM are public; of any other secret it is derived',
  'ed25519-hex':
    'an Ed25519 key pair: 64 digits of hex are a public key, whsk_ is private; of any other secret it is derived',
  'p-256':
    'a P-256 key pair: a JWK or PEM is a public key; of any other secret it is derived, and its public JWK is served by kid',
  none: 'no key',
} as const
type KeyForm = keyof typeof keyForms

export type Encoding = 'base64' | 'base64url' | 'hex'
export type Digest = 'md5' | 'sha1' | 'sha256' | 'sha384' | 'sha512'

/**
 * How the signature itself is made: by a digest of the templates' bytes, by Ed25519 over them, as a JWT, by the
 * signature base of RFC 9421, as a password in clear, or not at all.
 */
export type Method = 'hmac' | 'ed25519' | 'jwt' | 'message' | 'password' | 'none'

/** Whether what is signed is the bytes of the recipe's templates. */
export const isTemplated = ({ method }: Pick<Recipe, 'method'>): boolean =>
  method === 'hmac' || method === 'ed25519'

/** A signing scheme as data: the same recipe signs, verifies and explains. */
export interface Recipe {
  /** The name of its row. */
  scheme: string
  description: string
  /**
   * Header → template over `{id}`, `{ts}`, `{event}` and the labels of `signs`, in the order in which they are sent.
   * A header that is `{id}` or `{ts}` alone carries just that.
   */
  headers: Readonly<Record<string, string>>
  /**
   * Label → what is signed, over `{id}`, `{ts}`, `{body}`, `{url}`, `{python_body}` (the body as Python writes JSON),
   * `{address}` (the URL with the body's digest in its query) and `{form}` (the sorted fields of a form body).
   */
  signs: Readonly<Record<string, string>>
  method: Method
  digest: Digest
  encoding: Encoding
  key: KeyForm
  /** How the time stands in headers and in what is signed. */
  time: 'seconds' | 'milliseconds' | 'iso'
  /** How old or how far ahead a timestamp may be, in seconds; null when the scheme sets no limit. */
  toleranceS: number | null
  /** Whether verifiers look at old timestamps only, and take those of the future. */
  pastOnly: boolean
  /** What separates the items of the signature's header when there may be several signatures; null where there is one. */
  repeats: string | null
  /**
   * Whether its verifiers take an item with a blank before it for another, and read a time that is there twice in different
   * ways; without it a blank is passed over, and the first time counts.
   */
  exactItems?: boolean | undefined
  /** Whether one request can carry the signatures of two secrets. */
  carriesSeveral: boolean
  /** Whether the signature of the newest secret stands behind the others; in front, without it. */
  newestLast?: boolean | undefined
  /** The URL that the verifier believes in, in place of the one requested. */
  url?: string | undefined
  /** The user of `basic`, and its password in place of the secret. */
  user?: string | undefined
  password?: string | undefined
  /** What `custom` was made of, for options to change. */
  custom?: object | undefined
}
