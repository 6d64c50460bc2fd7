import type { Filters } from '../../database/asking.ts'
import type { List } from '../../database/list.ts'
import type { CaptureRow } from '../../wire.ts'

/** Rows that are read at once. */
const pageRows = 100

/**
 * All captures that match, oldest first, read in pages; what arrives meanwhile is no part of it.
 * @param asked `isOver` ends it before, when nobody reads on
 */
export async function* walk(
  list: Pick<List<CaptureRow>, 'arrivedInTurns'>,
  { filters, upTo, isOver }: { filters: Filters; upTo: number; isOver(): boolean },
): AsyncGenerator<CaptureRow> {
  let since = 0
  for (;;) {
    const rows = await list.arrivedInTurns({ filters, since, limit: pageRows, isOver })
    for (const row of rows) {
      if (row.seq > upTo) return
      yield row
    }
    const last = rows.at(-1)
    if (!last || rows.length < pageRows) return
    since = last.seq
  }
}
