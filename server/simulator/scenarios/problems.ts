/** Converts schema errors to flaws of a scenario. */
import type { z } from 'zod'
import { valueAt } from '../../events/overrides.ts'
import { issuesOf, keysAt, saidOf } from '../../schema/issues.ts'
import { nearest } from '../../words/nearest.ts'
import { refers } from './references.ts'
import type { Place } from './source.ts'

/** A flaw of a value: its place and a message. */
export interface Problem {
  place: Place
  message: string
  isUnknownKey?: true
}

/** Whether a value of a file is a map and not a list or null. */
export const isMap = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/**
 * The flaws that a schema finds in a value.
 * @param what the owner of the value, for unknown keys: `a call step`
 * @param keys the keys that an unknown one may have meant
 */
export function problemsIn(
  schema: z.ZodType,
  value: unknown,
  what: string,
  keys: readonly string[],
): Problem[] {
  const parsed = schema.safeParse(value)
  if (parsed.success) return []
  return issuesOf(parsed.error, value).flatMap((issue) => {
    const place = issue.path.map((step) => (typeof step === 'number' ? step : String(step)))
    const key = place.join('.')
    if (issue.code === 'unrecognized_keys')
      return issue.keys.map((unknown) => ({
        place: [...place, unknown],
        isUnknownKey: true,
        message: unknownKey(
          unknown,
          place.length > 0 ? key : what,
          place.length > 0 ? keysAt(schema, place) : keys,
        ),
      }))
    // A reference is only known during the run, and is checked then.
    const isCertain = issue.code === 'custom' && issue.params?.isCertain === true
    if (!isCertain && refers(valueAt(value, place))) return []
    const said = saidOf(issue)
    return [{ place, message: key === '' ? said : `${key}: ${said}`.replace(/\.$/, '') }]
  })
}

/** `bodi is not a key of a call step; did you mean body?` */
function unknownKey(key: string, what: string, keys: readonly string[]): string {
  const close = nearest(key, keys)
  const meant = close
    ? `; did you mean ${close}?`
    : keys.length > 0
      ? `; its keys are ${keys.join(', ')}`
      : ''
  return `${key} is not a key of ${what}${meant}`
}
