import type { OnRunning } from './terminal.ts'

/**
 * Does work that a signal breaks off: then the exit code is 1, after the work has said what there is to say.
 * @param work ends soon after its signal is aborted
 */
export async function breakable(
  onRunning: OnRunning,
  work: (signal: AbortSignal) => Promise<void>,
): Promise<void> {
  const breaking = new AbortController()
  let done = Promise.resolve()
  // Before the work begins: what it has begun must not be left without a word.
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
