import type { StartError } from '../failures.ts'
import type { DeliveryRow, Health } from '../wire.ts'
import { plural } from '../words/plural.ts'
import { fromIso, parseDuration } from '../words/time.ts'
import { type Client, withQuery } from './client.ts'
import type { DeliveryFilter } from './delivery-filter.ts'

export type ResendFilter = DeliveryFilter & { since?: string }

/** What every form of the command answers. */
interface Resent {
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
  filter: ResendFilter,
  how: { isListed: boolean; signal: AbortSignal },
): Promise<ResendDone> {
  const numbers = how.isListed ? await numbersMatching(client, filter) : []
  const bounds = numbers.filter((_, at) => (at + 1) % listedAtMost === 0 || at + 1 === numbers.length)
  const requests = how.isListed ? bounds.map((up_to) => ({ ...filter, up_to })) : [filter]
  const sent: Resent = { deliveries: [], counts: { deliveries: 0, skipped: 0 } }
  try {
    for (const request of requests) {
      if (how.signal.aborted) break
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

type Page = { deliveries: DeliveryRow[]; next: string | null }

/** How many deliveries a resend would concern, in words: beyond two pages, at least how many. Null for none. */
export async function countMatching(
  client: Client,
  { since, ...filter }: ResendFilter,
): Promise<string | null> {
  const from = await sinceTime(client, since)
  let count = 0
  let cursor: string | null = ''
  for (let page = 0; page < 2 && cursor !== null; page++) {
    const path = withQuery('/sandbox/deliveries', { ...filter, limit: 500, ...(cursor && { cursor }) })
    const answer: Page = await client.get<Page>(path, 'deliveries')
    const young = answer.deliveries.filter((row) => (fromIso(row.created_at) ?? 0) >= from)
    count += young.length
    cursor = young.length < answer.deliveries.length ? null : answer.next
  }
  if (count === 0 && cursor === null) return null
  return `${cursor === null ? '' : 'more than '}${plural(count, 'delivery', 'deliveries')}`
}

/** The numbers of all that it would concern, oldest first. */
async function numbersMatching(client: Client, { since, ...filter }: ResendFilter): Promise<number[]> {
  const from = await sinceTime(client, since)
  const rows = await client.all<DeliveryRow>('/sandbox/deliveries', 'deliveries', {
    query: { ...filter },
    enough: ({ created_at }) => (fromIso(created_at) ?? 0) < from,
  })
  return rows.map(({ seq }) => seq)
}

/** In microseconds. What is neither a time nor a duration the sandbox refuses. */
async function sinceTime(client: Client, since: string | undefined): Promise<number> {
  if (since === undefined) return 0
  const ms = parseDuration(since)
  if (ms === undefined) return fromIso(since) ?? 0
  const { now } = await client.get<Health>('/sandbox/health', 'platform')
  return (fromIso(now) ?? 0) - ms * 1000
}
