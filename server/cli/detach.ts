/** Starts a sandbox in the background for `serve --detach`, and waits until the sandbox is ready. */
import { spawn } from 'node:child_process'
import { mkdtempSync, openSync, readFileSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { z } from 'zod'
import { StartError } from '../failures.ts'
import { createFolder, keepPrivate, ownerOnly } from '../private-files.ts'
import { printableLines } from '../words/printable.ts'
import { word } from '../words/shell-words.ts'
import type { ServeFlags } from './serve.ts'
import { configFor, detachedVariable } from './settings.ts'
import type { Shell } from './terminal.ts'

const readyLine = z.object({ ready: z.literal(true), url: z.string(), secret: z.string().optional() })

/** The file for the log of a sandbox with this database. */
function logFileOf(data: string): string {
  if (data === ':memory:') return join(mkdtempSync(join(tmpdir(), 'webhook-sandbox-')), 'sandbox.log')
  const file = resolve(`${data}.log`)
  createFolder(dirname(file))
  return file
}

/**
 * Starts the sandbox, prints its address and process, and lets go of it.
 * @param self the command line of this process, the program first
 */
export async function detach(
  flags: ServeFlags,
  self: readonly string[],
  { terminal, environment, calledAs }: Shell,
) {
  const { config, origins } = configFor({ flags, environment })
  const { data } = config
  const logFile = logFileOf(data)
  // An earlier sandbox may have written there, and may still do so.
  const log = openSync(logFile, 'a', ownerOnly)
  keepPrivate(logFile)
  const begun = statSync(logFile).size
  const [program = '', ...args] = self.filter((one) => one !== '--detach')
  const child = spawn(program, [...args, '--json'], {
    detached: true,
    env: { ...environment, [detachedVariable]: '1' },
    stdio: ['ignore', 'pipe', log],
    windowsHide: true,
  })
  const line = await new Promise<string | undefined>((done) => {
    let text = ''
    child.stdout?.on('data', (chunk) => {
      text += chunk
      if (text.includes('\n')) done(text.slice(0, text.indexOf('\n')))
    })
    child.on('close', () => done(undefined)).on('error', () => done(undefined))
  })
  if (line === undefined) {
    for (const said of printableLines(readFileSync(logFile).subarray(begun).toString('utf8').trimEnd()))
      terminal.log(said)
    throw new StartError('The sandbox did not start.', `Its log is ${logFile}`, child.exitCode || 1)
  }
  child.unref()
  child.stdout?.destroy()
  const ready = { ...readyLine.parse(JSON.parse(line)), pid: child.pid, log: logFile }
  const isNamed = ['flag', 'file'].includes(origins.get('data')?.origin ?? '')
  const target = data === ':memory:' ? ` --url ${ready.url}` : isNamed ? ` --data ${word(data)}` : ''
  terminal.out(
    flags.json
      ? JSON.stringify(ready)
      : [
          `Webhook Sandbox runs in the background at ${ready.url} (process ${ready.pid}).`,
          ...(ready.secret ? [`Secret of the receiver: ${ready.secret}`] : []),
          `Log: ${logFile}`,
          `Stop the sandbox with: ${calledAs} stop${target}`,
        ].join('\n'),
  )
}
