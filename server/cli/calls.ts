import { readNumbers } from '../database/number-filter.ts'
import { withPrefix } from '../http/prefix.ts'
import type { CallRow, Health } from '../wire.ts'
import { fitsPattern } from '../words/pattern.ts'
import { jsonLine, printable } from '../words/printable.ts'
import { createClient, type TargetFlags, withQuery } from './client.ts'
import { isAnyOf } from './delivery-filter.ts'
import { otherDay } from './delivery-words.ts'
import { createLiveClient, tellLoss } from './live.ts'
import { tellNoMethod, tellNothing } from './nothing-found.ts'
import type { LongShell } from './terminal.ts'

interface Filters {
  method?: string
  path?: string
  status?: string
  code?: string
}
export interface CallsFlags extends TargetFlags, Filters {
  follow?: true
  limit: number
  json?: true
}

/** Prints the newest calls, the newest last; with `--follow` those that come too, until it is ended. */
export async function calls(flags: CallsFlags, { terminal, environment, outside, onRunning }: LongShell) {
  const client = createClient(flags, environment)
  // Before the list is read: what comes in between is told by both, and printed once.
  const { seq, now } = await client.get<Health>('/sandbox/health', 'platform')
  const { method, path: pattern, status, code } = flags
  const filters = {
    ...(method !== undefined && { method }),
    ...(pattern !== undefined && { path: pattern }),
    ...(status !== undefined && { status }),
    ...(code !== undefined && { code }),
  }
  let printed = 0

  function print(rows: readonly CallRow[]) {
    for (const row of rows)
      terminal.out(flags.json ? jsonLine(row) : printable(otherDay(row.at, now) + lineOf(row)))
    printed = rows.at(-1)?.seq ?? printed
  }

  const live = createLiveClient({
    base: client.base,
    since: seq,
    outside,
    hear(frame) {
      if (frame.kind === 'call' && frame.seq > printed && fits(filters, frame.data)) print([frame.data])
    },
    replaced() {
      printed = 0
    },
    async fill(after) {
      const enough = (row: CallRow) => row.seq <= Math.max(after, printed)
      print(await client.all<CallRow>('/sandbox/calls', 'calls', { query: filters, enough }))
    },
    ...tellLoss(terminal, client.base),
  })
  // Whoever reads a line may end it at once.
  if (flags.follow) onRunning({ close: async () => live.close() })
  const path = withQuery('/sandbox/calls', { ...filters, limit: flags.limit })
  const { calls } = await client.get<{ calls: CallRow[] }>(path, 'calls')
  if (calls.length === 0) {
    tellNothing(terminal, 'calls')
    tellNoMethod(terminal, flags.method)
  }
  print(calls.reverse())
  if (flags.follow) await live.run()
}

/** The same as the filters of the list, each of which may be several with commas between. */
function fits({ method, path, status, code }: Filters, row: CallRow): boolean {
  return (
    isAnyOf(method, (one) => fitsPattern(one.toUpperCase(), row.method)) &&
    isAnyOf(path, (one) => fitsPattern(withPrefix(one), row.path)) &&
    (status === undefined || readNumbers(status)?.fits(row.status) === true) &&
    isAnyOf(code, (one) => row.error_code === one)
  )
}

function lineOf({ at, method, path, status, error_code, armed, outcome, duration_ms }: CallRow): string {
  return [
    `${at.slice(11, 23)}  ${method.padEnd(6)} ${path}`,
    outcome === null ? status : outcome === 'reset' ? 'reset' : 'no answer',
    error_code,
    armed === null ? null : armed === 'header' ? 'armed by header' : `armed ${armed}`,
    `${Math.round(duration_ms)} ms`,
  ]
    .filter((part) => part !== null)
    .join('  ')
}
