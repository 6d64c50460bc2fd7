import type { DeliveryRow } from '../../wire.ts'
import type { Client } from '../client.ts'
import type { DeliveryFilter } from '../delivery-filter.ts'
import { keptRows, withRow } from './state.ts'
import { type Store, tried } from './tried.ts'

/** Those that came and of which only the sandbox can say whether they fit: the words of `q` it alone can look for. */
export function createUnasked(needs: Store & { client: Client }) {
  const { client, read, change } = needs
  const unasked = new Map<string, DeliveryRow>()
  let isAsking = false

  async function askAll() {
    if (isAsking) return
    isAsking = true
    try {
      while (unasked.size > 0) {
        const { filter } = read()
        const asked = [...unasked.values()]
        const fitting = await fittingOf(client, filter, asked)
        if (filter === read().filter) for (const row of asked) settle(row, fitting.has(row.id))
      }
    } finally {
      isAsking = false
    }
  }

  function settle(asked: DeliveryRow, fits: boolean) {
    // It may have changed since; one that has none of the words may have them now.
    const newest = unasked.get(asked.id)
    if (newest === undefined || (!fits && newest !== asked)) return
    unasked.delete(asked.id)
    if (fits) change((state) => withRow(state, newest))
  }

  /** What could not be asked stays for the next time. */
  const goOn = () => tried(needs, askAll)

  return {
    goOn,
    put(row: DeliveryRow) {
      unasked.delete(row.id)
      unasked.set(row.id, row)
      const [oldest] = unasked.keys()
      if (unasked.size > keptRows && oldest !== undefined) unasked.delete(oldest)
      void goOn()
    },
    delete: (id: string) => void unasked.delete(id),
    clear: () => unasked.clear(),
  }
}

/** Between two deliveries that are asked about together at most, in numbers. */
const widestGap = 1000

/**
 * The ids of those that a filter finds, whatever their state is now. Those that follow closely are one question: in a burst
 * one each would be behind for long.
 */
async function fittingOf(
  client: Client,
  { state: _, ...query }: DeliveryFilter,
  rows: readonly DeliveryRow[],
): Promise<Set<string>> {
  const fitting = new Set<string>()
  for (const near of runsOf(rows.toSorted((a, b) => a.seq - b.seq))) {
    const oldest = near[0]?.seq ?? 0
    const times = near.map(({ created_at }) => created_at).toSorted()
    const [since = '', until = ''] = [times[0], times.at(-1)]
    const found = await client.all<DeliveryRow>('/sandbox/deliveries', 'deliveries', {
      query: { ...query, since, until },
      enough: ({ seq }) => seq < oldest,
    })
    for (const { id } of found) fitting.add(id)
  }
  return fitting
}

/** Rows in order, cut where one is far behind the one before. */
function runsOf(rows: readonly DeliveryRow[]): DeliveryRow[][] {
  const runs: DeliveryRow[][] = []
  for (const row of rows) {
    const run = runs.at(-1)
    if (run && row.seq - (run.at(-1)?.seq ?? 0) <= widestGap) run.push(row)
    else runs.push([row])
  }
  return runs
}
