import { readFileSync } from 'node:fs'
import { StartError } from './start-error.ts'

/** Reads a configuration file as JSON. Throws a {@link StartError} when it cannot be read or is no JSON. */
export function readConfigFile(file: string): unknown {
  let text: string
  try {
    text = readFileSync(file, 'utf8')
  } catch (error) {
    throw new StartError(
      `Cannot read the config ${file}: ${error instanceof Error ? error.message : error}.`,
      'Name another with --config FILE, or leave it out for the defaults.',
    )
  }
  try {
    // Some editors begin a file with a byte order mark, which is no JSON.
    return JSON.parse(text.replace(/^\ufeff/, ''))
  } catch (error) {
    throw new StartError(
      `${file} is no JSON: ${error instanceof Error ? error.message : error}.`,
      'Mend the file; docs/configuration.md lists every key.',
    )
  }
}
