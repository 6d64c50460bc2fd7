import { z } from 'zod'
import type { ControlRoute } from './control/route.ts'
import { eventNames } from './events/builders.ts'
import { kindOf } from './events/catalogue.ts'
import { platformPrefix } from './platform/app.ts'
import { type PlatformCode, platformErrors } from './platform/errors.ts'
import type { PlatformOperation } from './platform/operation.ts'
import { controlError } from './wire.ts'

type Json = Record<string, unknown>

/**
 * Collects the schemas that have an id as components; the others stand where they are used. What is read may differ from
 * what is answered, where there are defaults for instance, so the two have names of their own then.
 */
function createSchemas() {
  const components: Record<string, Json> = {}
  function schemaOf(schema: z.ZodType, io: 'input' | 'output' = 'output'): Json {
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

const nameIn = (renamed: readonly string[], name: string) => (renamed.includes(name) ? `${name}Input` : name)

/** zod points at `#/$defs/Name`; OpenAPI keeps them elsewhere, and has no `id` keyword. */
function relinked(schema: Json, renamed: readonly string[]): Json {
  const { id: _, ...rest } = schema
  const text = JSON.stringify(rest).replace(
    /"#\/\$defs\/(\w+)"/g,
    (_match, name: string) => `"#/components/schemas/${nameIn(renamed, name)}"`,
  )
  return JSON.parse(text)
}

const jsonContent = (schema: Json) => ({ content: { 'application/json': { schema } } })

const pathParameters = (path: string) =>
  [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => ({
    name,
    in: 'path',
    required: true,
    schema: { type: 'string' },
  }))

function byPath(rows: { path: string; method: string; operation: Json }[]): Json {
  const paths: Record<string, Json> = {}
  for (const { path, method, operation } of rows)
    paths[path] = { ...paths[path], [method.toLowerCase()]: operation }
  return paths
}

/** OpenAPI 3.1 of the emulated API, made from the schemas that its operations parse with, its webhooks included. */
export function platformDocument(
  operations: readonly PlatformOperation[],
  { version, url }: { version: string; url: string },
): Json {
  const { components, schemaOf } = createSchemas()
  const identified = ['Authorization', 'Identity'].map((name) => ({
    name,
    in: 'header',
    required: true,
    schema: { type: 'string', minLength: 1 },
    example: 'demo',
  }))
  // OpenAPI leaves a header named Authorization to security schemes.
  const security = [{ authorization: [] }]

  const rows = operations.map((operation) => ({
    path: operation.path,
    method: operation.method,
    operation: {
      operationId: operation.operationId,
      summary: operation.summary,
      tags: [operation.path.split('/')[1]],
      security,
      parameters: [...pathParameters(operation.path), ...identified.slice(1)],
      ...(operation.body && {
        requestBody: { required: true, ...jsonContent(schemaOf(operation.body, 'input')) },
      }),
      responses: {
        [operation.success.status]: {
          description: operation.success.description,
          ...jsonContent(schemaOf(operation.success.schema)),
        },
        ...errorResponses(operation.errors),
      },
    },
  }))

  function errorResponses(codes: readonly PlatformCode[]) {
    const statuses = [...new Set(codes.map((code) => platformErrors[code].status))]
    const described = (status: number) => codes.filter((code) => platformErrors[code].status === status)
    return Object.fromEntries(
      statuses.map((status) => [
        status,
        {
          description: described(status)
            .map((code) => `\`${code}\`: ${platformErrors[code].meaning}`)
            .join(' '),
          ...jsonContent({ $ref: '#/components/schemas/PlatformError' }),
        },
      ]),
    )
  }

  components.PlatformError = {
    type: 'object',
    required: ['Message', 'Status', 'Code', 'Type'],
    properties: {
      Message: { type: 'string' },
      Status: { type: 'integer' },
      Code: { type: 'string', enum: Object.keys(platformErrors) },
      Type: { type: 'string', enum: ['Request Error', 'Server Error', 'Process Error'] },
    },
  }
  const webhooks = eventNames.map((name) => [
    name,
    {
      post: {
        operationId: name,
        summary: kindOf(name).description,
        parameters: ['webhook-id', 'webhook-timestamp', 'webhook-signature'].map((header) => ({
          name: header,
          in: 'header',
          required: true,
          schema: { type: 'string' },
        })),
        requestBody: { required: true, ...jsonContent(schemaOf(kindOf(name).schema)) },
        responses: { 200: { description: 'Taken' }, 201: { description: 'Taken' } },
      },
    },
  ])
  return {
    openapi: '3.1.0',
    info: {
      title: 'Financial platform API, emulated',
      version,
      description: 'What Webhook Sandbox emulates of the platform.',
    },
    servers: [{ url: `${url}${platformPrefix}` }],
    paths: byPath(rows),
    webhooks: Object.fromEntries(webhooks),
    components: {
      schemas: components,
      securitySchemes: { authorization: { type: 'apiKey', in: 'header', name: 'Authorization' } },
    },
  }
}

/** OpenAPI 3.1 of the sandbox's own API. */
export function controlDocument(
  routes: readonly ControlRoute[],
  { version, url }: { version: string; url: string },
): Json {
  const { components, schemaOf } = createSchemas()
  const rows = routes.map((route) => ({
    path: route.path,
    method: route.method,
    operation: {
      operationId: route.operationId,
      summary: route.summary,
      tags: [route.path.split('/')[1]],
      parameters: [...pathParameters(route.path), ...queryParameters(route.query)],
      ...(route.body && { requestBody: jsonContent(schemaOf(route.body, 'input')) }),
      responses: {
        [route.success.status]: {
          description: route.success.description,
          ...(route.success.schema === 'bytes'
            ? { content: { 'application/octet-stream': {} } }
            : jsonContent(schemaOf(route.success.schema))),
        },
        default: {
          description: `Refused: ${[...route.errors, 'host_refused', 'origin_refused', 'storage', 'internal'].join(', ')}`,
          ...jsonContent(schemaOf(controlError)),
        },
      },
    },
  }))

  function queryParameters(query: z.ZodObject | undefined) {
    if (!query) return []
    const { properties = {}, required = [] } = schemaOf(query, 'input') as {
      properties?: Record<string, Json>
      required?: string[]
    }
    return Object.entries(properties).map(([name, schema]) => ({
      name,
      in: 'query',
      required: required.includes(name),
      schema,
    }))
  }

  return {
    openapi: '3.1.0',
    info: {
      title: 'Webhook Sandbox',
      version,
      description: "The sandbox's own API: everything that the page and the command line do.",
    },
    servers: [{ url: `${url}/sandbox` }],
    paths: byPath(rows),
    components: { schemas: components },
  }
}
