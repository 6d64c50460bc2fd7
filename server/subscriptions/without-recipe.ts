/** Disables subscriptions whose custom signing recipe is missing from the config. */
import type { Transaction } from '../database/writer.ts'
import { StartError } from '../failures.ts'
import { lacksRecipe } from '../signing/options.ts'
import type { Recipes } from '../signing/recipes.ts'
import type { SubscriptionService } from './service.ts'
import type { SubscriptionStore } from './store.ts'

/**
 * Disables the subscriptions whose recipe the config no longer has, so that nothing is sent unsigned. Pending deliveries are
 * kept.
 */
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
    `The config has no recipe for the scheme custom, so these subscriptions are disabled: ${ids}.`,
    'Set signing.custom and restart, or choose another scheme for them. Then enable them: pending deliveries are sent at that point.',
  )
  tx.afterCommit(() => needs.onTrouble(trouble))
}
