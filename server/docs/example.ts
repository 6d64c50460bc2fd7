import { type Document, type Media, resolved, type Schema } from './document.ts'

const samples: Record<string, string> = {
  uuid: '3f8a4d26-9c1e-4b7f-8a55-0f6f3f1f2b10',
  date: '2026-01-05',
  'date-time': '2026-01-05T09:00:00Z',
  email: 'ada@example.com',
  uri: 'http://localhost:3000/',
  base64: 'aGVsbG8=',
}

/** How deep an example goes; a schema may contain itself. */
const deepest = 8

/** An example of a body: its own, or one made from the examples of its fields. */
export function exampleBody(document: Document, { example, schema }: Media): unknown {
  return example ?? (schema ? exampleOf(document, schema) : undefined)
}

/** A value that a schema would take, from its examples where it has some. Fields that may be left out without one are. */
function exampleOf(document: Document, given: Schema, name = '', depth = 0): unknown {
  const schema = resolved(document, given)
  const told = schema.example ?? schema.examples?.[0] ?? schema.default ?? schema.const ?? schema.enum?.[0]
  if (told !== undefined || depth > deepest) return told
  const [choice] = schema.anyOf ?? schema.oneOf ?? []
  if (choice) return exampleOf(document, choice, name, depth)
  if (schema.allOf)
    return Object.assign({}, ...schema.allOf.map((part) => exampleOf(document, part, name, depth + 1)))
  if (schema.properties) {
    const made = Object.entries(schema.properties)
      .filter(([key, field]) => schema.required?.includes(key) || tells(document, field))
      .map(([key, field]) => [key, exampleOf(document, field, key, depth + 1)])
    return Object.fromEntries(made)
  }
  const elsewhere = namesakes(document).get(name)
  const kind = schema.items ? 'array' : schema.type
  if (elsewhere !== undefined && !schema.format && kindOf(elsewhere) === kind) return elsewhere
  if (schema.items) return [exampleOf(document, schema.items, '', depth + 1)]
  return /_(?:time|at)$/.test(name) && schema.type === 'string' ? samples['date-time'] : bare(schema)
}

const kindOf = (value: unknown) => (Array.isArray(value) ? 'array' : typeof value)
const known = new WeakMap<Document, Map<string, unknown>>()

/** The examples that fields tell, by the names of the fields: an answer repeats what was asked. */
function namesakes(document: Document): Map<string, unknown> {
  const found = known.get(document) ?? new Map<string, unknown>()
  if (known.has(document)) return found
  known.set(document, found)
  for (const { properties = {} } of Object.values(document.components.schemas)) {
    for (const [name, field] of Object.entries(properties)) {
      if (field.example !== undefined && !found.has(name)) found.set(name, field.example)
    }
  }
  return found
}

const tells = (document: Document, field: Schema) => {
  const own = resolved(document, field)
  return own.example !== undefined || own.examples !== undefined
}

function bare({ type, format, minimum }: Schema): unknown {
  const [name] = typeof type === 'string' ? [type] : (type ?? [])
  switch (name) {
    case 'string':
      return samples[format ?? ''] ?? 'text'
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
