/** Reads `name=value` and `name:=json` options, and builds request bodies from given settings. */
import { StartError } from '../failures.ts'
import { textOrJson } from './values.ts'

const form = /^([^=:]+)(:?)=(.*)$/s

/**
 * The values of `path=text` and `path:=json`.
 * @param flag the option, for error messages
 */
export function readSets(sets: readonly string[], flag = '--set'): Record<string, unknown> {
  const values = new Map<string, unknown>()
  for (const set of sets) {
    const [, path, isJson, value = ''] = form.exec(set) ?? []
    if (path === undefined) throw noValue(set, flag)
    if (values.has(path)) throw new StartError(`${flag} ${path} was given twice.`, 'Remove one of them.')
    values.set(path, isJson ? jsonOf(value, `${flag} ${set}`) : value)
  }
  return Object.fromEntries(values)
}

/** Values that were set as text although the default has another type, rewritten as JSON: `--set n:=3`. */
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
    `Write ${flag} ${path}=TEXT for text, or ${flag} ${path}:=JSON for JSON such as null.`,
  )
}

const jsonOf = (text: string, source: string) =>
  readJson(text, { source, fix: 'Write text as JSON, too, such as \'"text"\', or use = in place of :=.' })

/**
 * Parses JSON.
 * @param about.source names the text in an error
 * @param about.fix the fix in an error
 */
export function readJson(text: string, about: { source: string; fix: string }): unknown {
  try {
    return JSON.parse(text)
  } catch (error) {
    throw new StartError(
      `${about.source} is not valid JSON: ${error instanceof Error ? error.message : error}.`,
      about.fix,
    )
  }
}

/** The settings that were given. Null removes a setting. */
export const given = <Given extends object>(all: Given) =>
  Object.fromEntries(Object.entries(all).filter(([, value]) => value !== undefined)) as {
    [Name in keyof Given]?: Exclude<Given[Name], undefined>
  }

/** The value of a setting for the API: null for false, which `--no-…` gives. */
export const offAsNull = <T>(value: T | false | undefined): T | null | undefined =>
  value === false ? null : value
