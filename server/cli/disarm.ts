import { StartError } from '../failures.ts'
import type { ArmedError } from '../wire.ts'
import { jsonLine, printable } from '../words/printable.ts'
import { armedPath, conditionsOf, nameOf } from './armed.ts'
import { type Client, commandLine, createClient, type TargetFlags } from './client.ts'
import type { Shell } from './terminal.ts'

export interface DisarmFlags extends TargetFlags {
  all?: true
  json?: true
}

const listed = (client: Client) => client.all<ArmedError>(armedPath, 'armed_errors')

const lineOf = (one: ArmedError, stands: string) =>
  printable(`${one.id} ${stands}: ${nameOf(one)} ${conditionsOf(one)}; ${progressOf(one)}`)

/** Removes one armed error, or all; told neither, lists them. */
export async function disarm(id: string | undefined, flags: DisarmFlags, { terminal, environment }: Shell) {
  if (id !== undefined && flags.all)
    throw new StartError('An id and --all were both given.', 'Give the one or the other.')
  const client = createClient(flags, environment)
  const armed = id === undefined ? await listed(client) : []
  if (id === undefined && armed.length === 0 && !flags.json)
    return terminal.log(`nothing is armed; ${commandLine('arm <code>', flags)} arms an error`)
  if (id === undefined && !flags.all) return list(armed, flags, terminal)
  for (const one of id === undefined ? armed.map((one) => one.id) : [id]) {
    const path = `${armedPath}/${encodeURIComponent(one)}`
    const answer = await client.delete<{ armed_error: ArmedError }>(path, 'armed_error')
    terminal.out(flags.json ? jsonLine(answer) : lineOf(answer.armed_error, 'disarmed'))
  }
}

function list(armed: readonly ArmedError[], flags: DisarmFlags, { out, log }: Shell['terminal']) {
  for (const one of armed) out(flags.json ? jsonLine(one) : lineOf(one, 'armed'))
  if (flags.json) return
  log(`\ndisarm one: ${commandLine('disarm <id>', flags)}`)
  log(`disarm all: ${commandLine('disarm --all', flags)}`)
}

function progressOf({ matched, fired, times }: ArmedError): string {
  return `matched ${matched}, fired ${fired}${fired === times ? ', used up' : ''}`
}
