import type { Filters } from '../database/asking.ts'
import type { Counters } from '../database/counters.ts'
import type { Search } from '../database/search.ts'
import { fail } from '../failures.ts'
import type { CaptureRow } from '../wire.ts'
import type { Explainer } from './explainer.ts'
import { walk } from './export/walk.ts'
import type { CaptureStore } from './store.ts'

export interface MatchingNeeds {
  captures: CaptureStore
  explainer: Explainer
  search: Search
  counters: Counters
}

/** All captures that a body means, oldest first, read a few at a time while other work goes on. */
export function createMatching({ captures, explainer, search, counters }: MatchingNeeds) {
  return async function matching(
    { up_to, ...asked }: { up_to?: number | undefined },
    { signal, would }: { signal: AbortSignal; would: string },
  ): Promise<AsyncIterable<CaptureRow>> {
    const filters = asked as Filters
    if (up_to === undefined && Object.values(filters).every((value) => value === undefined))
      fail(
        'invalid_field',
        `There is no filter, so that everything would be ${would}.`,
        `Give one of ${captures.list.names.slice(0, 4).join(', ')}, q, …, or up_to.`,
      )
    await explainer.caughtUp()
    await search.caughtUp()
    const newest = counters.current('seq')
    // A filter that cannot be read is refused before anything is done.
    captures.list.arrived({ filters, since: newest, limit: 1 })
    return walk(captures.list, {
      filters,
      upTo: Math.min(newest, up_to ?? newest),
      isOver: () => signal.aborted,
    })
  }
}
