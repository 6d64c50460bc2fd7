import { StartError } from '../failures.ts'
import { textOrJson } from './values.ts'

const form = /^([^=:]+)(:?)=(.*)$/s

/**
 * `path=text` sets text, `path:=json` anything else.
 * @param flag the option that they were given by
 */
export function readSets(sets: readonly string[], flag = '--set'): Record<string, unknown> {
  const values = new Map<string, unknown>()
  for (const set of sets) {
    const [, path, isJson, value = ''] = form.exec(set) ?? []
    if (path === undefined) throw noValue(set, flag)
    if (values.has(path)) throw new StartError(`${flag} ${path} was given twice.`, 'Keep one of them.')
    values.set(path, isJson ? jsonOf(value, `${flag} ${set}`) : value)
  }
  return Object.fromEntries(values)
}

/** What was set as text and reads as JSON of the type that it has by default, written as that: `--set n:=3`. */
export const setsMeant = (sets: readonly string[], defaults: Readonly<Record<string, unknown>>): string[] =>
  sets.flatMap((set) => {
    const [, path = '', isJson, value = ''] = form.exec(set) ?? []
    const [usual, read] = [defaults[path], textOrJson(value)]
    return isJson || typeof read === 'string' || typeof read !== typeof usual
      ? []
      : [`--set ${path}:=${value}`]
  })

function noValue(set: string, flag: string): StartError {
  const [path = 'name'] = /^[^=:]+/.exec(set) ?? []
  return new StartError(
    `${flag} ${set} has no value.`,
    `Write ${flag} ${path}=… with the text that it is to be, or ${flag} ${path}:=… with JSON, such as null.`,
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

/** Of what may be given, what was: null takes a setting off. */
export const given = <Given extends object>(all: Given) =>
  Object.fromEntries(Object.entries(all).filter(([, value]) => value !== undefined)) as {
    [Name in keyof Given]?: Exclude<Given[Name], undefined>
  }

/** As the API takes a setting of which `--no-…` makes false. */
export const offAsNull = <T>(value: T | false | undefined): T | null | undefined =>
  value === false ? null : value
