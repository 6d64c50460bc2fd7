import { shortJson } from '../../events/overrides.ts'
import { issuesOf, saidOf } from '../../schema/issues.ts'
import type { StepKind } from '../../wire.ts'
import { kinds, type Read } from './kinds.ts'
import { valueAt } from './problems.ts'

/** The values of a step with their references replaced, read; or what is wrong with them, now that they are known. */
export function readStep<K extends StepKind>(
  kind: K,
  values: Readonly<Record<string, unknown>>,
): { read: Read<K> } | { problem: string } {
  const parsed = kinds[kind].safeParse(values)
  // The kind and what is read of it belong together, which the compiler cannot follow.
  if (parsed.success) return { read: parsed.data as Read<K> }
  const said = issuesOf(parsed.error, values).map((issue) => {
    const place = issue.path.map(String)
    // The value may come from a reference, so that the file does not show it.
    const value = valueAt(values, place)
    const given = value === undefined ? '' : ` ${shortJson(value)}`
    return `${place.join('.')}${given}: ${saidOf(issue)}`.replace(/\.$/, '')
  })
  return { problem: `${said.join('; ')}.` }
}
