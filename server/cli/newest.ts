import type { Health } from '../wire.ts'
import { type Query, withQuery } from './client.ts'
import type { CommandContext } from './command.ts'
import { createLiveClient, tellLoss } from './live.ts'
import type { Told } from './print-lines.ts'

interface Listing<Row> {
  list: 'calls' | 'captures'
  /** Which news tells of a new row. */
  kind: 'call' | 'capture'
  query: Query
  follow: true | undefined
  limit: number
  /** @param now the sandbox's time as the list begins */
  lineOf(row: Row, now: string): Told
  /** Says what may be why nothing is found. */
  none(): Promise<void> | void
}

/**
 * Prints the newest rows of a list, the newest last; then those that come, where that is wanted, until it is ended. Which rows a
 * query finds is left to the sandbox, so that it means the same here as in the page. Returns what was listed at first.
 */
export async function printNewest<Row extends { seq: number }>(
  { list, kind, query, follow, limit, lineOf, none }: Listing<Row>,
  { client, terminal, tellEach, outside, onRunning }: CommandContext,
): Promise<{ rows: Row[]; followed: () => Promise<void> }> {
  type Page = Record<typeof list, Row[]> & { next: string | null }
  const { seq, now } = await client.get<Health>('/sandbox/health', 'platform')
  const path = `/sandbox/${list}`
  const readPage = () => client.get<Page>(withQuery(path, { ...query, limit }), list)
  let printed = seq

  function print(rows: readonly Row[]) {
    tellEach(rows, (row) => lineOf(row, now))
    printed = Math.max(printed, rows.at(-1)?.seq ?? 0)
  }

  /** What has come since the last look. */
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
      // News of a row that is known has a number of its own.
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
  // Whoever reads a line may end it at once.
  if (follow) onRunning({ close: async () => live.close() })
  const { [list]: rows } = await readPage()
  if (rows.length === 0) {
    terminal.log(`No ${list} are found.`)
    await none()
  }
  print(rows.reverse())
  return { rows, followed: async () => void (follow && (await live.run())) }
}
