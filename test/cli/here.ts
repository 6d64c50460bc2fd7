import { createProgram } from '../../server/cli/program.ts'
import { paint } from '../../server/cli/spans.ts'
import type { RunningCommand } from '../../server/cli/terminal.ts'
import { type Outside, realOutside } from '../../server/outside.ts'
import { StartError } from '../../server/start-error.ts'

interface HereOptions {
  outside?: Outside
  /** Whether somebody watches what is painted in place. */
  watched?: boolean
  /** Whether what it writes goes into a pipe. */
  piped?: boolean
}

/** Starts a command in this process. */
export function startHere(
  args: string[],
  { outside = realOutside(), watched = false, piped = false }: HereOptions = {},
) {
  const [out, log]: [string[], string[]] = [[], []]
  const painted: string[][] = []
  const written: Uint8Array[] = []
  let running: RunningCommand | undefined
  let waiters: { met(): boolean; resolve(): void }[] = []
  function look() {
    const met = waiters.filter((one) => one.met())
    waiters = waiters.filter((one) => !met.includes(one))
    for (const { resolve } of met) resolve()
  }
  const onto = (lines: string[]) => (line: string) => {
    lines.push(line)
    look()
  }
  const program = createProgram({
    terminal: {
      out: onto(out),
      log: onto(log),
      ...(piped && { bytes: async (bytes) => void written.push(bytes) }),
      ...(watched && {
        live(lines) {
          painted.push(lines.map((line) => paint(line, { colour: false })))
          look()
        },
      }),
    },
    environment: {},
    outside,
    onRunning(one) {
      running = one
    },
  })
  const ended = program.parseAsync(['node', 'webhook-sandbox', ...args]).then(
    () => 0,
    (error: unknown) => {
      if (!(error instanceof StartError)) throw error
      log.push(`${error.message} ${error.fix}`)
      return error.exitCode
    },
  )
  return {
    out,
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
    async signal(): Promise<number> {
      await running?.close()
      return running?.exitCode ?? 0
    },
  }
}

/** Runs a command to its end in this process. */
export async function runHere(args: string[], options: HereOptions = {}) {
  const { ended, out, log, painted, bytes } = startHere(args, options)
  return { code: await ended, out, log, painted, bytes: bytes() }
}
