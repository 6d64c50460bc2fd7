import { z } from 'zod'

export type Json = Record<string, unknown>

/**
 * Collects the schemas that have an id as components; the others stand where they are used. What is read may differ from
 * what is answered, where there are defaults for instance, so the two have names of their own then.
 */
export function createSchemas() {
  const components: Record<string, Json> = {}
  // Many operations answer with the same schema.
  const known = { input: new Map<z.ZodType, Json>(), output: new Map<z.ZodType, Json>() }
  function schemaOf(schema: z.ZodType, io: 'input' | 'output' = 'output'): Json {
    const own = known[io].get(schema) ?? convert(schema, io)
    known[io].set(schema, own)
    return own
  }
  function convert(schema: z.ZodType, io: 'input' | 'output'): Json {
    const made = z.toJSONSchema(schema, { io, unrepresentable: 'any' }) as Json
    const { $defs = {}, $schema: _, ...own } = made as Json & { $defs?: Record<string, Json> }
    const renamed = Object.keys($defs).filter((name) => {
      const known = components[name]
      return known !== undefined && JSON.stringify(known) !== JSON.stringify(relinked($defs[name] ?? {}, []))
    })
    for (const [name, definition] of Object.entries($defs)) {
      components[nameIn(renamed, name)] = relinked(definition, renamed)
    }
    return relinked(own, renamed)
  }
  return { components, schemaOf }
}

export type SchemaOf = ReturnType<typeof createSchemas>['schemaOf']

const nameIn = (renamed: readonly string[], name: string) => (renamed.includes(name) ? `${name}Input` : name)

/** zod points at `#/$defs/Name`; OpenAPI keeps them elsewhere, and has no `id` keyword. */
function relinked(schema: Json, renamed: readonly string[]): Json {
  const { id: _, ...rest } = schema
  const text = JSON.stringify(rest).replace(
    /"#\/\$defs\/(\w+)"/g,
    (_match, name: string) => `"#/components/schemas/${nameIn(renamed, name)}"`,
  )
  return JSON.parse(text, (_key, part) => withTypes(part))
}

/** Several patterns of a text stand in parts of their own, which generators of clients take for anything where they lack the type. */
function withTypes(part: unknown): unknown {
  if (!isTextInParts(part)) return part
  return { ...part, allOf: part.allOf.map((one) => ({ type: 'string', ...one })) }
}

const isTextInParts = (part: unknown): part is Json & { allOf: Json[] } => {
  const { type, allOf } = (part ?? {}) as Json
  return type === 'string' && Array.isArray(allOf)
}
