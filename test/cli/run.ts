import { builtProgram, startProcess } from '../helpers/program.ts'
import type { TestSandbox } from '../helpers/sandbox.ts'

interface RunOptions {
  cwd?: string
  env?: Record<string, string>
  /** What it reads on its standard input. */
  stdin?: string
}

/** Starts the built program with nothing on its standard input, unless told otherwise. */
export function start(args: string[], { stdin = '', ...options }: RunOptions = {}) {
  const started = startProcess(process.execPath, [builtProgram, ...args], {
    env: { SANDBOX_URL: '' },
    ...options,
  })
  // It may have ended without reading.
  started.process.stdin.on('error', () => {}).end(stdin)
  return started
}

/** Runs the built program to its end. */
export async function run(args: string[], options: RunOptions = {}) {
  const { ended, stdout, stderr } = start(args, options)
  return { code: await ended, stdout: stdout(), stderr: stderr() }
}

/** As {@link run}, for commands to this sandbox. */
export const runAt = (sandbox: TestSandbox, ...args: string[]) => run([...args, '--url', sandbox.url])

/** What a command printed, line by line. */
export const lines = (text: string): string[] => text.split('\n').filter((line) => line !== '')
