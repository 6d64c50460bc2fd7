import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { runHere } from '../cli/here.ts'
import { sample } from '../helpers/long.ts'
import { builtProgram } from '../helpers/program.ts'

const execute = promisify(execFile)

/** The start of a command; npx costs as much again as the program, and finds the same. */
const command = sample(`${process.execPath} ${builtProgram}`, 'npx webhook-sandbox')

/** Whether a text is one command of ours that leaves stdout to no other program. */
const isOurs = (text: string) => /^npx webhook-sandbox (?!run )[^\n]*\n?$/.test(text)

/**
 * Runs a shell text of the documentation against a sandbox, whose address replaces the usual one; answers what it prints. In the
 * quick form a single command of ours runs in this process, with the words that a shell makes of it.
 */
export async function shell(text: string, url: string): Promise<string> {
  const here = text.replaceAll('http://127.0.0.1:4400', url)
  if (sample(isOurs(here), false)) {
    const { stdout } = await execute('bash', ['-c', `npx() { printf '%s\\0' "$@"; }\n${here}`])
    const [, ...args] = stdout.split('\0').slice(0, -1)
    const ran = await runHere(args, { environment: { SANDBOX_URL: url }, session: () => 'reader' })
    if (ran.code !== 0) throw new Error(`${here}: ${ran.log.join('\n')}`)
    return `${ran.out.join('\n')}\n`
  }
  const { stdout } = await execute('bash', ['-c', here.replaceAll('npx webhook-sandbox', command)], {
    // Each command has a shell of its own here; the reader's terminal is one session.
    env: { ...process.env, SANDBOX_URL: url, SANDBOX_SESSION: 'reader' },
  })
  return stdout
}
