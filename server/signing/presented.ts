import type { HeaderPair } from '../wire.ts'
import type { Content } from './content.ts'
import type { Recipe, Signable } from './recipe.ts'

/** Headers by names in lower case, repeated ones joined as HTTP joins them. */
export type HeaderMap = ReadonlyMap<string, string>

export interface PresentedSignature {
  label: string
  value: string
  /** RFC 9421: what it covers and its parameters, as they stand in Signature-Input. */
  input?: string
}

/** What a request's headers say of its signature, before anything is believed. */
export interface Presented {
  id: string | undefined
  /** The time as it is written. */
  timestamp: string | undefined
  /** How long it holds from then on, where the request itself says so, in seconds. */
  holdsS?: number | undefined
  signatures: PresentedSignature[]
  /** The header that should hold the signature. */
  signatureHeader: string
  /** Its text, undefined when it is missing. */
  raw: string | undefined
  /** What is wrong with it though it can be read. */
  flaws?: { place: string; received: string; wanted: string }[]
  /** RFC 9421: what the signature leaves open though the scheme signs it, so that it may be changed. */
  open?: string[]
}

/** What one way to make a signature knows; a recipe names its way as `method`. */
export interface MethodRules {
  /** The headers that a delivery carries; of several secrets those that the recipe can carry, the newest first. */
  sign(recipe: Recipe, secrets: readonly string[], signable: Signable): HeaderPair[]
  present(recipe: Recipe, headers: HeaderMap): Presented
  /** The signed bytes in parts; undefined when the content does not allow them. */
  parts(recipe: Recipe, signature: PresentedSignature, content: Content): (string | Buffer)[] | undefined
  /** Whether the secret gives this signature for this content, body included. */
  fits(recipe: Recipe, secret: string, signature: PresentedSignature, content: Content): boolean
  /** What the signature's header should have held; null when it cannot be told. */
  expected(recipe: Recipe, secret: string, presented: Presented, content: Content): string | null
}

/** The text of a signature's header among those of a delivery. */
export const valueIn = (pairs: readonly HeaderPair[], name: string): string | null =>
  pairs.find(([header]) => header === name)?.[1] ?? null

/** The time that a request is signed at, in seconds; NaN where it says none. */
export const secondsOf = ({ time }: Recipe, { timestamp = '' }: Presented): number =>
  /^\d+$/.test(timestamp)
    ? Number(timestamp) / (time === 'milliseconds' ? 1000 : 1)
    : Date.parse(timestamp) / 1000
