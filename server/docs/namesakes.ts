/** Finds descriptions and examples that fields can share with fields of the same name. */
import { createHash } from 'node:crypto'
import type { Document, Schema } from './document.ts'

/** The description and example that fields of a name share. */
export interface Namesake {
  example?: unknown
  description?: string | undefined
}
const known = new WeakMap<Document, Map<string, Namesake>>()

/** The descriptions and examples of fields by name, for fields that have none of their own. */
export function namesakesIn(document: Document): ReadonlyMap<string, Namesake> {
  const found = known.get(document) ?? new Map<string, Namesake>()
  if (known.has(document)) return found
  known.set(document, found)
  /** Names with several meanings. */
  const ambiguous = new Set<string>()
  const walk = (schema: Schema | undefined): void => {
    for (const [name, field] of Object.entries(schema?.properties ?? {})) {
      const { example: before, description } = found.get(name) ?? {}
      const example = field.example ?? field.examples?.[0] ?? before
      if (before !== undefined && example !== before) ambiguous.add(name)
      found.set(name, {
        example: ambiguous.has(name) ? undefined : example,
        description: shorter(description, field.description),
      })
      walk(field)
    }
    for (const inner of [schema?.items, ...(schema?.anyOf ?? []), ...(schema?.oneOf ?? [])])
      if (inner) walk(inner)
  }
  for (const schema of Object.values(document.components.schemas)) walk(schema)
  for (const methods of Object.values(document.paths)) {
    for (const { requestBody } of Object.values(methods))
      for (const { schema } of Object.values(requestBody?.content ?? {})) walk(schema)
  }
  return found
}

/** The shorter text is the more general one. */
const shorter = (a: string | undefined, b: string | undefined) =>
  a === undefined || (b !== undefined && b.length < a.length) ? b : a

export const oneForAll = '3f8a4d26-9c1e-4b7f-8a55-0f6f3f1f2b10'

/** A sample id. Most examples are the same UUID; an id derived from the field's name differs by field. */
export function sampleId(name: string, value: unknown = oneForAll): unknown {
  if (value !== oneForAll || name === '' || /^\d+$/.test(name)) return value
  const digits = createHash('sha256').update(name).digest('hex')
  return `${digits.slice(0, 8)}-${digits.slice(8, 12)}-4${digits.slice(13, 16)}-9${digits.slice(17, 20)}-${digits.slice(20, 32)}`
}
