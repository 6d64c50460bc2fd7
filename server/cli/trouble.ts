import { Shortage, StartError, toFailure } from '../failures.ts'

/** So long a trouble of the same kind is not told again, in ms: it ails many things at once, and goes on until somebody helps. */
const againMs = 5000

/**
 * Writes what goes wrong inside: a defect with its stack, all else as one line with what to do: a trouble of the storage, what
 * the process lacks, what a start had to change.
 * @param needs.elapsed a monotonic reading, in ms
 */
export function createTroubleLog(needs: { write(line: string): void; elapsed(): number }) {
  const toldAt = new Map<string, number>()

  function tellAtTimes(kind: string, { message, fix }: { message: string; fix: string }) {
    const now = needs.elapsed()
    if (now - (toldAt.get(kind) ?? Number.NEGATIVE_INFINITY) < againMs) return
    toldAt.set(kind, now)
    needs.write(`${message} ${fix}`)
  }

  return (error: unknown) => {
    if (error instanceof Shortage) return tellAtTimes('shortage', error)
    if (error instanceof StartError) return needs.write(`${error.message} ${error.fix}`)
    const failure = toFailure(error)
    if (failure.code === 'storage') return tellAtTimes('storage', failure)
    needs.write(error instanceof Error ? (error.stack ?? error.message) : String(error))
  }
}
