/** Runs the work of a command until the work ends or a signal stops it. */
import type { OnRunning } from './terminal.ts'

/**
 * Runs work until it ends or a signal stops it. After a signal, the work prints its last lines, and the exit code is 1.
 * @param work must end soon after its signal aborts
 */
export async function breakable(
  onRunning: OnRunning,
  work: (signal: AbortSignal) => Promise<void>,
): Promise<void> {
  const breaking = new AbortController()
  let done = Promise.resolve()
  // Registered before the work begins: a signal that comes at once must let the work print its last lines, too.
  onRunning({
    exitCode: 1,
    async close() {
      breaking.abort()
      await done.catch(() => {})
    },
  })
  done = work(breaking.signal)
  return done
}
