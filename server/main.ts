import { writeSync } from 'node:fs'
import { calledAs } from './cli/called-as.ts'
import { sessionOf } from './cli/client-session.ts'
import { detachedVariable } from './cli/detach.ts'
import { withLiveLines } from './cli/live-lines.ts'
import { withoutProxy } from './cli/no-proxy.ts'
import { hasEnded, realProcesses, startersOf } from './cli/processes.ts'
import { createProgram } from './cli/program.ts'
import type { RunningCommand, Terminal, Tty } from './cli/terminal.ts'
import { StartError } from './failures.ts'
import { meanwhileEvery, realOutside } from './outside.ts'
import { printable } from './words/printable.ts'

const { stdout, stderr, env } = process

/** Read first of all: a process whose parent has ended cannot be traced any more. */
const starters = env[detachedVariable] ? [] : readStarters()

function readStarters() {
  try {
    return startersOf(process.pid, realProcesses.find)
  } catch {
    // There is neither /proc nor ps, as on Windows.
    return []
  }
}

/** Ends this process as a signal does, on every system. */
function end() {
  if (!process.emit('SIGTERM', 'SIGTERM')) process.exit()
}

/** Ends this process once one of those that started it has ended: npm and npx do not pass on how they are killed. */
function endWithStarters() {
  if (starters.length === 0) return
  const stopWatching = meanwhileEvery(realProcesses.lookMs, () => {
    if (!starters.some(isGone)) return
    stopWatching()
    end()
  })
}

function isGone(starter: (typeof starters)[number]): boolean {
  try {
    return hasEnded(starter, realProcesses.find)
  } catch {
    // Nothing can be read just now, as where the process has no file handle left.
    return false
  }
}

env.no_proxy = withoutProxy(env)

/** Whether colours go to a stream: as the environment says, else where a terminal shows them. */
function hasColour({ isTTY }: NodeJS.WriteStream): boolean {
  const { FORCE_COLOR, NO_COLOR, TERM } = env
  if (FORCE_COLOR) return !['0', 'false'].includes(FORCE_COLOR)
  return isTTY && !NO_COLOR && TERM !== 'dumb'
}

const plain: Terminal = {
  out: (line) => void stdout.write(`${line}\n`),
  log: (line) => void stderr.write(`${line}\n`),
  ...(!stdout.isTTY && {
    bytes: (bytes: Uint8Array) => new Promise<void>((resolve) => stdout.write(bytes, () => resolve())),
  }),
  colour: hasColour(stdout),
  logColour: hasColour(stderr),
}
// On stderr, so that what is piped on stays clean.
const terminal =
  stderr.isTTY && env.TERM !== 'dumb'
    ? withLiveLines(plain, {
        write: (text) => void stderr.write(text),
        // A terminal that nobody has told its size says 0.
        size: () => ({ columns: stderr.columns || 80, rows: stderr.rows || 24 }),
      })
    : plain

/** Ends the process whose terminal is gone: an exit would set that back as it was, and Node aborts where it cannot. */
function hangUp() {
  process.kill(process.pid, 'SIGHUP')
  // Here it goes on where the signal is ignored, or something is to be done before.
  if (process.listenerCount('SIGHUP') === 0) process.exit(1)
}

/** The terminal on both sides of this process, if there is one. */
function ttyOf(): Tty | undefined {
  const { stdin } = process
  if (!stdin.isTTY || !stdout.isTTY || env.TERM === 'dumb') return undefined
  stdin.on('end', hangUp).on('error', hangUp)
  return {
    input: stdin,
    output: stdout,
    writeNow(text) {
      try {
        writeSync(stdout.fd, text)
      } catch {
        // It is gone, and nothing of it is to be restored.
      }
    },
    onExit(run) {
      // These end it without 'exit'.
      const deadly = ['SIGHUP', 'SIGQUIT'] as const
      function onDeadly(signal: NodeJS.Signals) {
        takeBack()
        try {
          run()
        } finally {
          process.kill(process.pid, signal)
        }
      }
      function takeBack() {
        process.off('exit', run)
        for (const signal of deadly) process.off(signal, onDeadly)
      }
      process.on('exit', run)
      for (const signal of deadly) process.on(signal, onDeadly)
      return takeBack
    },
    onSignal(signal, run) {
      process.on(signal, run)
      return () => process.off(signal, run)
    },
    suspend: (whom) => void process.kill(whom === 'group' ? 0 : process.pid, 'SIGTSTP'),
  }
}

// As of `| head -1`: nobody reads on.
stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code === 'EPIPE') process.exit(0)
  if (error.code === 'EIO' && stdout.isTTY) return hangUp()
  terminal.log(`What it prints cannot be written: ${error.message}. Let it print to where there is room.`)
  process.exit(1)
})
// A log that nobody reads, or whose disk is full, is no reason to end.
stderr.on('error', () => {})

// Who is stopped is not told that the terminal has another size since.
if (stdout.isTTY || stderr.isTTY) process.on('SIGCONT', () => void process.kill(process.pid, 'SIGWINCH'))

function closeOnSignals(running: RunningCommand) {
  const signals = ['SIGINT', 'SIGTERM'] as const
  function close(signal: NodeJS.Signals) {
    if (signal === 'SIGINT' && running.isAside?.()) return
    // A second signal, of either kind, ends it at once: what is under way is resumed at the next start.
    for (const signal of signals) process.off(signal, close)
    void running.close().then(() => {
      // Nothing stops a thread that looks a name up, and an exit waits for it: 10 s and more where no name server answers.
      if (process.getActiveResourcesInfo().includes('GetAddrInfoReqWrap')) process.kill(process.pid, signal)
      process.exit(running.exitCode ?? 0)
    })
  }
  for (const signal of signals) process.on(signal, close)
}

let tty: Tty | undefined
const outside = realOutside()
const program = createProgram({
  terminal,
  environment: env,
  calledAs: calledAs(env, { script: process.argv[1] ?? '', folder: process.cwd() }),
  outside,
  self: [process.execPath, ...process.execArgv, ...process.argv.slice(1)],
  end,
  onRunning(running) {
    closeOnSignals(running)
    endWithStarters()
  },
  session: () =>
    sessionOf(env, {
      command: `${process.pid}x${outside.wallTime().toString(36)}`,
      parent: process.ppid,
      now: outside.wallTime() / 1000,
    }),
  // Not before it is asked for: Node makes the file of process.stdin one that does not wait, and then `-`, which is read
  // by its number, fails where nothing has come yet.
  tty: () => (tty ??= ttyOf()),
})
try {
  await program.parseAsync(process.argv)
} catch (error) {
  if (!(error instanceof StartError)) throw error
  // It may repeat what another program said.
  terminal.log(printable(`${error.message} ${error.fix}`))
  process.exitCode = error.exitCode
}
