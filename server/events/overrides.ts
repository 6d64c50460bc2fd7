/** Replaces values of a payload by path, and checks payloads. */
import { z } from 'zod'
import { fail } from '../failures.ts'
import { onceFor } from '../memory/once-for.ts'
import { inPart } from '../words/in-part.ts'
import { suggest } from '../words/nearest.ts'

/**
 * Every path of a payload of this schema, dotted: `card.last_four`. `documents.0.status` represents every index of
 * a list.
 */
export function validPaths(schema: z.ZodType, prefix = ''): string[] {
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodNullable)
    return validPaths(schema.unwrap() as z.ZodType, prefix)
  if (schema instanceof z.ZodArray)
    return [`${prefix}0`, ...validPaths(schema.element as z.ZodType, `${prefix}0.`)]
  if (!(schema instanceof z.ZodObject)) return []
  return Object.entries(schema.shape).flatMap(([key, value]) => [
    `${prefix}${key}`,
    ...validPaths(value, `${prefix}${key}.`),
  ])
}

/** An index of a list. `setOwn` checks whether the list has this index. */
const place = /^(0|[1-9]\d{0,8})$/
const anyPlace = (path: string) =>
  path
    .split('.')
    .map((key) => (place.test(key) ? '0' : key))
    .join('.')

/** The schema at a path of a payload; undefined if the path does not exist. */
export function schemaAt(schema: z.ZodType, path: string): z.ZodType | undefined {
  return path.split('.').reduce<z.ZodType | undefined>((outer, key) => {
    let at = outer
    while (at instanceof z.ZodOptional || at instanceof z.ZodNullable) at = at.unwrap() as z.ZodType
    if (at instanceof z.ZodArray) return place.test(key) ? (at.element as z.ZodType) : undefined
    return at instanceof z.ZodObject && Object.hasOwn(at.shape, key) ? at.shape[key] : undefined
  }, schema)
}

/** Cached, since the paths may be requested tens of thousands of times. */
const pathsOf = onceFor((schema: z.ZodType): ReadonlySet<string> => new Set(validPaths(schema)))

/** Whether a payload of this schema may have a path. Every index of a list is accepted. */
export const isValidPath = (schema: z.ZodType, path: string): boolean => pathsOf(schema).has(anyPlace(path))

/** The deepest path. Bodies with deeper nesting are refused too. */
const deepest = 500

/**
 * Sets `value` at a dotted path of `target`. Creates missing objects on the way, or a list if the next key is 0.
 */
function put(target: object, path: string, value: unknown) {
  const keys = path.split('.', deepest + 1)
  if (keys.length > deepest)
    fail('path_unknown', `A path of more than ${deepest} steps is too deep.`, 'Shorten it.')
  let at = target
  for (const [i, key] of keys.slice(0, -1).entries()) {
    const inner: unknown = Object.getOwnPropertyDescriptor(at, key)?.value
    const made = keys[i + 1] === '0' ? [] : {}
    const child = typeof inner === 'object' && inner !== null ? inner : made
    if (child !== inner) setOwn(at, key, { path, value: child })
    at = child
  }
  setOwn(at, keys.at(-1) ?? '', { path, value })
}

/**
 * Defines the property, since an assignment would run the setter of `__proto__`. A list grows by at most one item,
 * so that it has no holes.
 */
function setOwn(target: object, key: string, { path, value }: { path: string; value: unknown }) {
  if (Array.isArray(target) && !(place.test(key) && Number(key) <= target.length))
    fail(
      'path_unknown',
      `${path.slice(0, 100)}: ${key.slice(0, 50)} is not an index in a list of ${target.length}.`,
      `Use 0 to ${target.length}.`,
    )
  Object.defineProperty(target, key, { value, enumerable: true, configurable: true, writable: true })
}

/**
 * The payload with values replaced by path. Refuses a path that the schema does not have, and a result that the
 * schema refuses. `force` allows both, to test a receiver's tolerance.
 */
export function overridden(
  built: Record<string, unknown>,
  { schema, set, force }: { schema: z.ZodType; set: Record<string, unknown>; force: boolean },
): Record<string, unknown> {
  if (Object.keys(set).length === 0) return built
  const payload = structuredClone(built)
  for (const [path, value] of Object.entries(set)) {
    if (!force && !isValidPath(schema, path))
      fail(
        'path_unknown',
        `${path} is not a path of ${String(built.event)}.`,
        suggest(path, validPaths(schema)),
      )
    put(payload, path, value)
  }
  if (!force) checkPayload(schema, payload)
  return payload
}

/** Refuses a payload that does not match the schema of the event, and names each invalid path. */
export function checkPayload(schema: z.ZodType, payload: unknown) {
  const said = flawsIn(schema, payload).map(({ path, says }) => `${path.join('.') || 'payload'}: ${says}`)
  if (said.length > 0) fail('payload_invalid', `${inPart(said).join('; ')}.`)
}

/** The mistakes in a value: each path, and the expected value. */
export function flawsIn(schema: z.ZodType, value: unknown): { path: PropertyKey[]; says: string }[] {
  return (schema.safeParse(value).error?.issues ?? []).map((issue) => ({
    path: issue.path,
    says: `${shown(valueAt(value, issue.path))} ${right(issue)}`,
  }))
}

/** The value at a path of parsed data; undefined if there is none. */
export const valueAt = (value: unknown, path: readonly PropertyKey[]): unknown =>
  path.reduce<unknown>(
    (at, key) =>
      typeof at === 'object' && at !== null ? Object.getOwnPropertyDescriptor(at, key)?.value : undefined,
    value,
  )

const kindOfValue = (value: unknown) =>
  value === null
    ? ''
    : Array.isArray(value)
      ? ', a list,'
      : ({ string: ', text,', number: ', a number,', boolean: ', true or false,', object: ', an object,' }[
          typeof value as string
        ] ?? '')

/** The beginning of a value as JSON. */
function shortJson(value: unknown): string {
  const text = JSON.stringify(value)
  return text.length > 60 ? `${text.slice(0, 60)}…` : text
}

/** A given value and its type: `12, a number,`. */
export const shown = (value: unknown): string =>
  value === undefined ? 'it is missing and' : `${shortJson(value)}${kindOfValue(value)}`

const types: Record<string, string> = {
  string: 'text',
  number: 'a number',
  boolean: 'true or false',
  object: 'an object',
  array: 'a list',
}
const formats: Record<string, string> = {
  uuid: 'a UUID such as 3f8a4d26-9c1e-4b7f-8a55-0f6f3f1f2b10',
  url: 'an address such as https://example.com/',
  date: 'a day such as 2026-01-31',
}

/** What an invalid value must be instead. */
function right(issue: z.core.$ZodIssue): string {
  if (issue.code === 'invalid_type') return `must be ${types[issue.expected] ?? issue.expected}`
  if (issue.code === 'invalid_value')
    return `must be ${issue.values.length > 1 ? 'one of ' : ''}${issue.values.map((value) => JSON.stringify(value)).join(', ')}`
  const known = issue.code === 'invalid_format' ? formats[issue.format] : undefined
  return known ? `must be ${known}` : issue.message
}
