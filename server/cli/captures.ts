import type { CaptureRow, Health } from '../wire.ts'
import { jsonLine } from '../words/printable.ts'
import { commandLine, createClient, type TargetFlags, withQuery } from './client.ts'
import { otherDay } from './delivery-words.ts'
import { captureLine } from './listen-lines.ts'
import { createLiveClient, tellLoss } from './live.ts'
import { tellNoneFound, tellNothing } from './nothing-found.ts'
import { printLines } from './print-lines.ts'
import { type Line, span } from './spans.ts'
import type { LongShell } from './terminal.ts'

export interface CapturesFlags extends TargetFlags {
  follow?: true
  limit: number
  json?: true
}

const listedLine = (row: CaptureRow, now: string): Line => [
  span(otherDay(row.received_at, now)),
  ...captureLine(row),
  ...(row.event === null ? [] : [span(`  ${row.event}`)]),
  span(`  ${row.id}`),
]

interface Page {
  captures: CaptureRow[]
  next: string | null
}

/**
 * Prints the newest captures that a search finds, the newest last; with `--follow` those that come too, until it is ended.
 * What is found is left to the sandbox, so that a search means the same here as in the page.
 */
export async function captures(
  words: readonly string[],
  flags: CapturesFlags,
  { terminal, environment, outside, onRunning }: LongShell,
) {
  const client = createClient(flags, environment)
  const { seq, now } = await client.get<Health>('/sandbox/health', 'platform')
  const query = words.length === 0 ? {} : { q: words.join(' ') }
  const path = withQuery('/sandbox/captures', { ...query, limit: flags.limit })
  let printed = seq

  function print(rows: readonly CaptureRow[]) {
    if (flags.json) for (const row of rows) terminal.out(jsonLine(row))
    else
      printLines(
        terminal,
        rows.map((row) => listedLine(row, now)),
      )
    printed = Math.max(printed, rows.at(-1)?.seq ?? 0)
  }

  /** What has come since the last look. */
  async function printMore() {
    const enough = (row: CaptureRow) => row.seq <= printed
    const { captures: newest, next } = await client.get<Page>(path, 'captures')
    const isAll = next === null || newest.some(enough)
    if (isAll) print(newest.filter((row) => !enough(row)).reverse())
    else print(await client.all<CaptureRow>('/sandbox/captures', 'captures', { query, enough }))
  }

  const live = createLiveClient({
    base: client.base,
    since: seq,
    outside,
    async hear(frame) {
      // News of one that is known has a number of its own.
      if (frame.kind !== 'capture' || 'deleted' in frame.data) return
      if (frame.data.seq === frame.seq && frame.seq > printed) await printMore()
    },
    replaced() {
      printed = 0
    },
    fill: printMore,
    ...tellLoss(terminal, client.base),
  })
  // Whoever reads a line may end it at once.
  if (flags.follow) onRunning({ close: async () => live.close() })
  const { captures } = await client.get<Page>(path, 'captures')
  if (captures.length === 0) {
    tellNothing(terminal, 'captures')
    await tellNoneFound({ client, terminal }, query.q)
  }
  print(captures.reverse())
  const doubtful = captures.findLast(
    ({ verdict: { result } }) => result === 'failed' || result === 'unknown_secret',
  )
  if (doubtful && !flags.json)
    terminal.log(`What mends a signature: ${commandLine(`capture show ${doubtful.id}`, flags)}`)
  if (flags.follow) await live.run()
}
