import { StartError } from '../start-error.ts'

/** `path=text` sets text, `path:=json` anything else. */
export function readSets(sets: readonly string[]): Record<string, unknown> {
  return Object.fromEntries(
    sets.map((set) => {
      const [, path, isJson, value = ''] = /^([^=:]+)(:?)=(.*)$/s.exec(set) ?? []
      if (path === undefined) throw noValue(set)
      return [path, isJson ? jsonOf(value, `--set ${set}`) : value]
    }),
  )
}

function noValue(set: string): StartError {
  const [path = 'name'] = /^[^=:]+/.exec(set) ?? []
  return new StartError(
    `--set ${set} has no value.`,
    `Write --set ${path}=… with the text that it is to be, or --set ${path}:=… with JSON, such as null.`,
  )
}

const jsonOf = (text: string, source: string) =>
  readJson(text, { source, fix: 'Write text as JSON too: \'"text"\'.' })

/**
 * @param about.source names it where it is no JSON
 * @param about.fix what to do about that
 */
export function readJson(text: string, about: { source: string; fix: string }): unknown {
  try {
    return JSON.parse(text)
  } catch (error) {
    throw new StartError(
      `${about.source} is no JSON: ${error instanceof Error ? error.message : error}.`,
      about.fix,
    )
  }
}
