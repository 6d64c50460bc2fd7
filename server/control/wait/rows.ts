/** Reads the value that a filter looks at from a record. */
import type { WaitRow } from '../../wire.ts'
import { timeOf } from '../../words/wait.ts'

/** Filters whose field has another name. */
const named: Record<string, (row: WaitRow) => unknown> = {
  verdict: (row) => ('verdict' in row ? row.verdict.result : undefined),
  cause: (row) => ('verdict' in row ? row.verdict.causes.map(({ cause }) => cause).join(', ') : undefined),
  mistake: (row) => ('mistakes' in row ? row.mistakes.map(({ mistake }) => mistake).join(', ') : undefined),
  status: statusOf,
  code: (row) => ('error_code' in row ? row.error_code : undefined),
  since: timeOf,
  until: timeOf,
}

/** The response status. */
function statusOf(row: WaitRow): number | undefined {
  if ('reply' in row) return row.reply.status
  if ('status' in row) return row.status
  return 'last_outcome' in row && row.last_outcome?.kind === 'responded' ? row.last_outcome.status : undefined
}

/** The value of a record for a filter, as text. Null if there is no value, or if the filter searches everywhere. */
export function valueIn(row: WaitRow, filter: string): string | null {
  const read = named[filter]
  const value = read ? read(row) : (Object.entries(row).find(([name]) => name === filter)?.[1] as unknown)
  return value === undefined || value === null || value === '' ? null : String(value)
}
