import { StartError } from '../failures.ts'
import type { ConfigEntry } from '../wire.ts'
import { suggest } from '../words/nearest.ts'
import type { Making } from './command.ts'

/** The command that prints the configuration of a running sandbox, a part of it, or one key with its meaning. */
export function addConfigCommand({ speaking }: Making) {
  speaking('config', 'print what is in force of the configuration; secrets masked')
    .argument('[key]', 'such as delivery.timeout, delivery; without it, all')
    .action(async (key, _flags, { client, terminal, json, tellEach }) => {
      const { config } = await client.get<{ config: ConfigEntry[] }>('/sandbox/config', 'config')
      const chosen = config.filter((entry) => key === undefined || `${entry.key}.`.startsWith(`${key}.`))
      if (chosen.length === 0) throw noKey(key ?? '', config)
      const width = Math.max(...chosen.map((entry) => entry.key.length))
      tellEach(chosen, ({ key: name, value, changed, default: usual }) => {
        const instead = changed ? `  (by default ${JSON.stringify(usual)})` : ''
        return `${name.padEnd(width)}  ${JSON.stringify(value)}${instead}`
      })
      const asked = chosen.find((entry) => entry.key === key)
      if (asked && !json) terminal.out(asked.meaning)
    })
}

function noKey(key: string, config: readonly ConfigEntry[]): StartError {
  const keys = config.map((entry) => entry.key)
  const holding = keys.filter((one) => one.includes('.')).map((one) => one.slice(0, one.lastIndexOf('.')))
  return new StartError(`There is no key named ${key}.`, suggest(key, [...holding, ...keys]))
}
