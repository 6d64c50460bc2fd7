/** Reads a configuration file. */
import { readFileSync } from 'node:fs'
import { StartError } from '../failures.ts'
import { numbersIn, repeatedKey } from '../json/json-source.ts'

/** Reads a configuration file as JSON. Throws a {@link StartError} for an unreadable file, invalid JSON, or a repeated key. */
export function readConfigFile(file: string): unknown {
  let text: string
  try {
    // Some editors begin a file with a byte order mark, which JSON.parse refuses.
    text = readFileSync(file, 'utf8').replace(/^\ufeff/, '')
  } catch (error) {
    throw new StartError(
      `Cannot read the config ${file}: ${error instanceof Error ? error.message : error}.`,
      'Give another file with --config FILE, or leave --config out.',
    )
  }
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch (error) {
    throw new StartError(
      `${file} is not valid JSON: ${error instanceof Error ? error.message : error}.`,
      'Correct the file. docs/configuration.md lists every key.',
    )
  }
  refuseLossy(text, file)
  return value
}

/** Refuses JSON that would lose something when parsed: digits of a long number, or the first value of a repeated key. */
export function refuseLossy(text: string, source: string) {
  const lineOf = (start: number) => text.slice(0, start).split('\n').length
  // Such a number may be an id in the body of an armed error, and would be sent with other digits.
  for (const { token: number, start } of numbersIn(text)) {
    if (/^-?\d+$/.test(number) && !Number.isSafeInteger(Number(number)))
      throw new StartError(
        `${source}, line ${lineOf(start)}: ${number} is too large for a JSON number and would become ${Number(number)}.`,
        'Put the number in quotes.',
      )
  }
  const repeated = repeatedKey(text)
  if (!repeated) return
  const [first, again] = repeated.starts.map(lineOf)
  throw new StartError(
    `${source}: ${repeated.path.join('.')} is given twice, ${first === again ? `both on line ${first}` : `on lines ${first} and ${again}`}.`,
    'Remove one of them.',
  )
}
