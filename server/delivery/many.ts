import type { Filters } from '../database/asking.ts'
import type { Search } from '../database/search.ts'
import type { Transaction, Writer } from '../database/writer.ts'
import type { DeliveryRow } from '../wire.ts'
import { toIso } from '../words/time.ts'
import type { DeliveryRecord } from './record.ts'
import type { DeliveryStore } from './store.ts'

/** What came of doing something to many. */
export interface DoneToMany {
  /** Empty above 1,000. */
  deliveries: DeliveryRow[]
  counts: { deliveries: number; skipped: number }
}
/** Which are meant: those that match a list's filters. */
export interface Meant {
  filters: Filters
  /** Only those made since then, in microseconds of the sandbox's clock. */
  since: number | undefined
  /** Only those with at most this number. */
  upTo: number | undefined
  /** Aborted once nobody asks for it any more: what is done by then stays done. */
  signal: AbortSignal
}

const listedAtMost = 1000
/** Deliveries changed in one transaction, so that nobody waits long for it. */
const batch = 100

/** Does something to all deliveries that match and are there now, each as it then is, oldest first; work that answers none skips it. */
export function createToMany(needs: {
  deliveries: Pick<DeliveryStore, 'at' | 'matchingInTurns' | 'newest'>
  writer: Writer
  search: Pick<Search, 'caughtUp'>
}) {
  const { deliveries, writer, search } = needs

  return async function toMany(
    { filters, since, upTo = Number.MAX_SAFE_INTEGER, signal }: Meant,
    work: (tx: Transaction, record: DeliveryRecord) => DeliveryRow | undefined,
  ): Promise<DoneToMany> {
    if (filters.q !== undefined) await search.caughtUp()
    const newest = Math.min(deliveries.newest(), upTo)
    const asked = { ...filters, since: since === undefined ? undefined : toIso(since) }
    const result: DoneToMany = { deliveries: [], counts: { deliveries: 0, skipped: 0 } }
    let after = 0
    while (!signal.aborted) {
      const matched = await deliveries.matchingInTurns({
        filters: asked,
        limit: batch,
        since: after,
        isOver: () => signal.aborted,
      })
      const going = matched.filter(({ seq }) => seq <= newest)
      if (going.length === 0) break
      const { present, done } = await writer.write((tx) => {
        // One may have gone or changed meanwhile; after a reset another has its id, but never its number.
        const present = going.flatMap(({ seq }) => deliveries.at(seq) ?? [])
        return { present, done: present.flatMap((record) => work(tx, record) ?? []) }
      })
      result.counts.deliveries += done.length
      result.counts.skipped += present.length - done.length
      if (result.counts.deliveries <= listedAtMost) result.deliveries.push(...done)
      else result.deliveries = []
      after = going.at(-1)?.seq ?? newest
    }
    return result
  }
}
