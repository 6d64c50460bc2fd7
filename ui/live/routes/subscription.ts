/** The requests that change a subscription. */
import type { Subscription } from '../../../server/wire.ts'
import { request } from '../api.ts'

const id = encodeURIComponent

/** The platform's own webhook operations, called as an integrator calls them. */
export const platform = (
  method: 'POST' | 'PATCH' | 'DELETE',
  path: string,
  caller: PlatformCaller,
  body?: unknown,
) =>
  request<{ webhook_subscription: { id: string; secret: string } }>(method, `/api/v0.1${path}`, {
    headers: { authorization: caller.authorization, identity: caller.identity },
    ...(body === undefined ? {} : { body }),
  })
export interface PlatformCaller {
  authorization: string
  identity: string
}

const path = (subscription: string) => `/sandbox/subscriptions/${id(subscription)}`

/** What a subscription's form changes; null restores the default. */
export type SubscriptionChange = Pick<
  Subscription,
  | 'url'
  | 'events'
  | 'description'
  | 'scheme'
  | 'scheme_options'
  | 'ordered'
  | 'concurrency'
  | 'timeout_ms'
  | 'retry_delays'
  | 'fault'
  | 'handshake'
>
export const patchSubscription = (subscription: string, change: Partial<SubscriptionChange>) =>
  request<{ subscription: Subscription }>('PATCH', path(subscription), { body: change })

export const sendHandshake = (subscription: string) =>
  request<{ subscription: Subscription }>('POST', `${path(subscription)}/handshake`, { body: {} })

/** Both secrets sign until the overlap, such as `24h`, ends. */
export const rotateSecret = (subscription: string, overlap: string) =>
  request<{ subscription: Subscription }>('POST', `${path(subscription)}/rotate-secret`, {
    body: { overlap },
  })
