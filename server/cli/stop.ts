/** The command that ends a running sandbox. */
import { findRunning } from '../database/lock.ts'
import { drainMs } from '../drain.ts'
import { StartError } from '../failures.ts'
import type { Health } from '../wire.ts'
import type { CommandContext, Making } from './command.ts'
import { printLines } from './print-lines.ts'

/** How often the command looks whether the sandbox has ended, and how long at most. Real time, ms. */
const lookMs = 50
const patienceMs = 2 * drainMs

export function addStopCommand({ speaking }: Making) {
  speaking('stop', 'stop the running sandbox, and wait until it has ended').action(stop)
}

async function stop(_flags: object, { client, terminal, tell, outside }: CommandContext) {
  const { base, left, command } = client
  const answer = await client.post<{ stopping: true; pid: number }>('/sandbox/stop', 'stopping', {})
  const { pid } = answer
  tell(answer, () => [])

  /** Whether the sandbox still runs. It removes the file with its address last, so that another can then start at once. */
  const runs = async (): Promise<boolean> =>
    left
      ? findRunning(left.file)?.pid === pid
      : client.get<Health>('/sandbox/health', 'pid').then(
          (health) => health.pid === pid,
          () => false,
        )

  const began = outside.elapsed()
  while (await runs()) {
    if (outside.elapsed() - began > patienceMs)
      throw new StartError(
        `The sandbox at ${base} (process ${pid}) is still ending.`,
        `Its last deliveries wait for responses. Try again with: ${command('stop')}`,
      )
    await new Promise<void>((resolve) => outside.after(lookMs, resolve))
  }
  printLines(terminal, [`The sandbox at ${base} (process ${pid}) has ended.`])
}
