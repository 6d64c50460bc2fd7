/** The command `run`: runs a command beside a sandbox of its own, and ends with the exit code of the command. */

import { type ChildProcess, spawn } from 'node:child_process'
import { constants } from 'node:os'
import { isatty } from 'node:tty'
import { StartError } from '../failures.ts'
import { drawSecretBytes, type Outside } from '../outside.ts'
import { receiverSecret } from '../words/receiver-secret.ts'
import { checkOnce } from './check.ts'
import type { ProgramNeeds } from './command.ts'
import { type ServeFlags, startServed } from './serve.ts'
import { configFor } from './settings.ts'
import { waitForReceiver } from './wait-for.ts'
import { wrongCall } from './wrong-call.ts'

export interface RunFlags extends ServeFlags {
  port?: string
  waitFor?: string
  /** In ms. */
  waitTimeout?: number
  check?: true
}

const usualWaitMs = 30_000
/** How long a command may take to end after SIGTERM or SIGHUP. Real time, ms. */
const graceMs = 5000

/** Starts the sandbox and the command. Ends the process with the exit code of the command. */
export async function run(command: readonly string[], flags: RunFlags, needs: ProgramNeeds): Promise<void> {
  const signals = createSignals(needs.outside)
  let work = Promise.resolve()
  needs.onRunning({
    takes: signals.take,
    async close() {
      signals.take('SIGTERM')
      await work.catch(() => {})
    },
  })
  work = runBeside(command, flags, { ...needs, signals })
  return work
}

async function runBeside(
  command: readonly string[],
  flags: RunFlags,
  needs: ProgramNeeds & { signals: Signals },
): Promise<void> {
  const { environment, terminal, signals } = needs
  if (flags.check && flags.to === undefined)
    throw new StartError('--check needs --to.', 'Add --to with the URL of your receiver.', wrongCall)
  const given = flags.secret ?? (environment.WEBHOOK_SECRET || undefined)
  const fixed = {
    bare: true,
    ...(flags.port === undefined && { port: 0 }),
    ...(flags.data === undefined && { data: ':memory:' }),
  }
  const secret = given ?? configFor({ flags, environment, fixed }).config.signing.default_secret ?? drawn()
  const { sandbox, receiver } = await startServed(
    { ...flags, ...(flags.to !== undefined && given !== undefined && { secret: given }) },
    needs,
    { ...fixed, 'signing.default_secret': secret },
  )
  try {
    terminal.log(`Webhook Sandbox at ${sandbox.url}`)
    await prepare(sandbox.url, receiver?.id, flags, needs)
    const stopped = signals.early()
    const code = stopped
      ? codeOf(stopped)
      : await runCommand(command, signals, {
          ...environment,
          SANDBOX_URL: sandbox.url,
          SANDBOX_API_URL: sandbox.platform.url,
          SANDBOX_EFFECTS_URL: `${sandbox.publicUrl}/sandbox/effects`,
          WEBHOOK_SECRET: receiver ? receiverSecret(receiver) : secret,
        })
    needs.exitWith?.(code)
  } finally {
    await sandbox.close()
  }
}

/** Waits for the receiver and checks it, as the flags ask. A signal stops both. */
async function prepare(
  url: string,
  subscription: string | undefined,
  { waitFor, waitTimeout, check }: RunFlags,
  needs: ProgramNeeds & { signals: Signals },
): Promise<void> {
  const { outside, signals } = needs
  try {
    if (waitFor !== undefined)
      await waitForReceiver(waitFor, { timeoutMs: waitTimeout ?? usualWaitMs, outside, signal: signals.stop })
    if (check && subscription !== undefined && !signals.early())
      await checkOnce(subscription, { url, failOn: 'must', isGone: true }, needs, signals.stop)
  } catch (error) {
    if (!signals.early()) throw error
  }
}

const drawn = (): string => `whsec_${drawSecretBytes().toString('base64')}`

const codeOf = (signal: NodeJS.Signals): number => 128 + constants.signals[signal]

/** Runs the command to its end. Returns its exit code, or 128 and the number of the signal that ended it. */
async function runCommand(
  [program = '', ...args]: readonly string[],
  signals: Signals,
  env: NodeJS.ProcessEnv,
): Promise<number> {
  // On a terminal, the command stays in the group that Ctrl-C, Ctrl-Z and the keyboard reach. Elsewhere it leads a group of its own,
  // which is ended as a whole.
  const leads = !isatty(0)
  const child = spawn(program, args, { stdio: 'inherit', env, detached: leads })
  const ended = new Promise<number>((resolve, reject) => {
    child.on('error', (error: NodeJS.ErrnoException) => reject(notStarted(program, error)))
    child.on('exit', (code, signal) => resolve(signal === null ? (code ?? 0) : codeOf(signal)))
  })
  if (child.pid === undefined) return ended
  const guard = guardOf(leads ? -child.pid : child.pid)
  const release = signals.reach(child, leads)
  try {
    return await ended
  } finally {
    release()
    guard.stdin?.end()
  }
}

/**
 * A process that outlives this one for a moment: when this process ends in any way, a kill included, the guard ends the process
 * or group that the command may have left.
 */
function guardOf(target: number): ChildProcess {
  const script = `trap '' HUP INT TERM
read -r never
kill -s TERM -- "$0" 2>/dev/null || exit 0
for each in 1 2 3 4 5; do
  sleep 1
  kill -s 0 -- "$0" 2>/dev/null || exit 0
done
kill -s KILL -- "$0"`
  const guard = spawn('sh', ['-c', script, `${target}`], {
    detached: true,
    stdio: ['pipe', 'ignore', 'ignore'],
  })
  // Windows has no sh, and ends the command by itself.
  guard.on('error', () => {}).unref()
  return guard
}

/** 127 and 126 are the exit codes of shells for a command that is missing, and for one that cannot run. */
function notStarted(program: string, { code, message }: NodeJS.ErrnoException): StartError {
  return code === 'ENOENT'
    ? new StartError(
        `The command ${program} was not found.`,
        'Correct its name, or install the program.',
        127,
      )
    : new StartError(
        `The command ${program} cannot be started: ${message}.`,
        'Check that the file may be executed.',
        126,
      )
}

/** Takes the signals that this process receives: before the command runs they stop the work, later they reach the command. */
function createSignals({ after }: Outside) {
  const stopping = new AbortController()
  let early: NodeJS.Signals | undefined
  let send: ((signal: NodeJS.Signals) => void) | undefined

  return {
    stop: stopping.signal,
    /** The signal that came before the command ran. */
    early: () => early,
    take(signal: NodeJS.Signals) {
      if (send) return send(signal)
      early = signal
      stopping.abort()
    },
    /** Passes further signals on to a command. The returned function stops this. */
    reach(child: ChildProcess, leads: boolean): () => void {
      const cancels: (() => void)[] = []
      function kill(signal: NodeJS.Signals, wholeGroup: boolean) {
        if (child.exitCode === null && child.signalCode === null && child.pid !== undefined)
          process.kill(wholeGroup ? -child.pid : child.pid, signal)
      }
      send = (signal) => {
        // A terminal sends Ctrl-C to all programs in its foreground, so the command has it already.
        if (signal === 'SIGINT') return leads ? kill(signal, true) : undefined
        kill(signal, false)
        cancels.push(after(graceMs, () => kill('SIGKILL', leads)))
      }
      return () => {
        for (const cancel of cancels) cancel()
        send = () => {}
      }
    },
  }
}
type Signals = ReturnType<typeof createSignals>
