import type { OnRunning } from './terminal.ts'

/**
 * Does work that a signal breaks off: then the exit code is 1, after the work has said what there is to say.
 * @param stop makes the work come to its end soon
 */
export async function breakable(
  onRunning: OnRunning,
  { stop, work }: { stop(): void | Promise<void>; work(): Promise<void> },
): Promise<void> {
  let done = Promise.resolve()
  // Before the work begins: what it has begun must not be left without a word.
  onRunning({
    exitCode: 1,
    async close() {
      await stop()
      await done.catch(() => {})
    },
  })
  done = work()
  return done
}
