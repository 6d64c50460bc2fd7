import type { Content } from './content.ts'
import type { SecretForm } from './digest.ts'
import type { KnownSecret } from './input.ts'
import type { Recipe } from './recipe.ts'

/** One thing that may have gone different at the sender: recomputing with exactly that change must give the signature. */
export interface Accident {
  cause: string
  detail: string
  fix: string
  recipe?: Partial<Omit<Recipe, 'key'>> & { key?: Recipe['key'] | SecretForm }
  content?: Partial<Content>
  secret?: KnownSecret
  /** How the signature may differ from the right one, for those that are texts of a digest. */
  alike?(right: string, came: string): boolean
}
