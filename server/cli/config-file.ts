import { readFileSync } from 'node:fs'
import { StartError } from '../failures.ts'
import { numbersIn, repeatedKey } from '../json/json-source.ts'

/** Reads a configuration file as JSON. Throws a {@link StartError} when it cannot be read or is no JSON, or gives a key twice. */
export function readConfigFile(file: string): unknown {
  let text: string
  try {
    // Some editors begin a file with a byte order mark, which is no JSON.
    text = readFileSync(file, 'utf8').replace(/^\ufeff/, '')
  } catch (error) {
    throw new StartError(
      `Cannot read the config ${file}: ${error instanceof Error ? error.message : error}.`,
      'Name another with --config FILE, or leave it out for the defaults.',
    )
  }
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch (error) {
    throw new StartError(
      `${file} is no JSON: ${error instanceof Error ? error.message : error}.`,
      'Mend the file; docs/configuration.md lists every key.',
    )
  }
  const lineOf = (start: number) => text.slice(0, start).split('\n').length
  // An id in a body that is armed would be answered with other digits.
  for (const { token: number, start } of numbersIn(text)) {
    if (/^-?\d+$/.test(number) && !Number.isSafeInteger(Number(number)))
      throw new StartError(
        `${file}, line ${lineOf(start)}: ${number} is too large for a number and would become ${Number(number)}.`,
        'Put it in quotes.',
      )
  }
  const repeated = repeatedKey(text)
  if (!repeated) return value
  const [first, again] = repeated.starts.map(lineOf)
  throw new StartError(
    `${file}: ${repeated.path.join('.')} is given twice, ${first === again ? `both on line ${first}` : `on lines ${first} and ${again}`}.`,
    'Leave one of them out.',
  )
}
