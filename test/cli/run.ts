import { builtProgram, startProcess } from '../helpers/program.ts'

interface RunOptions {
  cwd?: string
  env?: Record<string, string>
  /** What it reads on its standard input. */
  stdin?: string
}

/** Starts the built program with nothing on its standard input, unless told otherwise. */
export function start(args: string[], { stdin = '', ...options }: RunOptions = {}) {
  const started = startProcess(process.execPath, [builtProgram, ...args], {
    ...options,
    env: { SANDBOX_URL: '', npm_command: 'exec', npm_lifecycle_event: 'npx', ...options.env },
  })
  // It may have ended without reading.
  started.process.stdin.on('error', () => {}).end(stdin)
  return {
    ...started,
    /** Fulfilled once this holds; looked at whenever something is written. */
    until: (met: () => boolean) =>
      new Promise<void>((resolve) => {
        const look = () => met() && resolve()
        started.process.stdout.on('data', look)
        started.process.stderr.on('data', look)
        look()
      }),
  }
}

/** Runs the built program to its end, where the process is what is tested: see `runHere` for a command. */
export async function run(args: string[], options: RunOptions = {}) {
  const { ended, stdout, stderr } = start(args, options)
  return { code: await ended, stdout: stdout(), stderr: stderr() }
}

/** What a command printed, line by line. */
export const lines = (text: string): string[] => text.split('\n').filter((line) => line !== '')
