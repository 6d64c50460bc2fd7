/** Disables a subscription after too many failed deliveries in a row. */
import type { Config } from '../config.ts'
import type { Transaction } from '../database/writer.ts'
import type { SubscriptionService } from '../subscriptions/service.ts'
import type { SubscriptionStore } from '../subscriptions/store.ts'
import type { DisabledReason } from '../wire.ts'
import type { Settled } from './aftermath.ts'

/** Counts the consecutive failed deliveries of each subscription, and disables it if the config says so. */
export function createGiveUp(needs: {
  config: Config
  subscriptions: SubscriptionStore
  service: SubscriptionService
}) {
  const { subscriptions, service } = needs
  const disableAfter = needs.config.delivery.disable_after

  return (tx: Transaction, subscriptionId: string, settled: Settled) => {
    const record = subscriptions.findEnabled(subscriptionId)
    if (!record || settled === 'open') return
    if (settled === 'delivered') {
      if (record.failedInARow > 0) service.countFailures(tx, record, 0)
      return
    }
    const counted = service.countFailures(tx, record, record.failedInARow + 1)
    const by = reasonToDisable(settled, counted.failedInARow, disableAfter)
    if (by) service.change(tx, counted, { enabled: false, disabledReason: by })
  }
}

function reasonToDisable(
  settled: Settled,
  failedInARow: number,
  disableAfter: number | null,
): DisabledReason | undefined {
  if (settled === 'gone') return { code: 'gone' }
  return disableAfter !== null && failedInARow >= disableAfter
    ? { code: 'given_up_in_a_row', count: failedInARow }
    : undefined
}
