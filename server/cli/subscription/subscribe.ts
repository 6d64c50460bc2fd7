/** Subscribes a receiver once: a script that runs again finds its subscription. */
import type { Health, Subscription } from '../../wire.ts'
import type { Client } from '../client.ts'
import { readSubscriptions } from '../known-subscriptions.ts'
import type { Settings } from './settings.ts'

export const subscriptionsPath = '/sandbox/subscriptions'

/** What POST and PATCH of subscriptions answer. */
export interface Changed {
  subscription: Subscription
  warnings: string[]
}

/**
 * Subscribes a receiver. An enabled subscription with the same address, events and identity is kept, and takes the
 * settings; so is one that waits for its handshake.
 */
export async function subscribeOnce(
  client: Client,
  asked: { url: string; events: string[]; identity?: string | undefined; settings: Settings },
): Promise<Changed & { isNew: boolean }> {
  const { url, events, settings } = asked
  const { platform } = await client.get<Health>('/sandbox/health', 'platform')
  const identity = asked.identity ?? platform.identity
  const known = await readSubscriptions(client)
  const same = known.find(
    (one) =>
      one.url === url &&
      one.identity === identity &&
      (one.status === 'enabled' || (settings.handshake && one.disabled_reason_code === 'handshake_failed')) &&
      one.events.join() === events.join(),
  )
  if (!same) {
    const body = { url, events, identity, ...settings }
    return { ...(await client.post<Changed>(subscriptionsPath, 'subscription', body)), isNew: true }
  }
  if (Object.keys(settings).length === 0) return { subscription: same, warnings: [], isNew: false }
  const changed = await client.patch<Changed>(`${subscriptionsPath}/${same.id}`, 'subscription', settings)
  return { ...changed, isNew: false }
}
