/** The parts of an OpenAPI 3.1 document that the reference shows, and functions that read them. */
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

/** An operation with its method and path. */
export interface Place extends Operation {
  method: string
  path: string
}
export interface Area {
  name: string
  /** The id of the area's section. A tag's name may contain spaces. */
  id: string
  title: string
  operations: Place[]
}

/** The operations grouped by their first tag, in the order of the document. */
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

/** The title of an area: the display name of its tag, else its name. */
function titleOf({ tags = [] }: Document, name: string): string {
  const title = tags.find((tag) => tag.name === name)?.['x-displayName']
  return title ?? `${name.charAt(0).toUpperCase()}${name.slice(1).replaceAll(/[-_]/g, ' ')}`
}

/** The first media type of a body, with its name. */
export function bodyOf(content: Record<string, Media> | undefined): (Media & { type: string }) | undefined {
  const [first] = Object.entries(content ?? {})
  return first && { type: first[0], ...first[1] }
}

/** The schema that a reference points to. Keywords beside the reference are kept. */
export function resolved(document: Document, schema: Schema): Schema {
  const { $ref, ...beside } = schema
  const name = $ref?.replace('#/components/schemas/', '')
  const target = name === undefined ? undefined : document.components.schemas[name]
  return target ? { ...resolved(document, target), ...beside } : beside
}
