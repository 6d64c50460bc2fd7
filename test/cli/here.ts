import { onTestFinished } from 'vitest'
import { paint } from '../../server/cli/paint.ts'
import { createProgram } from '../../server/cli/program.ts'
import type { RunningCommand, Tty } from '../../server/cli/terminal.ts'
import { StartError } from '../../server/failures.ts'
import { type Outside, realOutside } from '../../server/outside.ts'
import { printable } from '../../server/words/printable.ts'
import type { TestSandbox } from '../helpers/sandbox.ts'

interface HereOptions {
  outside?: Outside
  environment?: Record<string, string>
  calledAs?: string
  /** Whether somebody watches what is painted in place. */
  watched?: boolean
  /** Whether what it writes goes into a pipe. */
  piped?: boolean
  /** Runs once it can be closed. */
  onBegun?(): void
  tty?: () => Tty
  /** The value of the header `Sandbox-Session`; without it every kept record counts for a wait. */
  session?: () => string
  /** Whether it goes on after the command has returned, as a sandbox does. */
  serves?: boolean
}

/** Starts a command in this process; closed when the test ends. */
export function startHere(
  args: string[],
  {
    outside = realOutside(),
    environment = {},
    calledAs = 'webhook-sandbox',
    watched = false,
    piped = false,
    onBegun,
    tty,
    session,
    serves = false,
  }: HereOptions = {},
) {
  const [out, log]: [string[], string[]] = [[], []]
  const painted: string[][] = []
  const written: Uint8Array[] = []
  let running: RunningCommand | undefined
  let exitCode = 0
  let waiters: { met(): boolean; resolve(): void }[] = []
  function look() {
    const met = waiters.filter((one) => one.met())
    waiters = waiters.filter((one) => !met.includes(one))
    for (const { resolve } of met) resolve()
  }
  const onto = (lines: string[]) => (text: string) => {
    lines.push(...text.split('\n'))
    look()
  }
  const terminal = { out: onto(out), log: onto(log) }
  const program = createProgram({
    terminal: {
      ...terminal,
      ...(piped && { bytes: async (bytes) => void written.push(bytes) }),
      ...(watched && {
        live(lines) {
          painted.push(lines.map((line) => paint(line, { colour: false })))
          look()
        },
      }),
    },
    environment,
    calledAs,
    outside,
    onRunning(one) {
      running = one
      onBegun?.()
    },
    exitWith(code) {
      exitCode = code
    },
    ...(tty && { tty }),
    ...(session && { session }),
  })
  const ended = program
    .parseAsync(['node', 'webhook-sandbox', ...args])
    .then(
      () => exitCode,
      (error: unknown) => {
        if (!(error instanceof StartError)) throw error
        terminal.log(printable(`${error.message} ${error.fix}`))
        return error.exitCode
      },
    )
    .finally(() => {
      if (!serves) running = undefined
    })
  async function close(): Promise<number> {
    const closing = running
    running = undefined
    await closing?.close()
    return closing?.exitCode ?? 0
  }
  onTestFinished(async () => void (await close()))
  return {
    isAside: () => running?.isAside?.(),
    /** What was printed, line by line. */
    out,
    /** The lines of what was said beside it. */
    log,
    painted,
    /** What was written into a pipe. */
    bytes: () => Buffer.concat(written),
    /** The exit code. */
    ended,
    /** Fulfilled once this holds; looked at whenever something is written. */
    until: (met: () => boolean) =>
      new Promise<void>((resolve) => {
        waiters.push({ met, resolve })
        look()
      }),
    /** As a signal ends it; answers the exit code. */
    signal: close,
  }
}

/** Runs a command to its end in this process, to which it costs next to nothing; a process of its own starts anew. */
export async function runHere(args: string[], options: HereOptions = {}) {
  const { ended, out, log, painted, bytes } = startHere(args, options)
  return { code: await ended, out, log, painted, bytes: bytes() }
}

/** As {@link runHere}, for commands to this sandbox. */
export const runAt = (sandbox: TestSandbox, ...args: string[]) => runHere([...args, '--url', sandbox.url])
