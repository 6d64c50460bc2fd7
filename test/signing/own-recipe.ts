import { createHmac } from 'node:crypto'
import { recipeWith } from '../../server/signing/options.ts'
import type { HeaderPair, Verdict } from '../../server/wire.ts'
import { ownedBy } from '../helpers/owned-by.ts'
import { recipes } from '../helpers/recipes.ts'
import { judge, secret, url } from '../verification/world.ts'

export const hmac = (content: string, by: string | Buffer = secret, digest = 'sha256') =>
  createHmac(digest, by).update(content)

/** The recipe that a verdict tells. */
export const recipeIn = (hint: string | null) => JSON.parse(/\{.*\}/.exec(hint ?? '')?.[0] ?? 'null')

/** What the recipe of a verdict makes of a request. */
export const judgedBy = ({ hint }: Verdict, headers: HeaderPair[]) => {
  const recipe = recipeWith(recipes, 'custom', recipeIn(hint))
  const over = { scheme: 'custom', secrets: [{ of: ownedBy('it'), secret, recipe }], url } as const
  return judge(headers, over).result
}
