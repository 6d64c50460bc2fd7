/** Turns schema issues into refusals in plain words. */
import { z } from 'zod'
import { nearest } from '../words/nearest.ts'
import { entryOf } from './each.ts'

export type Issue = z.core.$ZodIssue
type Place = readonly PropertyKey[]

/** The value at a path inside another value. */
const valueAt = (value: unknown, place: Place): unknown =>
  place.reduce<unknown>(
    (inner, key) =>
      typeof inner === 'object' && inner !== null ? (inner as Record<PropertyKey, unknown>)[key] : undefined,
    value,
  )

/** The issues of a value. For a union of forms, only the issues of the form that was most likely meant. */
export const issuesOf = ({ issues }: { issues: readonly Issue[] }, value: unknown): Issue[] =>
  issues.flatMap((issue) => meant(issue, value))

function meant(issue: Issue, value: unknown): Issue[] {
  if (issue.code !== 'invalid_union') return [issue]
  const here = valueAt(value, issue.path)
  const forms = issue.errors.filter((own) =>
    own.every((one) => one.path.length > 0 || one.code === 'unrecognized_keys' || isLengthOfList(one)),
  )
  const fewest = Math.min(...forms.map((form) => strangeness(form, here)))
  const [form, ...others] = forms.filter((one) => strangeness(one, here) === fewest)
  if (!form || others.length > 0) return [issue]
  return form
    .map((inner) => ({ ...inner, path: [...issue.path, ...inner.path] }))
    .flatMap((inner) => meant(inner, value))
}

const kinds: Record<string, string> = {
  string: 'text',
  number: 'a number',
  int: 'a whole number',
  boolean: 'true or false',
  array: 'a list',
  object: 'an object',
  record: 'an object',
  tuple: 'a list',
}

const units: Record<string, { one: string; many: string }> = {
  string: { one: ' character', many: ' characters' },
  array: { one: ' entry', many: ' entries' },
}
const unitOf = (origin: string, count: number | bigint) =>
  units[origin]?.[Number(count) === 1 ? 'one' : 'many'] ?? ''

/** The message of an issue, in plain words where the schema has none of its own. */
export function saidOf(issue: Issue): string {
  if (issue.code === 'invalid_key') return issue.issues[0]?.message ?? issue.message
  if (issue.code === 'invalid_type' && issue.message.startsWith('Invalid input: expected')) {
    const wanted = `must be ${kinds[issue.expected] ?? issue.expected}`
    return issue.message.endsWith('received undefined') ? `is missing; ${wanted}` : wanted
  }
  if (issue.code === 'too_big' && issue.message.startsWith('Too big'))
    return `must be at most ${issue.maximum}${unitOf(issue.origin, issue.maximum)}`
  if (issue.code === 'too_small' && issue.message.startsWith('Too small'))
    return `must be at least ${issue.minimum}${unitOf(issue.origin, issue.minimum)}`
  if (issue.code === 'invalid_value' && issue.message.startsWith('Invalid '))
    return `must be ${issue.values.length > 1 ? 'one of ' : ''}${issue.values.map(String).join(', ')}`
  if (issue.code === 'invalid_format' && issue.message.startsWith('Invalid '))
    return `must be ${issue.format}`
  return issue.message
}

/** The field that an issue is about, as a refusal names it. */
export const refusedIn = (issue: Issue) => ({
  path: issue.path.filter((part) => typeof part !== 'symbol'),
  problem: saidOf(issue),
})

/** The allowed value that was most likely meant; undefined if none is close. */
export function meantBy(issue: Issue, value: unknown): string | undefined {
  const given = valueAt(value, issue.path)
  if (issue.code !== 'invalid_value' || typeof given !== 'string') return undefined
  return nearest(
    given,
    issue.values.filter((one) => typeof one === 'string'),
  )
}

/**
 * The path of a null that should be left out, because the field is optional but not nullable. Undefined for any
 * other issue.
 */
export function toLeaveOut(issue: Issue, value: unknown, schema: z.ZodType): string | undefined {
  const name = issue.path.at(-1)
  if (name === undefined || valueAt(value, issue.path) !== null) return undefined
  const around = schemaAt(schema, issue.path.slice(0, -1))
  const part = around && partsOf(around)?.[String(name)]
  return part?.safeParse(undefined).success ? issue.path.join('.') : undefined
}

const isLengthOfList = (issue: Issue) =>
  (issue.code === 'too_big' || issue.code === 'too_small') && issue.origin === 'array'

/** How many keys of the value are unknown to this form, plus how many keys of the form are missing. */
const strangeness = (form: readonly Issue[], value: unknown): number =>
  form.reduce((sum, issue) => {
    if (issue.code === 'unrecognized_keys') return issue.path.length === 0 ? sum + issue.keys.length : sum
    return issue.path.length === 1 && valueAt(value, issue.path) === undefined ? sum + 1 : sum
  }, 0)

/** The names of the keys at a path of a schema. */
export function keysAt(schema: z.ZodType, place: Place): string[] {
  const here = schemaAt(schema, place)
  return Object.keys((here && partsOf(here)) ?? {})
}

/** The schema without optional, nullable, default and preprocessing. */
export function bareSchema(schema: z.ZodType): z.ZodType {
  return schema instanceof z.ZodNullable ||
    schema instanceof z.ZodOptional ||
    schema instanceof z.ZodDefault ||
    schema instanceof z.ZodPrefault
    ? bareSchema(schema.unwrap() as z.ZodType)
    : schema instanceof z.ZodPipe && schema.in instanceof z.ZodTransform
      ? bareSchema(schema.out as z.ZodType)
      : schema
}

/** The parts of a schema by name; undefined if any key is allowed. */
export function partsOf(schema: z.ZodType): Record<string, z.ZodType> | undefined {
  if (schema instanceof z.ZodObject) return schema.shape
  if (schema instanceof z.ZodDiscriminatedUnion || schema instanceof z.ZodUnion)
    return Object.assign({}, ...schema.options.map((one) => partsOf(bareSchema(one as z.ZodType)) ?? {}))
  if (schema instanceof z.ZodArray || schema instanceof z.ZodTuple || schema instanceof z.ZodRecord)
    return undefined
  return schema instanceof z.ZodUnknown ? undefined : {}
}

/** The schema at a path inside another schema. */
export function schemaAt(schema: z.ZodType, [word, ...rest]: Place): z.ZodType | undefined {
  const here = bareSchema(schema)
  if (word === undefined) return here
  const part = /^\d+$/.test(String(word)) ? elementOf(here) : partsOf(here)?.[String(word)]
  return part && schemaAt(part, rest)
}

/** The schema of a list's elements, also for a union that includes a list. */
function elementOf(schema: z.ZodType): z.ZodType | undefined {
  if (schema instanceof z.ZodArray) return entryOf(schema) ?? (schema.element as z.ZodType)
  if (!(schema instanceof z.ZodUnion)) return undefined
  return schema.options.map((one) => elementOf(bareSchema(one as z.ZodType))).find((one) => one !== undefined)
}
