import { shown } from '../../events/overrides.ts'
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
    const value = valueAt(values, place)
    // The value may come from a reference, so that the file does not show it. Our own checks name it themselves.
    const isShown = value !== undefined && issue.code !== 'custom' && issue.code !== 'unrecognized_keys'
    return `${place.join('.')}: ${isShown ? `${shown(value)} ` : ''}${saidOf(issue)}`.replace(/\.$/, '')
  })
  return { problem: `${said.join('; ')}.` }
}
