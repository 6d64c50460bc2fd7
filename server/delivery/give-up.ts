import type { Config } from '../config.ts'
import type { Transaction } from '../database/writer.ts'
import type { SubscriptionService } from '../subscriptions/service.ts'
import type { SubscriptionStore } from '../subscriptions/store.ts'
import { plural } from '../words/plural.ts'
import type { Settled } from './aftermath.ts'

/** Counts for each subscription the deliveries given up in a row, and disables it where the config says so. */
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
    const reason = reasonToDisable(settled, counted.failedInARow, disableAfter)
    if (!reason) return
    const disabled = { enabled: false, disabledReason: reason }
    service.change(tx, counted, disabled, `the subscription was disabled: ${reason}`)
  }
}

function reasonToDisable(
  settled: Settled,
  failedInARow: number,
  disableAfter: number | null,
): string | undefined {
  if (settled === 'gone') return 'its receiver answered 410 Gone'
  return disableAfter !== null && failedInARow >= disableAfter
    ? `${plural(failedInARow, 'delivery was', 'deliveries in a row were')} given up`
    : undefined
}
