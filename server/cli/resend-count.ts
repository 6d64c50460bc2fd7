import type { DeliveryRow, Health } from '../wire.ts'
import { plural } from '../words/plural.ts'
import { fromIso, parseDuration } from '../words/time.ts'
import { type Client, withQuery } from './client.ts'
import type { DeliveryFilter } from './delivery-filter.ts'

type ResendFilter = DeliveryFilter & { since?: string }
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
export async function numbersMatching(client: Client, { since, ...filter }: ResendFilter): Promise<number[]> {
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
