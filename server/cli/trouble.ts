import { toFailure } from '../failures.ts'

/** So long a trouble of the storage is not told again, in ms: it ails many things at once, and goes on until somebody helps. */
const againMs = 5000

/**
 * Writes what goes wrong inside: a defect with its stack, a trouble of the storage as one line with what to do.
 * @param needs.elapsed a monotonic reading, in ms
 */
export function createTroubleLog(needs: { write(line: string): void; elapsed(): number }) {
  let toldAt = Number.NEGATIVE_INFINITY
  return (error: unknown) => {
    const failure = toFailure(error)
    if (failure.code !== 'storage')
      return needs.write(error instanceof Error ? (error.stack ?? error.message) : String(error))
    const now = needs.elapsed()
    if (now - toldAt < againMs) return
    toldAt = now
    needs.write(`${failure.message} ${failure.fix}`)
  }
}
