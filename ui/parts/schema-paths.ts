/** A path that `set` takes, and what the schema says of its value. */
export interface SchemaPath {
  path: string
  type: string
  values: string[]
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Every path to a plain value in a JSON Schema, depth first. */
export function schemaPaths(schema: unknown, root: unknown = schema, path = ''): SchemaPath[] {
  const here = resolve(schema, root)
  // A schema may refer to itself.
  if (!isRecord(here) || path.split('.').length > 8) return []
  if (isRecord(here.properties))
    return Object.entries(here.properties).flatMap(([name, child]) =>
      schemaPaths(child, root, path === '' ? name : `${path}.${name}`),
    )
  if (path === '') return []
  const values = Array.isArray(here.enum) ? here.enum.map(String) : []
  return [{ path, type: typeof here.type === 'string' ? here.type : 'string', values }]
}

function resolve(schema: unknown, root: unknown): unknown {
  if (!isRecord(schema) || typeof schema.$ref !== 'string') return schema
  return schema.$ref
    .replace(/^#\//, '')
    .split('/')
    .reduce<unknown>((at, key) => (isRecord(at) ? at[key] : undefined), root)
}

/** Reads what was typed as the schema's type wants it; text stays text where that is what it takes. */
export function readValue(text: string, type: string): unknown {
  if (type === 'string') return text
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}
