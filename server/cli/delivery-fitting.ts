/** Prints the reported deliveries that match a filter with words, which only the sandbox can search. */
import { StartError } from '../failures.ts'
import { createOneAtATime } from '../memory/one-at-a-time.ts'
import type { DeliveryRow } from '../wire.ts'
import type { Client } from './client.ts'
import { anyState, type DeliveryFilter, fitsFilter } from './delivery-filter.ts'

/**
 * Prints reported deliveries that match. Deliveries that arrive during a search are searched together next: a search for each
 * would take minutes after a burst.
 */
export function createFitting(client: Client, filter: DeliveryFilter, print: (row: DeliveryRow) => void) {
  const oneAtATime = createOneAtATime()
  let waiting: DeliveryRow[] = []

  const ask = () =>
    oneAtATime(async () => {
      while (waiting.length > 0) {
        const asked = waiting
        waiting = []
        const fitting = await fittingOf(client, filter, asked).catch((error) => {
          waiting = [...asked, ...waiting]
          throw error
        })
        for (const row of asked) if (fitting.has(row.id)) print(row)
      }
    })

  /** After a failed search, the deliveries wait for the next delivery, or until the sandbox is back. */
  const goOn = () =>
    void ask().catch((error: unknown) => {
      if (!(error instanceof StartError)) throw error
    })

  return {
    hear(row: DeliveryRow) {
      if (!fitsFilter(filter, row)) return
      if (anyState(filter).q === undefined) return print(row)
      waiting.push(row)
      goOn()
    },
    goOn,
    /** Fulfilled when no delivery waits for a search. */
    ask,
    forget() {
      waiting = []
    },
  }
}

/** The widest gap between the numbers of two deliveries that one search covers. */
const widestGap = 1000

/**
 * The ids of the deliveries that match a filter, apart from their state. One search covers deliveries that are close
 * together.
 */
export async function fittingOf(
  client: Client,
  filter: DeliveryFilter,
  rows: readonly DeliveryRow[],
): Promise<Set<string>> {
  const fitting = new Set<string>()
  for (const near of runsOf(rows.toSorted((a, b) => a.seq - b.seq))) {
    const oldest = near[0]?.seq ?? 0
    const times = near.map(({ created_at }) => created_at).toSorted()
    const [since = '', until = ''] = [times[0], times.at(-1)]
    const found = await client.all<DeliveryRow>('/sandbox/deliveries', 'deliveries', {
      query: { ...anyState(filter), since, until },
      enough: ({ seq }) => seq < oldest,
    })
    for (const { id } of found) fitting.add(id)
  }
  return fitting
}

/** Ordered rows, split at each wide gap. */
function runsOf(rows: readonly DeliveryRow[]): DeliveryRow[][] {
  const runs: DeliveryRow[][] = []
  for (const row of rows) {
    const run = runs.at(-1)
    if (run && row.seq - (run.at(-1)?.seq ?? 0) <= widestGap) run.push(row)
    else runs.push([row])
  }
  return runs
}
