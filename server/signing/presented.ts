/** Types for the signature that a request presents and for the signing methods. */
import type { HeaderPair } from '../wire.ts'
import type { Content } from './content.ts'
import type { Recipe, Signable } from './recipe.ts'

/** Lower-case name → value. Repeated headers are joined with a comma, as HTTP specifies. */
export type HeaderMap = ReadonlyMap<string, string>

export interface PresentedSignature {
  label: string
  value: string
  /** RFC 9421: the components and parameters, unparsed from Signature-Input. */
  input?: string
}

/** The signature data in a request's headers, before any verification. */
export interface Presented {
  id: string | undefined
  /** The timestamp as written in the header. */
  timestamp: string | undefined
  /** The validity from the timestamp on, in seconds, if the request states one. */
  holdsS?: number | undefined
  signatures: PresentedSignature[]
  /** The name of the header that should hold the signature. */
  signatureHeader: string
  /** The header's value; undefined if the header is missing. */
  raw: string | undefined
  /** Defects in readable headers. */
  flaws?: { place: string; received: string; wanted: string }[]
  /** RFC 9421: components that the scheme requires but this signature does not cover. A third party could change them. */
  open?: string[]
}

/** How many signatures of key pairs are verified, since each verification hashes the whole content. Rotations need two. */
export const mostVerified = 16

/** The implementation of one signing method. A recipe names it in `method`. */
export interface MethodRules {
  /** The headers of a delivery. Secrets come newest first; the method uses as many as the recipe can carry. */
  sign(recipe: Recipe, secrets: readonly string[], signable: Signable): HeaderPair[]
  present(recipe: Recipe, headers: HeaderMap): Presented
  /** The signed bytes in parts; undefined if the content does not allow a signature. */
  parts(recipe: Recipe, signature: PresentedSignature, content: Content): (string | Buffer)[] | undefined
  /**
   * Whether the secret produced one of these signatures for this content, including the body. A digest is computed once,
   * however many signatures a header holds. A signature that must be verified alone counts among the first
   * {@link mostVerified}.
   */
  fits(recipe: Recipe, secret: string, signatures: readonly PresentedSignature[], content: Content): boolean
  /** The correct value of the signature header; null if it cannot be computed. */
  expected(recipe: Recipe, secret: string, presented: Presented, content: Content): string | null
}

export const valueIn = (pairs: readonly HeaderPair[], name: string): string | null =>
  pairs.find(([header]) => header === name)?.[1] ?? null

/** The request's timestamp in seconds; NaN if absent or malformed. */
export const secondsOf = ({ time }: Recipe, { timestamp = '' }: Presented): number =>
  /^\d+(?:\.\d+)?$/.test(timestamp)
    ? Number(timestamp) / (time === 'milliseconds' ? 1000 : 1)
    : Date.parse(timestamp) / 1000
