import { StartError } from '../start-error.ts'

/** `path=text` sets text, `path:=json` anything else. */
export function readSets(sets: readonly string[]): Record<string, unknown> {
  return Object.fromEntries(
    sets.map((set) => {
      const [, path, isJson, value = ''] = /^([^=:]+)(:?)=(.*)$/s.exec(set) ?? []
      if (path === undefined)
        throw new StartError(
          `--set ${set} has no value.`,
          'Write --set card.last_four=4242, or --set card.last_four:=null for JSON.',
        )
      return [path, isJson ? readJson(value, `--set ${set}`) : value]
    }),
  )
}

/** @param source names it where it is no JSON */
export function readJson(text: string, source: string): unknown {
  try {
    return JSON.parse(text)
  } catch (error) {
    throw new StartError(
      `${source} is no JSON: ${error instanceof Error ? error.message : error}.`,
      'Write text as JSON too: \'"text"\'.',
    )
  }
}
