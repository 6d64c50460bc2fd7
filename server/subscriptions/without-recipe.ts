import type { Transaction } from '../database/writer.ts'
import { StartError } from '../failures.ts'
import { lacksRecipe } from '../signing/options.ts'
import type { Recipes } from '../signing/recipes.ts'
import type { SubscriptionService } from './service.ts'
import type { SubscriptionStore } from './store.ts'

/** Disables the subscriptions whose recipe the config has lost, so that nothing leaves without a signature. What waits is kept. */
export function disableWithoutRecipe(
  tx: Transaction,
  needs: {
    recipes: Recipes
    subscriptions: SubscriptionStore
    service: SubscriptionService
    onTrouble(error: unknown): void
  },
) {
  const found = needs.subscriptions
    .enabled()
    .filter(({ scheme, schemeOptions }) => lacksRecipe(needs.recipes, scheme, schemeOptions))
  if (found.length === 0) return
  for (const record of found) needs.service.rest(tx, record, { code: 'recipe_missing' })
  const ids = found.map(({ id }) => id).join(', ')
  const trouble = new StartError(
    `The scheme custom has no recipe in the config, so that these subscriptions are disabled: ${ids}.`,
    'Set signing.custom and start again, or give them another scheme; then enable them: what waits is sent then.',
  )
  tx.afterCommit(() => needs.onTrouble(trouble))
}
