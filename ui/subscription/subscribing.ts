/** Creates and changes subscriptions through the emulated platform. */

import { signal } from '@preact/signals'
import type { Subscription } from '../../server/wire.ts'
import { removeOpen } from '../detail/removing.ts'
import { many } from '../kit/format.ts'
import { titled } from '../kit/titled.ts'
import type { Result } from '../live/api.ts'
import { health } from '../live/health.ts'
import { attemptTo } from '../live/refusal.ts'
import { type PlatformCaller, patchSubscription, platform } from '../live/routes/subscription.ts'
import { readSettings, subscriptionName, subscriptions } from '../live/settings.ts'
import { undoable } from '../live/undo.ts'

/** Whether the address field takes the focus when a subscription opens. */
export const isAddressWanted = signal(false)

/** The caller of the platform, with the default identity unless another is given. */
export const callerOf = (identity?: string): PlatformCaller => ({
  authorization: health.value?.platform.authorization ?? 'demo',
  identity: identity || (health.value?.platform.identity ?? 'demo'),
})

export interface SubscribeForm {
  url: string
  events: string[]
  description: string
  identity?: string
}

/** Subscribes like an integrator and returns the new id. */
export async function subscribe({ identity, ...body }: SubscribeForm): Promise<Result<string>> {
  const made = await platform('POST', '/webhooks', callerOf(identity), body)
  if (!made.ok) return made
  await readSettings()
  return { ok: true, value: made.value.webhook_subscription.id }
}

/** Changes a subscription as its owner. */
export async function changeSubscription(
  id: string,
  identity: string,
  change: { status: 'STATUS_ENABLED' | 'STATUS_DISABLED' },
): Promise<Result<unknown>> {
  const done = await platform('PATCH', `/webhooks/${id}`, callerOf(identity), change)
  if (done.ok) await readSettings()
  return done
}

/** Enables or disables subscriptions as their owners, with Undo. Returns the first refusal. */
export async function switchSubscriptions(
  all: readonly Pick<Subscription, 'id' | 'identity'>[],
  enabled: boolean,
): Promise<Result<unknown>> {
  const set = (on: boolean) =>
    Promise.all(
      all.map(({ id, identity }) =>
        changeSubscription(id, identity, { status: on ? 'STATUS_ENABLED' : 'STATUS_DISABLED' }),
      ),
    )
  const done = await set(enabled)
  const refused = done.find(({ ok }) => !ok)
  if (refused !== undefined) return refused
  undoable(`${enabled ? 'Enabled' : 'Disabled'} ${many(all.length, 'subscription')}`, () => set(!enabled))
  return { ok: true, value: null }
}

/** Changes the settings of a subscription, with Undo. */
export async function editSubscription(
  before: Subscription,
  change: Parameters<typeof patchSubscription>[1],
): Promise<Result<unknown>> {
  const write = async (settings: typeof change) => {
    const done = await patchSubscription(before.id, settings)
    if (done.ok) await readSettings()
    return done
  }
  const done = await write(change)
  const former = Object.fromEntries(Object.entries(before).filter(([key]) => key in change))
  if (done.ok) undoable('Changed the subscription', () => attemptTo(write(former)))
  return done
}

/** Timeout of an attempt in ms. 0 means no timeout, null means unknown. */
export function timeoutOf(id: string): number | null {
  const own = subscriptions.value?.find((one) => one.id === id)?.timeout_ms
  return own ?? health.value?.delivery.timeout_ms ?? null
}

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
