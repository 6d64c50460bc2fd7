import { capitalized } from '../kit/format.ts'

interface Problem {
  code: string
  message: string
  fix: string
}

/** A refusal shared out among the fields of a form. */
interface FieldProblems<Name extends string> {
  /** What is said of each. */
  at: Partial<Record<Name, string>>
  /** What no field says. */
  rest: Problem | null
}

/** Finds the fields that a refusal names (`rate: must be a number; for: must be a duration.`) among those of a form. */
export function fieldProblems<Name extends string>(
  problem: Problem | null,
  names: readonly Name[],
): FieldProblems<Name> {
  if (problem?.code !== 'invalid_field') return { at: {}, rest: problem }
  const at: Partial<Record<Name, string>> = {}
  // What is said of a field may hold a semicolon and a colon too: only a field's name parts them.
  for (const part of problem.message.replace(/\.$/, '').split(/; (?=[\w.*-]+: must )/)) {
    const name = names.find((one) => part.startsWith(`${one}: `) || part.startsWith(`${one}.`))
    if (name === undefined) return { at: {}, rest: problem }
    const said = part.slice(name.length + 1).trim()
    // A name within a field keeps its letters.
    const isPlain = part.startsWith(`${name}: `)
    at[name] ??= `${isPlain ? capitalized(said) : said}.`
  }
  return { at, rest: null }
}
