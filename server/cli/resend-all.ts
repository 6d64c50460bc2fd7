import type { StartError } from '../failures.ts'
import type { DeliveryRow } from '../wire.ts'
import type { Client } from './client.ts'
import type { DeliveryFilter } from './delivery-filter.ts'
import { numbersMatching } from './resend-count.ts'

/** What every form of the command answers. */
export interface Resent {
  deliveries: DeliveryRow[]
  counts: { deliveries: number; skipped: number }
}
export interface ResendDone {
  sent: Resent
  /** What kept the rest from being sent. */
  trouble?: unknown
  /** What is said in the end where the sandbox refused some of those named. */
  refused?: StartError
}

/** Of more in one answer the sandbox tells only how many they are. */
export const listedAtMost = 1000

/**
 * Sends all that match again.
 * @param how.isListed all are told, however many; else only how many, where that is more than {@link listedAtMost}
 */
export async function resendAll(
  client: Client,
  filter: DeliveryFilter & { since?: string },
  how: { isListed: boolean; isBroken(): boolean },
): Promise<ResendDone> {
  const numbers = how.isListed ? await numbersMatching(client, filter) : []
  const bounds = numbers.filter((_, at) => (at + 1) % listedAtMost === 0 || at + 1 === numbers.length)
  const requests = how.isListed ? bounds.map((up_to) => ({ ...filter, up_to })) : [filter]
  const sent: Resent = { deliveries: [], counts: { deliveries: 0, skipped: 0 } }
  try {
    for (const request of requests) {
      if (how.isBroken()) break
      const { deliveries = [], counts } = await client.post<Resent>(
        '/sandbox/deliveries/resend',
        'counts',
        request,
      )
      // Each but the first meets again what those before it have sent, and skips it.
      sent.counts.skipped = Math.max(0, (counts.skipped ?? 0) - sent.counts.deliveries)
      sent.counts.deliveries += counts.deliveries
      sent.deliveries.push(...deliveries)
    }
  } catch (trouble) {
    return { sent, trouble }
  }
  return { sent }
}
