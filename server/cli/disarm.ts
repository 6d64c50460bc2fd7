import { StartError } from '../start-error.ts'
import type { ArmedError } from '../wire.ts'
import { armedPath, conditionsOf, nameOf } from './armed.ts'
import { type Client, commandLine, createClient, type TargetFlags } from './client.ts'
import { jsonLine, printable } from './printable.ts'
import type { Shell } from './terminal.ts'

export interface DisarmFlags extends TargetFlags {
  all?: true
  json?: true
}

const listed = (client: Client) => client.all<ArmedError>(armedPath, 'armed_errors')

async function remove(client: Client, ids: readonly string[]): Promise<ArmedError[]> {
  const removed: ArmedError[] = []
  for (const id of ids) {
    const path = `${armedPath}/${encodeURIComponent(id)}`
    removed.push((await client.delete<{ armed_error: ArmedError }>(path, 'armed_error')).armed_error)
  }
  return removed
}

/** Removes one armed error, or all; told neither, lists them. */
export async function disarm(id: string | undefined, flags: DisarmFlags, { terminal, environment }: Shell) {
  if (id !== undefined && flags.all)
    throw new StartError('An id and --all were both given.', 'Give the one or the other.')
  const client = createClient(flags, environment)
  const removes = id !== undefined || flags.all === true
  const armed = id === undefined ? await listed(client) : []
  const ids = id === undefined ? armed.map((one) => one.id) : [id]
  const concerned = removes ? await remove(client, ids) : armed
  if (flags.json) return terminal.out(jsonLine({ armed_errors: concerned }))
  if (concerned.length === 0)
    return terminal.out(`nothing is armed; ${commandLine('arm <code>', flags)} arms an error`)
  for (const one of concerned)
    terminal.out(
      printable(
        `${one.id} ${removes ? 'disarmed' : 'armed'}: ${nameOf(one)} ${conditionsOf(one)}; ${progressOf(one)}`,
      ),
    )
  if (removes) return
  terminal.out(`\ndisarm one: ${commandLine('disarm <id>', flags)}`)
  terminal.out(`disarm all: ${commandLine('disarm --all', flags)}`)
}

function progressOf({ matched, fired, times }: ArmedError): string {
  return `matched ${matched}, fired ${fired}${fired === times ? ', used up' : ''}`
}
