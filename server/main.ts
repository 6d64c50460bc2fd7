/** Runs the command line as a process: its terminal, its signals and its end. */
import { closeSync, writeSync } from 'node:fs'
import * as modules from 'node:module'
import { isatty } from 'node:tty'
import { calledAs } from './cli/called-as.ts'
import { sessionOf } from './cli/client-session.ts'
import { withLiveLines } from './cli/live-lines.ts'
import { withoutProxy } from './cli/no-proxy.ts'
import { hasEnded, realProcesses, startersOf } from './cli/processes.ts'
import { createProgram } from './cli/program.ts'
import { detachedVariable } from './cli/settings.ts'
import type { RunningCommand, Terminal, Tty } from './cli/terminal.ts'
import { StartError } from './failures.ts'
import { meanwhileEvery, realOutside } from './outside.ts'
import { printable } from './words/printable.ts'

// Node 22 and newer keep compiled code for the next start. The sandbox itself is loaded after this line.
if ('enableCompileCache' in modules && typeof modules.enableCompileCache === 'function')
  modules.enableCompileCache()

const { stdout, stderr, env } = process

/** Read first: once a parent process has ended, its own parents can no longer be found. */
const starters = env[detachedVariable] ? [] : readStarters()

function readStarters() {
  try {
    return startersOf(process.pid, realProcesses.find)
  } catch {
    // This system has neither /proc nor ps, such as Windows.
    return []
  }
}

/** Whether the running command closes after a signal. */
let isClosing = false

/** Ends this process as a signal would, on every system. */
function end() {
  if (!process.emit('SIGTERM', 'SIGTERM') && !isClosing) process.exit()
}

/** Ends this process when one of the processes that started it has ended: npm and npx do not pass on a kill. */
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
    // The processes cannot be read at the moment, for example because no file handle is left.
    return false
  }
}

env.no_proxy = withoutProxy(env)

/** Whether a stream shows colours: by the environment, else if the stream is a terminal. */
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
        // A terminal of unknown size reports 0.
        size: () => ({ columns: stderr.columns || 80, rows: stderr.rows || 24 }),
      })
    : plain

// At its end Node restores its terminals, and before 22.16 and 24.1 it aborts if one has gone. It leaves out what is closed.
const terminals = [0, 1, 2].filter((file) => isatty(file))
process.on('exit', () => {
  for (const file of terminals) if (!isatty(file)) closeSync(file)
})

/** Ends the process after its terminal has gone. */
function hangUp() {
  process.kill(process.pid, 'SIGHUP')
}

/** The terminal for input and output, if there is one. */
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
        // The terminal is gone, so there is nothing to restore.
      }
    },
    onExit(run) {
      // SIGQUIT ends the process without 'exit'.
      function onQuit() {
        takeBack()
        try {
          run()
        } finally {
          process.kill(process.pid, 'SIGQUIT')
        }
      }
      function takeBack() {
        process.off('exit', run)
        process.off('SIGQUIT', onQuit)
      }
      process.on('exit', run)
      process.on('SIGQUIT', onQuit)
      return takeBack
    },
    onSignal(signal, run) {
      process.on(signal, run)
      return () => process.off(signal, run)
    },
    suspend: (whom) => void process.kill(whom === 'group' ? 0 : process.pid, 'SIGTSTP'),
  }
}

// The reader has closed the pipe, as in `| head -1`.
stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code === 'EPIPE') process.exit(0)
  if (error.code === 'EIO' && stdout.isTTY) return hangUp()
  terminal.log(`The output cannot be written: ${error.message}. Write it to another place.`)
  process.exit(1)
})
// Lost log output, such as on a full disk, does not end the process.
stderr.on('error', () => {})

// A stopped process misses changes of the terminal's size.
if (stdout.isTTY || stderr.isTTY) process.on('SIGCONT', () => void process.kill(process.pid, 'SIGWINCH'))

function closeOnSignals(running: RunningCommand) {
  const { takes } = running
  if (takes) {
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, takes)
    return
  }
  const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const
  // A terminal that closes sends SIGHUP several times: by the system, by the shell, and by hangUp().
  const ignore = () => {}
  function close(signal: NodeJS.Signals) {
    if (signal === 'SIGINT' && running.isAside?.()) return
    // A second SIGINT or SIGTERM ends the process at once. Attempts under way resume at the next start.
    for (const signal of signals) process.off(signal, close)
    process.on('SIGHUP', ignore)
    isClosing = true
    void running.close().then(() => {
      process.off('SIGHUP', ignore)
      // A name lookup cannot be cancelled, and an exit waits for it: 10 s or more if no name server answers.
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
  exitWith(code) {
    process.exitCode = code
  },
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
  // Created on first use: Node makes process.stdin non-blocking, and reading `-` by its number would then fail
  // without input.
  tty: () => (tty ??= ttyOf()),
})
try {
  await program.parseAsync(process.argv)
} catch (error) {
  if (!(error instanceof StartError)) throw error
  // The message may repeat another program's output.
  terminal.log(printable(`${error.message} ${error.fix}`.trimEnd()))
  process.exitCode = error.exitCode
}
