import type { HeaderPair } from '../wire.ts'
import type { SchemeName } from './recipes.ts'

/** A secret and whose it is, in words: "subscription 0b8c…", "endpoint demo". */
export interface KnownSecret {
  of: string
  secret: string
}

export interface VerifyInput {
  headers: readonly HeaderPair[]
  body: Buffer
  /** The scheme that binds; undefined lets the headers decide. */
  scheme?: SchemeName | undefined
  /** The secrets that count here. */
  secrets: readonly KnownSecret[]
  /** Others that are known: they explain, and count only where there is none here. */
  otherSecrets: readonly KnownSecret[]
  /** What the sandbox itself sent under the same id, when it did. */
  sentBody?: Buffer | undefined
  /** The time that the timestamp is judged by, in microseconds. */
  now: number
}
