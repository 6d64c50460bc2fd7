import type { DeliveryRow } from '../../wire.ts'
import type { Client } from '../client.ts'
import { fittingOf } from '../delivery-fitting.ts'
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
