/** Deletes a subscription, with Undo. */
import type { Subscription } from '../../server/wire.ts'
import { removeOpen } from '../detail/removing.ts'
import { titled } from '../kit/titled.ts'
import type { Result } from '../live/api.ts'
import { platform } from '../live/routes/subscription.ts'
import { readSettings, subscriptionName, subscriptions } from '../live/settings.ts'
import { callerOf } from './subscribing.ts'

/** Deletes a subscription as its owner. */
export async function unsubscribe(id: string, identity: string): Promise<Result<unknown>> {
  const done = await platform('DELETE', `/webhooks/${id}`, callerOf(identity))
  if (done.ok) await readSettings()
  // A refusal may mean that another client deleted the subscription first. The list decides.
  else if (subscriptions.value?.every((one) => one.id !== id)) return { ok: true, value: null }
  return done
}

/** Deletes a subscription after the undo period. */
export const removeSubscription = (subscription: Subscription) =>
  removeOpen({
    said: `Deleted the subscription ${titled(subscriptionName(subscription))}`,
    ids: [subscription.id],
    run: () => unsubscribe(subscription.id, subscription.identity),
  })
