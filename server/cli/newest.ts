/** Lists the newest calls or captures, and follows new ones. */

import { type Query, withQuery } from '../library/ask.ts'
import type { Health } from '../wire.ts'
import { indexLagWords } from '../words/search-hint.ts'
import type { CommandContext } from './command.ts'
import { createLiveClient, tellLoss } from './live.ts'
import type { Told } from './print-lines.ts'

interface Listing<Row> {
  list: 'calls' | 'captures'
  /** The kind of frame that reports a new row. */
  kind: 'call' | 'capture'
  query: Query
  follow: true | undefined
  limit: number
  /** @param now the sandbox's time at the start of the command */
  lineOf(row: Row, now: string): Told
  /** Prints possible reasons for an empty list. */
  none(): Promise<void> | void
}

/**
 * Prints the newest rows of a list, newest last. `followed` then prints new rows until the command is stopped, if wanted. The
 * sandbox decides which rows match, so that a search means the same here and in the page.
 */
export async function printNewest<Row extends { seq: number }>(
  { list, kind, query, follow, limit, lineOf, none }: Listing<Row>,
  { client, terminal, tellEach, outside, onRunning }: CommandContext,
): Promise<{ rows: Row[]; followed: () => Promise<void> }> {
  type Page = Record<typeof list, Row[]> & { next: string | null; index_lag?: number }
  const { seq, now } = await client.get<Health>('/sandbox/health', 'platform')
  const path = `/sandbox/${list}`
  const readPage = () => client.get<Page>(withQuery(path, { ...query, limit }), list)
  let printed = seq

  function print(rows: readonly Row[]) {
    tellEach(rows, (row) => lineOf(row, now))
    printed = Math.max(printed, rows.at(-1)?.seq ?? 0)
  }

  /** Prints the rows since the last look. */
  async function printMore() {
    const enough = (row: Row) => row.seq <= printed
    const { [list]: newest, next } = await readPage()
    const isAll = next === null || newest.some(enough)
    if (isAll) print(newest.filter((row) => !enough(row)).reverse())
    else print(await client.all<Row>(path, list, { query, enough }))
  }

  const live = createLiveClient({
    base: client.base,
    since: seq,
    outside,
    async hear(frame) {
      // Updates of an older row have a number of their own.
      if (frame.kind !== kind || 'deleted' in frame.data || frame.data.seq !== frame.seq) return
      if (frame.seq <= printed) return
      await printMore()
      printed = Math.max(printed, frame.seq)
    },
    replaced() {
      printed = 0
    },
    fill: printMore,
    ...tellLoss(terminal, client.base),
  })
  // Registered before the first line, since its reader may stop the command at once.
  if (follow) onRunning({ close: async () => live.close() })
  const { [list]: rows, index_lag } = await readPage()
  if (index_lag !== undefined) terminal.log(indexLagWords(index_lag))
  if (rows.length === 0) {
    terminal.log(`No ${list} found.`)
    await none()
  }
  print(rows.reverse())
  return { rows, followed: async () => void (follow && (await live.run())) }
}
