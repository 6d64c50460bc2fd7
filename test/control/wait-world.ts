import { realOutside } from '../../server/outside.ts'
import type { TestSandbox } from '../helpers/sandbox.ts'

interface Row {
  id: string
  seq: number
  event?: string
  occurred_at?: string
}
interface Miss {
  missed: string
  wanted: string
  got: string | null
}
export interface Waited {
  met: boolean
  timed_out: boolean
  since: number
  newest_match_at: string | null
  earlier?: { count: number; newest_at: string } | null
  matched: Row[]
  order?: { missing: string[]; misplaced: { pattern: string; record: Row }[] }
  arrived_instead?: Row[]
  closest?: (Miss & { record: Row; also_missed: Miss[] }) | null
}

export const wait = (sandbox: TestSandbox, query: string) => sandbox.get<Waited>(`/sandbox/wait?${query}`)

/** A world whose timers of exactly `ms` ring only when told to, so that a time-out needs no waiting. */
export function withTimerOf(ms: number) {
  const outside = realOutside()
  const pending = new Set<() => void>()
  const told: (() => void)[] = []
  return {
    outside: {
      ...outside,
      after(asked: number, run: () => void) {
        if (asked !== ms) return outside.after(asked, run)
        pending.add(run)
        for (const tell of told.splice(0)) tell()
        return () => {
          pending.delete(run)
          for (const tell of told.splice(0)) tell()
        }
      },
    },
    pending,
    /** Fulfilled once `count` timers are pending. */
    async until(count: number) {
      while (pending.size !== count) {
        await new Promise<void>((resolve) => {
          told.push(resolve)
        })
      }
    },
    ring() {
      for (const run of [...pending]) run()
    },
  }
}
