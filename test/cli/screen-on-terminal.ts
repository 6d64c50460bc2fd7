import { test as long, quick } from '../helpers/long.ts'
import { startReceiver } from '../helpers/receiver.ts'
import { startSandbox } from '../helpers/sandbox.ts'
import { hasScript, startOnTerminal } from './pty.ts'

/** What is written where the screen takes the terminal, and where it gives that back. */
export const [entered, left] = ['\x1b[?1049h', '\x1b[?25h\x1b[?1049l']
const onTerminalBy = (test: typeof quick) => (name: string, run: () => Promise<void>) =>
  test.skipIf(!hasScript)(hasScript ? name : `${name} (skipped: no script of util-linux here)`, run)
export const onTerminal = onTerminalBy(quick)
/** A long test, where the screen in this process proves the same without a terminal. */
export const onTerminalLong = onTerminalBy(long)

/** A sandbox with one delivery, which has succeeded. */
export async function delivered() {
  const sandbox = await startSandbox()
  const receiver = await startReceiver()
  await sandbox.subscribe(receiver.url)
  const { deliveries } = await sandbox.trigger('card.created')
  await sandbox.settle()
  return { sandbox, receiver, id: deliveries[0]?.id ?? '' }
}

/** A screen that shows one delivery, which has succeeded. */
export async function world(env: Record<string, string> = {}, stopped?: string) {
  const { sandbox, receiver, id } = await delivered()
  const screen = await startOnTerminal(['listen', '--url', sandbox.url], { env, stopped })
  await screen.writes(entered)
  await screen.writes('succeeded 200')
  return { sandbox, receiver, screen, id }
}
