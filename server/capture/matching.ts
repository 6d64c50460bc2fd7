/** Finds the captures that match filters, for exports and bulk actions. */
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

/** The number of captures read or changed in one transaction. */
const pageRows = 50

/** Finds the captures that match filters, once their causes and the search index are complete. */
export function createMatching({ captures, explainer, search, counters }: MatchingNeeds) {
  const { list } = captures

  /** All captures that match at the time of the call, oldest first, in pages. */
  async function matching(
    filters: Filters,
    { signal, upTo }: { signal: AbortSignal; upTo?: number | undefined },
  ): Promise<AsyncIterable<CaptureRow[]>> {
    await explainer.caughtUp()
    await search.caughtUp()
    const newest = counters.current('seq')
    // An invalid filter must be refused before the response or the first change begins.
    list.arrived({ filters, since: newest, limit: 1 })
    const isOver = () => signal.aborted
    return pagesOf(list.arrivedInTurns, {
      filters,
      upTo: Math.min(newest, upTo ?? newest),
      limit: pageRows,
      isOver,
    })
  }

  /** As {@link matching}, for the body of a request; refuses a body without a filter. */
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
