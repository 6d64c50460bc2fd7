/** The entry point of the program: connects the command line to the process, its terminal and its signals. */
import { writeSync } from 'node:fs'
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

/** Read first: once a parent has ended, the processes above it are unknown. */
const starters = env[detachedVariable] ? [] : readStarters()

function readStarters() {
  try {
    return startersOf(process.pid, realProcesses.find)
  } catch {
    // Windows has neither /proc nor ps.
    return []
  }
}

/** Ends this process as a signal does, on every system. */
function end() {
  if (!process.emit('SIGTERM', 'SIGTERM')) process.exit()
}

/** Ends this process when a process that started it has ended, since a killed npm or npx passes no signal on. */
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
    // Reading can fail for a moment, such as for lack of file handles.
    return false
  }
}

env.no_proxy = withoutProxy(env)

/** Whether a stream gets colours: by the environment variables, else if it is a terminal that shows colours. */
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
// On stderr, so that piped output stays clean.
const terminal =
  stderr.isTTY && env.TERM !== 'dumb'
    ? withLiveLines(plain, {
        write: (text) => void stderr.write(text),
        // A terminal without a known size reports 0.
        size: () => ({ columns: stderr.columns || 80, rows: stderr.rows || 24 }),
      })
    : plain

/** Ends the process after its terminal is gone. A normal exit would restore the terminal, and Node aborts if that fails. */
function hangUp() {
  process.kill(process.pid, 'SIGHUP')
  // The process continues here if the signal is ignored or has a listener.
  if (process.listenerCount('SIGHUP') === 0) process.exit(1)
}

/** The terminal, if both stdin and stdout are one. */
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
        // The terminal is gone, so nothing needs restoring.
      }
    },
    onExit(run) {
      // These signals end the process without an 'exit' event.
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

// The reader of a pipe is gone, as with `| head -1`.
stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code === 'EPIPE') process.exit(0)
  if (error.code === 'EIO' && stdout.isTTY) return hangUp()
  terminal.log(`The output cannot be written: ${error.message}. Write it to another place.`)
  process.exit(1)
})
// The process continues without its log if nobody reads the log, or its disk is full.
stderr.on('error', () => {})

// A suspended process misses changes of the terminal's size.
if (stdout.isTTY || stderr.isTTY) process.on('SIGCONT', () => void process.kill(process.pid, 'SIGWINCH'))

function closeOnSignals(running: RunningCommand) {
  const signals = ['SIGINT', 'SIGTERM'] as const
  function close(signal: NodeJS.Signals) {
    if (signal === 'SIGINT' && running.isAside?.()) return
    // A second signal ends the process at once. The next start resumes open work.
    for (const signal of signals) process.off(signal, close)
    void running.close().then(() => {
      // An exit waits for DNS look-ups, which cannot be cancelled and take 10 s or more without a name server.
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
  // Only opened on demand: Node makes process.stdin non-blocking, and a command that then reads `-` fails if no data has come
  // yet.
  tty: () => (tty ??= ttyOf()),
})
try {
  await program.parseAsync(process.argv)
} catch (error) {
  if (!(error instanceof StartError)) throw error
  // The message may contain output of another program.
  terminal.log(printable(`${error.message} ${error.fix}`))
  process.exitCode = error.exitCode
}
