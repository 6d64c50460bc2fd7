import type { Health, Subscription } from '../../wire.ts'
import type { Client } from '../client.ts'

type Made = Pick<Subscription, 'id' | 'url' | 'secret' | 'events'> & { status: string }

/**
 * Subscribes a receiver as an integrator's own code would; where it has the same subscription already, a script that runs again
 * makes no second one. Answers what the platform does, and what the sandbox warns of.
 */
export async function subscribeOnce(
  client: Client,
  { url, events, identity }: { url: string; events: string[]; identity?: string | undefined },
) {
  const { platform } = await client.get<Health>('/sandbox/health', 'platform')
  const caller = { authorization: platform.authorization, identity: identity ?? platform.identity }
  const known = await client.call<{ webhook_subscriptions: Made[] }>('/webhooks', {
    member: 'webhook_subscriptions',
    caller,
  })
  const same = known.answer.webhook_subscriptions.find(
    (one) => one.url === url && one.status === 'enabled' && one.events.join() === events.join(),
  )
  if (same) return { answer: { webhook_subscription: same }, warning: null, isNew: false }
  const made = await client.call<{ webhook_subscription: Made }>('/webhooks', {
    member: 'webhook_subscription',
    caller,
    body: { url, events },
  })
  return { ...made, isNew: true }
}
