import { fromIso, parseDuration } from '../time.ts'
import type { DeliveryRow, Health } from '../wire.ts'
import { type Client, withQuery } from './client.ts'
import type { DeliveryFilter } from './delivery-filter.ts'

type Page = { deliveries: DeliveryRow[]; next: string | null }

/** How many deliveries a resend would concern, in words: beyond two pages, at least how many. Null for none. */
export async function countMatching(
  client: Client,
  { since, ...filter }: DeliveryFilter & { since?: string },
): Promise<string | null> {
  const { now } = await client.get<Health>('/sandbox/health', 'platform')
  const from = since === undefined ? 0 : sinceTime(since, fromIso(now) ?? 0)
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
  return `${cursor === null ? '' : 'more than '}${count} ${count === 1 ? 'delivery' : 'deliveries'}`
}

/** In microseconds. What is neither a time nor a duration the sandbox refuses. */
function sinceTime(since: string, now: number): number {
  const ms = parseDuration(since)
  return ms === undefined ? (fromIso(since) ?? 0) : now - ms * 1000
}
