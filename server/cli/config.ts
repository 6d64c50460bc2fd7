import { StartError } from '../failures.ts'
import type { ConfigEntry } from '../wire.ts'
import { nearest } from '../words/nearest.ts'
import { jsonLine, printable } from '../words/printable.ts'
import { createClient, type TargetFlags } from './client.ts'
import type { Shell } from './terminal.ts'

export interface ConfigFlags extends TargetFlags {
  json?: true
}

/** Prints what is in force of the configuration of a running sandbox, what stands below a key, or one key with what it is for. */
export async function config(key: string | undefined, flags: ConfigFlags, { terminal, environment }: Shell) {
  const client = createClient(flags, environment)
  const answer = await client.get<{ config: ConfigEntry[] }>('/sandbox/config', 'config')
  const chosen = answer.config.filter((entry) => key === undefined || `${entry.key}.`.startsWith(`${key}.`))
  if (chosen.length === 0) {
    const keys = answer.config.map((entry) => entry.key)
    const holding = keys.filter((one) => one.includes('.')).map((one) => one.slice(0, one.lastIndexOf('.')))
    const close = nearest(key ?? '', [...holding, ...keys])
    throw new StartError(
      `There is no key named ${key}.${close ? ` Did you mean ${close}?` : ''}`,
      `Valid: ${keys.join(', ')}.`,
    )
  }
  if (flags.json) {
    for (const entry of chosen) terminal.out(jsonLine(entry))
    return
  }
  const width = Math.max(...chosen.map((entry) => entry.key.length))
  for (const entry of chosen) {
    const changed = entry.changed ? `  (by default ${JSON.stringify(entry.default)})` : ''
    terminal.out(printable(`${entry.key.padEnd(width)}  ${JSON.stringify(entry.value)}${changed}`))
    if (entry.key === key) terminal.out(entry.meaning)
  }
}
