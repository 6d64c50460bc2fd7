import { z } from 'zod'
import { fail } from '../failures.ts'
import { suggest } from '../nearest.ts'

/** Every path that a payload of this schema may have, dotted: `card.last_four`, `documents.0.status`. */
export function validPaths(schema: z.ZodType, prefix = ''): string[] {
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodNullable)
    return validPaths(schema.unwrap() as z.ZodType, prefix)
  if (!(schema instanceof z.ZodObject)) return []
  return Object.entries(schema.shape).flatMap(([key, value]) => [
    `${prefix}${key}`,
    ...validPaths(value, `${prefix}${key}.`),
  ])
}

/** Puts `value` at a dotted path of a copy of `target`, making objects on the way where there are none. */
function withPath(
  target: Record<string, unknown>,
  path: readonly string[],
  value: unknown,
): Record<string, unknown> {
  const [key = '', ...rest] = path
  if (rest.length === 0) return setOwn(target, key, value)
  const inner = Object.hasOwn(target, key) ? target[key] : undefined
  const child =
    typeof inner === 'object' && inner !== null && !Array.isArray(inner)
      ? (inner as Record<string, unknown>)
      : {}
  return setOwn(target, key, withPath(child, rest, value))
}

/** A plain assignment would run the setter of `__proto__`. */
const setOwn = (target: Record<string, unknown>, key: string, value: unknown) =>
  Object.defineProperty({ ...target }, key, { value, enumerable: true, configurable: true, writable: true })

/**
 * A payload with values replaced by path. Refuses a path that the schema lacks and a result that the schema refuses;
 * `force` lets both through, to test a receiver's tolerance.
 */
export function overridden(
  built: Record<string, unknown>,
  { schema, set, force }: { schema: z.ZodType; set: Record<string, unknown>; force: boolean },
): Record<string, unknown> {
  const paths = validPaths(schema)
  let payload = built
  for (const [path, value] of Object.entries(set)) {
    if (!force && !paths.includes(path)) {
      fail('path_unknown', `${path} is no path of ${String(built.event)}.`, suggest(path, paths))
    }
    payload = withPath(payload, path.split('.'), value)
  }
  if (!force) checkPayload(schema, payload)
  return payload
}

/** Refuses a payload that the event's schema refuses, naming each path at fault. */
export function checkPayload(schema: z.ZodType, payload: unknown) {
  const parsed = schema.safeParse(payload)
  if (parsed.success) return
  const said = parsed.error.issues.map((issue) => `${issue.path.join('.') || 'payload'}: ${issue.message}`)
  fail('payload_invalid', `${said.join('; ')}.`)
}
