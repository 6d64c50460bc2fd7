/** Starts a receiver of the zoo in a process, checks it, and says what the check exposed and named. */
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { onTestFinished } from 'vitest'
import { factsOf } from '../../server/faults/scheme-facts.ts'
import type { SchemeName } from '../../server/signing/recipes.ts'
import type { Check } from '../../server/wire.ts'
import { frameworks, type Problem, sayFix } from '../../server/words/check-fixes.ts'
import { recipes } from '../helpers/recipes.ts'
import type { TestSandbox } from '../helpers/sandbox.ts'

export const secret = 'whsec_AAECAwQFBgcICQoLDA0ODxAREhMUFRYX'

/** A process that is a receiver, at the port that it prints first. It is started again when it ends, as a supervisor does. */
export async function startReceiver(command: string[], env: Record<string, string>): Promise<string> {
  const [program = '', ...args] = command
  let child: ChildProcess
  let isOver = false
  const start = async (port?: string): Promise<string> => {
    child = spawn(program, args, {
      stdio: ['ignore', 'pipe', 'ignore'],
      env: {
        PATH: process.env.PATH,
        HOME: process.env.HOME,
        ...env,
        ...(port !== undefined && { PORT: port }),
      },
    })
    const lines = createInterface({ input: child.stdout as NodeJS.ReadableStream })
    const [said] = await Promise.race([
      once(lines, 'line'),
      once(child, 'exit').then(([code]) => {
        throw new Error(`${command.join(' ')} ended with ${code}.`)
      }),
    ])
    child.stdout?.resume()
    child.once('exit', () => {
      if (!isOver) void start(said).catch(() => {})
    })
    return said
  }
  onTestFinished(() => {
    isOver = true
    child.kill('SIGKILL')
  })
  return start()
}

/** Runs the check to its end. */
export async function checkOf(sandbox: TestSandbox, order: Record<string, unknown>): Promise<Check> {
  const { check } = await sandbox.post<{ check: Check }>('/sandbox/checks', order)
  for (;;) {
    const now = (await sandbox.get<{ check: Check }>(`/sandbox/checks/${check.id}`)).check
    if (now.state !== 'running') return now
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
}

const isWrong = ({ result }: Check['probes'][number]) =>
  result === 'fail' || result === 'warn' || result === 'note'

/** The probes that a check did not pass. */
export const exposedBy = ({ probes }: Check): string[] => probes.filter(isWrong).map(({ id }) => id)

/** How a check must name a defect: by the code of a mistake or of the cause of all, or by the fix of a probe. */
export type Naming = string | { fix: Problem }

/** Whether a check names a defect so. */
export function isNamed(check: Check, naming: Naming): boolean {
  const wrong = check.probes.filter(isWrong)
  if (typeof naming === 'string')
    return [check.diagnosis?.code, ...wrong.map(({ mistake }) => mistake?.code)].includes(naming)
  const framework = frameworks.find((name) => name === check.framework) ?? null
  const fix = sayFix(naming.fix, framework, factsOf(recipes[check.scheme as SchemeName]))
  return [check.diagnosis?.fix, ...wrong.map((probe) => probe.fix)].includes(fix)
}
