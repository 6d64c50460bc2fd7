/** Marks captures that have a mistake, a proved cause or a pin. */
import type { Database } from '../database/open.ts'
import { eachOf } from '../database/seeks.ts'
import type { Mistake, Verdict } from '../wire.ts'

/** The table of (flag, seq) for rare properties. Captures without flags cost nothing. */
export const flagTable = 'capture_flags'

export const causesIn = ({ causes }: Verdict): string[] => causes.map(({ cause }) => `cause:${cause}`)

/** The flags of a capture: its mistakes, its proved causes, and whether it is pinned. */
export const flagsOf = (record: { mistakes: Mistake[]; verdict: Verdict; pinned: boolean }): string[] => [
  ...record.mistakes.map(({ mistake }) => `mistake:${mistake}`),
  ...causesIn(record.verdict),
  ...(record.pinned ? ['pinned'] : []),
]

export function createFlags(database: Database) {
  const put = database.prepare(`INSERT OR IGNORE INTO ${flagTable} (flag, seq) VALUES (?, ?)`)
  const remove = database.prepare(`DELETE FROM ${flagTable} WHERE flag = ? AND seq = ?`)
  const known = database.prepare<[], string>(eachOf(flagTable, 'flag')).pluck()
  return {
    put(seq: number, flags: readonly string[]) {
      for (const flag of flags) put.run(flag, seq)
    },
    /** Removes all flags of a capture. */
    forget(seq: number) {
      for (const flag of known.all()) remove.run(flag, seq)
    },
    remove(seq: number, flags: readonly string[]) {
      for (const flag of flags) remove.run(flag, seq)
    },
  }
}
