/** Assigns the parts of a refusal to the fields of a form. */

import { capitalized } from '../kit/format.ts'

interface Problem {
  code: string
  message: string
  fix: string
}

/** The field of a refusal whose code names the field. */
const owners: Partial<Record<string, string>> = { fault_invalid: 'fault', event_name_unknown: 'events' }

interface FieldProblems<Name extends string> {
  /** The problem of each field. */
  at: Partial<Record<Name, string>>
  /** The problem that no field shows. */
  rest: Problem | null
}

/** Splits a refusal such as `rate: must be a number; for: must be a duration.` by field. */
export function fieldProblems<Name extends string>(
  problem: Problem | null,
  names: readonly Name[],
): FieldProblems<Name> {
  const at: Partial<Record<Name, string>> = {}
  const owner = names.find((name) => name === owners[problem?.code ?? ''])
  if (problem && owner !== undefined) {
    at[owner] = `${problem.message} ${problem.fix}`
    return { at, rest: null }
  }
  if (problem?.code !== 'invalid_field') return { at, rest: problem }
  // A problem may contain semicolons and colons. Only `name: must` starts the next problem.
  for (const part of problem.message.replace(/\.$/, '').split(/; (?=[\w.*-]+: must )/)) {
    const name = names.find((one) => part.startsWith(`${one}: `) || part.startsWith(`${one}.`))
    if (name === undefined) return { at: {}, rest: problem }
    const said = part.slice(name.length + 1).trim()
    // A path within a field keeps its case.
    const isPlain = part.startsWith(`${name}: `)
    at[name] ??= `${isPlain ? capitalized(said) : said}.`
  }
  return { at, rest: null }
}
