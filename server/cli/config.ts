/** The command `config`: prints the configuration in force, or one key with its meaning. */
import { StartError } from '../failures.ts'
import type { ConfigEntry } from '../wire.ts'
import { configOrigin } from '../words/config.ts'
import { suggest } from '../words/nearest.ts'
import { type Making, rowsAsJson } from './command.ts'

export function addConfigCommand({ speaking }: Making) {
  speaking('config', 'show the configuration in force and where each value comes from, with masked secrets')
    .argument('[key]', 'key or group of keys, such as delivery.timeout or delivery; without it, all keys')
    .json(rowsAsJson)
    .action(async (key, _flags, { client, terminal, tellEach }) => {
      const { config } = await client.get<{ config: ConfigEntry[] }>('/sandbox/config', 'config')
      const chosen = config.filter((entry) => key === undefined || `${entry.key}.`.startsWith(`${key}.`))
      if (chosen.length === 0) throw noKey(key ?? '', config)
      const width = Math.max(...chosen.map((entry) => entry.key.length))
      tellEach(chosen, (entry) => {
        const { key: name, value, changed, default: usual } = entry
        const instead = changed ? `; default ${JSON.stringify(usual)}` : ''
        return `${name.padEnd(width)}  ${JSON.stringify(value)}  (${configOrigin(entry)}${instead})`
      })
      const asked = chosen.find((entry) => entry.key === key)
      if (asked) terminal.out(asked.meaning)
    })
}

function noKey(key: string, config: readonly ConfigEntry[]): StartError {
  const keys = config.map((entry) => entry.key)
  const holding = keys.filter((one) => one.includes('.')).map((one) => one.slice(0, one.lastIndexOf('.')))
  return new StartError(`There is no key named ${key}.`, suggest(key, [...new Set([...holding, ...keys])]))
}
