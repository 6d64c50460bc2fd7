import type { Subscription } from '../../../server/wire.ts'
import { request } from '../api.ts'

const path = (subscription: string) => `/sandbox/subscriptions/${encodeURIComponent(subscription)}`

/** What the platform has no fields for; null takes the sandbox's own default. */
export type SubscriptionSettings = Pick<
  Subscription,
  'scheme' | 'scheme_options' | 'ordered' | 'concurrency' | 'timeout_ms' | 'retry_delays' | 'fault'
>
export const patchSubscription = (id: string, change: Partial<SubscriptionSettings>) =>
  request<{ subscription: Subscription }>('PATCH', path(id), { body: change })

/** Both secrets sign until the overlap, such as `24h`, is over. */
export const rotateSecret = (id: string, overlap: string) =>
  request<{ subscription: Subscription }>('POST', `${path(id)}/rotate-secret`, { body: { overlap } })
