/** The delivery settings of a subscription. */
import type { Config } from '../config.ts'
import type { SubscriptionRecord } from '../subscriptions/record.ts'
import { parseDuration } from '../words/time.ts'
import type { RetryPolicy } from './retry.ts'

/** The settings of one subscription, which override the config's. */
export interface DeliverySettings {
  policy: RetryPolicy
  /** The limit for a whole attempt, in ms of real time. 0 waits forever. */
  timeoutMs: number
  concurrency: number
  ordered: boolean
}

const known = new WeakMap<SubscriptionRecord, DeliverySettings>()

/** The settings of one state of a subscription, cached because every attempt needs them. */
export function settingsFor(config: Config['delivery'], subscription: SubscriptionRecord): DeliverySettings {
  const before = known.get(subscription)
  if (before) return before
  const settings = settingsOf(config, subscription)
  known.set(subscription, settings)
  return settings
}

function settingsOf(config: Config['delivery'], subscription: SubscriptionRecord): DeliverySettings {
  return {
    policy: {
      success: config.success,
      delaysMs: (subscription.retryDelays ?? config.retry_delays).map((text) => parseDuration(text) ?? 0),
      jitter: config.jitter,
      goneDisables: config.gone_disables,
    },
    timeoutMs: subscription.timeoutMs ?? parseDuration(config.timeout) ?? 0,
    concurrency: subscription.ordered ? 1 : (subscription.concurrency ?? config.concurrency),
    ordered: subscription.ordered,
  }
}
