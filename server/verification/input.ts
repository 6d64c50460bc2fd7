import type { Recipe } from '../signing/recipe.ts'
import type { Recipes, SchemeName } from '../signing/recipes.ts'
import type { HeaderPair } from '../wire.ts'

/** A secret and whose it is, in words: "subscription 0b8c…", "endpoint demo". */
export interface KnownSecret {
  of: string
  secret: string
  /** The recipe of its owner, where options change it; for other schemes the table's counts. */
  recipe?: Recipe | undefined
  /** Whether it was retired by a rotation and counts no more. */
  old?: boolean
  /** Whether it counts at another endpoint alone, and tells here no more than whose it is. */
  elsewhere?: boolean
}

export interface VerifyInput {
  headers: readonly HeaderPair[]
  body: Buffer
  /** POST, without it. */
  method?: string | undefined
  /** The full address that was requested; some schemes sign it. */
  url?: string | undefined
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

/** The secrets that the `signing` part of a configuration holds. */
export const configuredSecrets = (
  { secrets }: { secrets: readonly { name: string; secret: string; scheme?: SchemeName | undefined }[] },
  recipes: Recipes,
): KnownSecret[] =>
  secrets.map(({ name, secret, scheme }) => ({
    of: `the config, ${name}`,
    secret,
    recipe: scheme && recipes[scheme],
  }))
