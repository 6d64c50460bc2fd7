import type { Delivery } from '../../server/wire.ts'
import type { Result } from './api.ts'
import { getDelivery, listRows } from './routes.ts'

/** Of the deliveries to a subscription the oldest that has an attempt under way; null where none has. */
export async function underWayAt(subscription: string): Promise<Result<Delivery | null>> {
  const filters = { subscription_id: subscription, state: 'sending', order: 'oldest', limit: 1 }
  const found = await listRows('delivery', filters)
  if (!found.ok) return found
  const [oldest] = found.value.rows
  if (oldest === undefined) return { ok: true, value: null }
  const read = await getDelivery(oldest.id, 0)
  return read.ok ? { ok: true, value: read.value.delivery } : read
}
