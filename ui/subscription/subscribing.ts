import { signal } from '@preact/signals'
import type { Result } from '../live/api.ts'
import { health } from '../live/health.ts'
import { type PlatformCaller, platform } from '../live/routes.ts'
import { readSettings, subscriptions } from '../live/settings.ts'

/** Whether the address of a subscription takes the focus when it next appears. */
export const isAddressWanted = signal(false)

/** Who the page calls the platform as, unless another identity is asked for. */
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

/** Subscribes through the emulated platform, as an integrator would; answers the new id. */
export async function subscribe({ identity, ...body }: SubscribeForm): Promise<Result<string>> {
  const made = await platform('POST', '/webhooks', callerOf(identity), body)
  if (!made.ok) return made
  await readSettings()
  return { ok: true, value: made.value.webhook_subscription.id }
}

type Change =
  | { status: 'STATUS_ENABLED' | 'STATUS_DISABLED' }
  | { events: string[]; url: string; description: string }

/** Changes a subscription as the identity it belongs to. */
export async function changeSubscription(
  id: string,
  identity: string,
  change: Change,
): Promise<Result<unknown>> {
  const done = await platform('PATCH', `/webhooks/${id}`, callerOf(identity), change)
  if (done.ok) await readSettings()
  return done
}

/** Removes a subscription as the identity it belongs to. */
export async function unsubscribe(id: string, identity: string): Promise<Result<unknown>> {
  const done = await platform('DELETE', `/webhooks/${id}`, callerOf(identity))
  if (done.ok) await readSettings()
  // The platform's refusal tells nobody apart who was faster; the list does.
  else if (subscriptions.value?.every((one) => one.id !== id)) return { ok: true, value: null }
  return done
}

/** How long an attempt to a subscription may take, ms; 0 for ever, null where the sandbox does not say. */
export function timeoutOf(id: string): number | null {
  const own = subscriptions.value?.find((one) => one.id === id)?.timeout_ms
  return own ?? health.value?.delivery.timeout_ms ?? null
}
