/** Records the progress of a run. */
import type { Transaction, Writer } from '../../database/writer.ts'
import { type RunRecord, runWire, type StepRecord, withStep } from './record.ts'
import type { RunStore } from './store.ts'

/** Records the progress of a run, and announces each change. */
export function createJournal(needs: { writer: Writer; runs: RunStore }, first: RunRecord) {
  let record = first
  let isForgotten = false

  function put(tx: Transaction) {
    if (isForgotten) return
    const told = record
    needs.runs.put(told)
    tx.announce('run', () => runWire(told))
  }

  return {
    record: () => record,
    /** Changes and stores the run, together with what `also` does in the same transaction. */
    async change(change: (run: RunRecord) => RunRecord, also?: (tx: Transaction) => void): Promise<void> {
      record = change(record)
      await needs.writer.write((tx) => {
        if (isForgotten) return
        also?.(tx)
        put(tx)
      })
    },
    async step(index: string, change: Partial<StepRecord>): Promise<void> {
      await this.change((run) => withStep(run, index, change))
    },
    /** Creates something that lasts as long as the run, and stores its id. */
    async stand(kind: keyof RunRecord['standing'], make: (tx: Transaction) => string): Promise<void> {
      await needs.writer.write((tx) => {
        if (isForgotten) return
        const id = make(tx)
        const ids = new Set([...record.standing[kind], id])
        record = { ...record, standing: { ...record.standing, [kind]: [...ids] } }
        put(tx)
      })
    },
    /** Stops writing, because the database was emptied. */
    forget() {
      isForgotten = true
    },
  }
}
export type Journal = ReturnType<typeof createJournal>
