/** Runs the work of a command until the work ends or a signal stops it. */
import type { OnRunning } from './terminal.ts'

/**
 * Runs work until it ends or a signal stops it. After a signal, the work prints its last lines.
 * @param work must end soon after its signal aborts
 * @param exitCode that of the process after a signal
 */
export async function breakable(
  onRunning: OnRunning,
  work: (signal: AbortSignal) => Promise<void>,
  exitCode = 1,
): Promise<void> {
  const breaking = new AbortController()
  let done = Promise.resolve()
  // Registered before the work begins: a signal that comes at once must let the work print its last lines, too.
  onRunning({
    exitCode,
    async close() {
      breaking.abort()
      await done.catch(() => {})
    },
  })
  done = work(breaking.signal)
  return done
}
