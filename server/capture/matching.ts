import { pagesOf, requireFilter } from '../api/many.ts'
import type { Filters } from '../database/asking.ts'
import type { Counters } from '../database/counters.ts'
import type { Search } from '../database/search.ts'
import type { CaptureRow } from '../wire.ts'
import type { Explainer } from './explainer.ts'
import type { CaptureStore } from './store.ts'

export interface MatchingNeeds {
  captures: CaptureStore
  explainer: Explainer
  search: Search
  counters: Counters
}

/** Captures read or changed at once. */
const pageRows = 50

/** Finds the captures that are meant by filters. */
export function createMatching({ captures, explainer, search, counters }: MatchingNeeds) {
  const { list } = captures

  /** All captures that match now, oldest first, in pages. */
  async function matching(
    filters: Filters,
    { signal, upTo }: { signal: AbortSignal; upTo?: number | undefined },
  ): Promise<AsyncIterable<CaptureRow[]>> {
    await explainer.caughtUp()
    await search.caughtUp()
    const newest = counters.current('seq')
    // A filter that cannot be read is refused before anything is done or answered.
    list.arrived({ filters, since: newest, limit: 1 })
    const isOver = () => signal.aborted
    return pagesOf(list.arrivedInTurns, {
      filters,
      upTo: Math.min(newest, upTo ?? newest),
      limit: pageRows,
      isOver,
    })
  }

  /** As {@link matching}, of what the body of an order means. */
  function meant(
    body: { up_to?: number | undefined },
    { signal, would }: { signal: AbortSignal; would: string },
  ) {
    requireFilter(body, { would, names: `${list.names.slice(0, 4).join(', ')}, q, …, or up_to` })
    const { up_to: upTo, ...filters } = body
    return matching(filters as Filters, { signal, upTo })
  }

  return { matching, meant }
}
