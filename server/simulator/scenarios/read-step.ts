import type { StepKind } from '../../wire.ts'
import { kinds, type Read } from './kinds.ts'

/** The values of a step with their references replaced, read; or what is wrong with them, now that they are known. */
export function readStep<K extends StepKind>(
  kind: K,
  values: Readonly<Record<string, unknown>>,
): { read: Read<K> } | { problem: string } {
  const parsed = kinds[kind].safeParse(values)
  // The kind and what is read of it belong together, which the compiler cannot follow.
  if (parsed.success) return { read: parsed.data as Read<K> }
  const said = parsed.error.issues.map(({ path, message }) =>
    `${path.join('.')}: ${message}`.replace(/\.$/, ''),
  )
  return { problem: `${said.join('; ')}.` }
}
