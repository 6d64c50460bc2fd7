/** Converts zod schemas to the schemas of an OpenAPI document. */
import { z } from 'zod'

export type Json = Record<string, unknown>

/**
 * Collects schemas that have an id as components. Other schemas are written where they are used. Request and response
 * variants of a schema may differ, for example in defaults, and then have different names.
 */
export function createSchemas() {
  const components: Record<string, Json> = {}
  // Many operations share a response schema, so each schema is converted once.
  const known = { input: new Map<z.ZodType, Json>(), output: new Map<z.ZodType, Json>() }
  function schemaOf(schema: z.ZodType, io: 'input' | 'output' = 'output'): Json {
    const own = known[io].get(schema) ?? convert(schema, io)
    known[io].set(schema, own)
    return own
  }
  function convert(schema: z.ZodType, io: 'input' | 'output'): Json {
    const made = z.toJSONSchema(schema, {
      ...{ io, unrepresentable: 'any' },
      override({ jsonSchema }) {
        // Of a list by `eachOf`.
        const { entry } = jsonSchema as { entry?: z.ZodType }
        if (entry) Object.assign(jsonSchema, { items: convert(entry, io), entry: undefined })
      },
    }) as Json
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

/** Adapts references: zod writes `#/$defs/Name` and an `id` keyword, OpenAPI uses components. */
function relinked(schema: Json, renamed: readonly string[]): Json {
  const { id: _, ...rest } = schema
  const text = JSON.stringify(rest).replace(
    /"#\/\$defs\/(\w+)"/g,
    (_match, name: string) => `"#/components/schemas/${nameIn(renamed, name)}"`,
  )
  return JSON.parse(text, (_key, part) => withTypes(part))
}

/**
 * zod puts several patterns of a text into parts without a type. Client generators read such parts as any value, so the type
 * is added.
 */
function withTypes(part: unknown): unknown {
  if (!isTextInParts(part)) return part
  return { ...part, allOf: part.allOf.map((one) => ({ type: 'string', ...one })) }
}

const isTextInParts = (part: unknown): part is Json & { allOf: Json[] } => {
  const { type, allOf } = (part ?? {}) as Json
  return type === 'string' && Array.isArray(allOf)
}
