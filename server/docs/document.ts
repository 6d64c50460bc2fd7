/** A JSON Schema, as far as the reference shows it. */
export interface Schema {
  $ref?: string
  type?: string | readonly string[]
  format?: string
  description?: string
  example?: unknown
  examples?: readonly unknown[]
  default?: unknown
  const?: unknown
  enum?: readonly unknown[]
  anyOf?: readonly Schema[]
  oneOf?: readonly Schema[]
  allOf?: readonly Schema[]
  properties?: Record<string, Schema>
  required?: readonly string[]
  additionalProperties?: Schema | boolean
  items?: Schema
  minLength?: number
  maxLength?: number
  pattern?: string
  minimum?: number
  maximum?: number
  exclusiveMinimum?: number
  exclusiveMaximum?: number
  minItems?: number
  maxItems?: number
}
export interface Parameter {
  name: string
  in: 'path' | 'query' | 'header'
  required?: boolean
  description?: string
  example?: unknown
  schema: Schema
}
export interface Media {
  schema?: Schema
  example?: unknown
}
interface Response {
  description: string
  content?: Record<string, Media>
  'x-codes'?: readonly string[]
}
interface Operation {
  operationId: string
  summary?: string
  description?: string
  tags?: readonly string[]
  parameters?: readonly Parameter[]
  requestBody?: { required?: boolean; content: Record<string, Media> }
  responses: Record<string, Response>
  'x-events'?: readonly string[]
}
/** An OpenAPI 3.1 document, as far as the reference shows it. */
export interface Document {
  info: { title: string; version: string; description?: string }
  servers: readonly { url: string }[]
  tags?: readonly { name: string; 'x-displayName'?: string }[]
  paths: Record<string, Record<string, Operation>>
  webhooks?: Record<string, { post: Operation }>
  components: { schemas: Record<string, Schema> }
}

/** An operation with where it is found. */
export interface Place extends Operation {
  method: string
  path: string
}
export interface Area {
  name: string
  /** Of its section: a name may hold spaces. */
  id: string
  title: string
  operations: Place[]
}

/** The operations by their first tag, in the order of the document. */
export function areasOf(document: Document): Area[] {
  const areas = new Map<string, Area>()
  for (const [path, methods] of Object.entries(document.paths)) {
    for (const [method, operation] of Object.entries(methods)) {
      const name = operation.tags?.[0] ?? 'other'
      const area = areas.get(name) ?? {
        name,
        id: `area-${name.replaceAll(' ', '-')}`,
        title: titleOf(document, name),
        operations: [],
      }
      area.operations.push({ ...operation, method: method.toUpperCase(), path })
      areas.set(name, area)
    }
  }
  return [...areas.values()]
}

/** How an area is called: as its tag says, else by its name. */
function titleOf({ tags = [] }: Document, name: string): string {
  const title = tags.find((tag) => tag.name === name)?.['x-displayName']
  return title ?? `${name.charAt(0).toUpperCase()}${name.slice(1).replaceAll(/[-_]/g, ' ')}`
}

/** What is sent or answered in the first of its forms, with the name of that form. */
export function bodyOf(content: Record<string, Media> | undefined): (Media & { type: string }) | undefined {
  const [first] = Object.entries(content ?? {})
  return first && { type: first[0], ...first[1] }
}

/** Follows a reference to its schema; what stands beside the reference stays. */
export function resolved(document: Document, schema: Schema): Schema {
  const { $ref, ...beside } = schema
  const name = $ref?.replace('#/components/schemas/', '')
  const target = name === undefined ? undefined : document.components.schemas[name]
  return target ? { ...resolved(document, target), ...beside } : beside
}
