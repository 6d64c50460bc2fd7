import { changeAll, pagesOf } from '../api/many.ts'
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
    const pages = pagesOf(deliveries.matchingInTurns, {
      filters: { ...filters, since: since === undefined ? undefined : toIso(since) },
      upTo: Math.min(deliveries.newest(), upTo),
      limit: batch,
      isOver: () => signal.aborted,
    })
    const { answers, done, skipped } = await changeAll(pages, { writer, at: deliveries.at }, work)
    return { deliveries: answers, counts: { deliveries: done, skipped } }
  }
}
