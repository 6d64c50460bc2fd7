/** Makes examples of request and response bodies from their schemas. */
import { type Document, type Media, resolved, type Schema } from './document.ts'
import { namesakesIn, sampleId } from './namesakes.ts'

const samples: Record<string, string> = {
  date: '2026-01-05',
  'date-time': '2026-01-05T09:00:00Z',
  email: 'ada@example.com',
  uri: 'http://localhost:3000/',
  base64: 'aGVsbG8=',
}

/** The depth of an example. A schema may contain itself. */
const deepest = 8

interface Making {
  document: Document
  /** The values of the request by field name. A response repeats them. */
  asked: ReadonlyMap<string, unknown>
}

/** The example of a body: its own, or one made from the examples of its fields. */
export function exampleBody(document: Document, { example, schema }: Media, request?: Media): unknown {
  const asked = new Map<string, unknown>()
  if (request) note(exampleBody(document, request), asked)
  return withIds(example ?? (schema ? exampleOf({ document, asked }, schema) : undefined))
}

/** A value that fits a schema, made from its examples. Optional fields without an example are left out. */
function exampleOf(making: Making, given: Schema, name = '', depth = 0): unknown {
  const schema = resolved(making.document, given)
  const asked = making.asked.get(name)
  if (asked !== undefined && fits(making.document, schema, asked)) return asked
  const own = schema.example ?? schema.examples?.[0] ?? schema.default ?? schema.const
  if (own !== undefined || depth > deepest) return own
  if (schema.allOf)
    return Object.assign({}, ...schema.allOf.map((part) => exampleOf(making, part, name, depth + 1)))
  if (schema.properties) return objectOf(making, schema, depth)
  const elsewhere = namesakesIn(making.document).get(name)?.example
  if (elsewhere !== undefined && fits(making.document, schema, elsewhere)) return elsewhere
  if (mayBeNothing(making.document, schema)) return null
  if (schema.enum) return schema.enum[0]
  const [choice] = schema.anyOf ?? schema.oneOf ?? []
  if (choice) return exampleOf(making, choice, name, depth)
  if (schema.items) return [exampleOf(making, schema.items, '', depth + 1)]
  return /_(?:time|at)$/.test(name) && schema.type === 'string' ? samples['date-time'] : bare(schema)
}

const objectOf = (making: Making, { properties = {}, required }: Schema, depth: number) =>
  Object.fromEntries(
    Object.entries(properties)
      .filter(([key, field]) => required?.includes(key) || tells(making.document, field))
      .map(([key, field]) => [key, exampleOf(making, field, key, depth + 1)]),
  )

/** Whether null is better than an invented value: the schema allows null and has no fields to show. */
function mayBeNothing(document: Document, { type, anyOf = [] }: Schema): boolean {
  if (Array.isArray(type) && type.includes('null')) return true
  const choices = anyOf.map((one) => resolved(document, one))
  const isPlain = choices.every((one) => !one.properties && !one.items && !one.anyOf && !one.oneOf)
  return isPlain && choices.some((one) => one.type === 'null')
}

/** Whether a value of another field with this name fits this schema. */
function fits(document: Document, given: Schema, value: unknown): boolean {
  const schema = resolved(document, given)
  const choices = schema.anyOf ?? schema.oneOf
  if (choices) return choices.some((one) => fits(document, one, value))
  if (schema.const !== undefined) return schema.const === value
  if (schema.enum) return schema.enum.includes(value)
  if (schema.pattern !== undefined && !new RegExp(schema.pattern, 'u').test(String(value))) return false
  const types = (typeof schema.type === 'string' ? [schema.type] : schema.type) ?? []
  return types.some((type) => typeof value === (type === 'integer' ? 'number' : type)) && !schema.properties
}

/** Collects the plain values of a body by field name. */
function note(value: unknown, into: Map<string, unknown>): void {
  if (typeof value !== 'object' || value === null) return
  for (const [name, inner] of Object.entries(value)) {
    if (typeof inner === 'object') note(inner, into)
    else if (!into.has(name)) into.set(name, inner)
  }
}

/** Replaces the shared sample id, so that fields with different names show different ids. */
const withIds = (value: unknown): unknown =>
  value === undefined ? undefined : JSON.parse(JSON.stringify(value), (name, inner) => sampleId(name, inner))

const tells = (document: Document, field: Schema) => {
  const own = resolved(document, field)
  return own.example !== undefined || own.examples !== undefined
}

function bare({ type, format, minimum }: Schema): unknown {
  const [name] = typeof type === 'string' ? [type] : (type ?? [])
  switch (name) {
    case 'string':
      return format === 'uuid' ? sampleId('', undefined) : (samples[format ?? ''] ?? '…')
    case 'integer':
    case 'number':
      return minimum !== undefined && minimum > Number.MIN_SAFE_INTEGER ? minimum : 1
    case 'boolean':
      return true
    case 'array':
      return []
    case 'object':
      return {}
    default:
      return null
  }
}
