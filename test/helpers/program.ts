import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { resolve } from 'node:path'
import { onTestFinished } from 'vitest'

export const builtProgram = resolve('dist/server/main.js')

export interface Running {
  process: ChildProcessWithoutNullStreams
  url: string
  /** Everything written so far. */
  stdout(): string
  stderr(): string
  /** Fulfilled with the exit code, or the signal that ended it. */
  ended: Promise<number | NodeJS.Signals | null>
}

/** Starts a command and gathers what it writes; killed when the test ends. */
export function startProcess(
  command: string,
  args: string[],
  options: { cwd?: string; env?: Record<string, string> } = {},
) {
  const child = spawn(command, args, {
    cwd: options.cwd,
    env: { ...process.env, ...options.env },
  })
  const written = { stdout: '', stderr: '' }
  child.stdout.on('data', (chunk) => (written.stdout += chunk))
  child.stderr.on('data', (chunk) => (written.stderr += chunk))
  const ended = new Promise<number | NodeJS.Signals | null>((done) =>
    child.on('close', (code, signal) => done(signal ?? code)),
  )
  onTestFinished(async () => {
    child.kill('SIGKILL')
    await ended
  })
  return { process: child, stdout: () => written.stdout, stderr: () => written.stderr, ended }
}

/** Starts the built program and waits for its ready line. */
export async function startProgram(args: string[], options: { cwd?: string } = {}): Promise<Running> {
  if (!existsSync(builtProgram))
    throw new Error('The program is not built: run npm run build, or npm test, which does.')
  const running = startProcess(process.execPath, [builtProgram, '--json', ...args], options)
  const url = await new Promise<string>((ready, fail) => {
    const look = () => {
      const line = running.stdout().split('\n')[0] ?? ''
      if (running.stdout().includes('\n')) ready(JSON.parse(line).url)
    }
    running.process.stdout.on('data', look)
    void running.ended.then((code) => fail(new Error(`it ended with ${code}: ${running.stderr()}`)))
  })
  return { ...running, url }
}
