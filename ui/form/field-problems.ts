/** Assigns the parts of a refusal to the fields of a form. */

import { capitalized } from '../kit/format.ts'
import type { Problem } from '../live/api.ts'

/** The field of a refusal whose code names the field. */
const owners: Partial<Record<string, string>> = { fault_invalid: 'fault', event_name_unknown: 'events' }

interface FieldProblems<Name extends string> {
  /** The problem of each field. */
  at: Partial<Record<Name, string>>
  /** The problem that no field shows. */
  rest: Problem | null
}

/** The problems of a refusal by field, if the form has all the fields that it names. */
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
  if (problem?.code !== 'invalid_field' || !problem.fields?.length) return { at, rest: problem }
  for (const { path, problem: said } of problem.fields) {
    const [first, ...inner] = path
    const name = names.find((one) => one === first)
    if (name === undefined) return { at: {}, rest: problem }
    at[name] ??= inner.length === 0 ? `${capitalized(said)}.` : `${inner.join('.')}: ${said}.`
  }
  return { at, rest: null }
}
