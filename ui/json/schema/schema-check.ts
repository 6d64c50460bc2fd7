/** Validates a value against the part of JSON Schema that zod writes. */
import { many } from '../../kit/format.ts'
import {
  branchesOf,
  choiceOf,
  formatWords,
  isRecord,
  resolved,
  type Schema,
  typeOf,
  typesOf,
  typeWords,
} from './schema-words.ts'

/** A mistake by dotted path; the empty path is the whole value. */
export interface SchemaProblem {
  path: string
  message: string
}

/** Every mistake in `value`. `$ref` refers to `root`. */
export function schemaProblems(schema: unknown, value: unknown, root: unknown = schema): SchemaProblem[] {
  return check(resolved(schema, root), value, '')

  function check(at: Schema, value: unknown, path: string): SchemaProblem[] {
    const branches = branchesOf(at, root)
    if (branches.length > 1) return checkChoice(branches, value, path)
    const [only = at] = branches
    const own = typeProblem(only, value) ?? valueProblem(only, value)
    if (own !== null) return [{ path, message: own }]
    if (Array.isArray(value)) return [...sized(only, value, path), ...checkItems(only, value, path)]
    return isRecord(value) ? checkMembers(only, value, path) : []
  }

  function checkChoice(branches: Schema[], value: unknown, path: string): SchemaProblem[] {
    const found = branches.map((branch) => check(branch, value, path))
    if (found.some((problems) => problems.length === 0)) return []
    // The other branch is usually null, so the mistake belongs to the first.
    const fitting = branches.flatMap((branch, index) =>
      typeProblem(branch, value) === null ? [found[index] ?? []] : [],
    )
    if (fitting.length === 1) return fitting[0] ?? []
    const types = [...new Set(branches.flatMap(typesOf))].map(typeWords)
    return [{ path, message: `must be ${choiceOf(types)}, not ${typeWords(typeOf(value))}` }]
  }

  function checkItems({ items }: Schema, value: readonly unknown[], path: string): SchemaProblem[] {
    return items === undefined
      ? []
      : value.flatMap((one, index) => check(resolved(items, root), one, within(path, index)))
  }

  function checkMembers(at: Schema, value: Record<string, unknown>, path: string): SchemaProblem[] {
    const known = isRecord(at.properties) ? at.properties : {}
    const required = Array.isArray(at.required) ? at.required.map(String) : []
    const extra = at.additionalProperties
    return [
      ...required
        .filter((name) => !Object.hasOwn(value, name))
        .map((name) => ({ path: within(path, name), message: 'is missing' })),
      ...Object.entries(value).flatMap(([name, one]) => {
        const inner = within(path, name)
        if (Object.hasOwn(known, name)) return check(resolved(known[name], root), one, inner)
        if (extra === false)
          return [{ path: inner, message: `is unknown; known fields: ${Object.keys(known).join(', ')}` }]
        return isRecord(extra) ? check(resolved(extra, root), one, inner) : []
      }),
    ]
  }
}

const within = (path: string, key: string | number) => (path === '' ? `${key}` : `${path}.${key}`)

function typeProblem(schema: Schema, value: unknown): string | null {
  const types = typesOf(schema)
  const type = typeOf(value)
  if (types.length === 0 || types.includes(type)) return null
  if (types.includes('integer') && Number.isInteger(value)) return null
  const found = type === 'number' && types.includes('integer') ? `${value}` : typeWords(type)
  return `must be ${choiceOf(types.map(typeWords))}, not ${found}`
}

function valueProblem(schema: Schema, value: unknown): string | null {
  if ('const' in schema && !same(schema.const, value)) return `must be ${JSON.stringify(schema.const)}`
  if (Array.isArray(schema.enum) && !schema.enum.some((one) => same(one, value)))
    return `must be ${choiceOf(schema.enum.map((one) => JSON.stringify(one)))}`
  if (typeof value === 'string') return textProblem(schema, value)
  return typeof value === 'number' ? numberProblem(schema, value) : null
}

const same = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other)

function textProblem({ minLength, maxLength, pattern, format }: Schema, value: string): string | null {
  const length = [...value].length
  if (typeof minLength === 'number' && length < minLength)
    return minLength === 1 ? 'must not be empty' : `must have at least ${many(minLength, 'character')}`
  if (typeof maxLength === 'number' && length > maxLength)
    return `must have at most ${many(maxLength, 'character')}, not ${length}`
  if (typeof pattern === 'string' && !new RegExp(pattern).test(value))
    return `must be ${formatWords(format) ?? `text that matches ${pattern}`}`
  return format === 'uri' && !URL.canParse(value) ? 'must be a URL' : null
}

function numberProblem(schema: Schema, value: number): string | null {
  const { minimum, maximum, exclusiveMinimum, exclusiveMaximum, multipleOf } = schema
  if (typeof minimum === 'number' && value < minimum) return `must be at least ${minimum}`
  if (typeof maximum === 'number' && value > maximum) return `must be at most ${maximum}`
  if (typeof exclusiveMinimum === 'number' && value <= exclusiveMinimum)
    return `must be more than ${exclusiveMinimum}`
  if (typeof exclusiveMaximum === 'number' && value >= exclusiveMaximum)
    return `must be less than ${exclusiveMaximum}`
  return typeof multipleOf === 'number' && value % multipleOf !== 0
    ? `must be a multiple of ${multipleOf}`
    : null
}

function sized({ minItems, maxItems }: Schema, value: readonly unknown[], path: string): SchemaProblem[] {
  if (typeof minItems === 'number' && value.length < minItems)
    return [{ path, message: `must have at least ${many(minItems, 'item')}` }]
  return typeof maxItems === 'number' && value.length > maxItems
    ? [{ path, message: `must have at most ${many(maxItems, 'item')}` }]
    : []
}
