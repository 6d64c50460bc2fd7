/** Makes the OpenAPI documents of both APIs from the schemas that parse their requests. */
import type { z } from 'zod'
import type { ControlRoute, RawType } from '../api/route.ts'
import { idFormOf } from '../api/short-ids.ts'
import { type PlatformCode, platformCodes, platformErrors } from '../errors/dictionary.ts'
import { eventNames } from '../events/builders.ts'
import { kindOf } from '../events/catalogue.ts'
import { deliveryHeaders, headersHoldFor } from '../events/delivery-headers.ts'
import { platformPrefix } from '../http/prefix.ts'
import { mapping, type Pausable } from '../memory/in-slices.ts'
import type { PlatformOperation } from '../platform/operation.ts'
import { controlError } from '../wire.ts'
import { createSchemas, type Json, type SchemaOf } from './openapi-schemas.ts'

const jsonContent = (schema: Json, example?: Json) => ({
  content: { 'application/json': { schema, ...(example && { example }) } },
})

/** A missing body is read as an empty object. The body is only required if an empty object would be refused. */
const requestBody = (body: z.ZodType, schemaOf: SchemaOf, example?: Json) => ({
  required: !body.safeParse({}).success,
  ...jsonContent(schemaOf(body, 'input'), example),
})

function parameters(schema: z.ZodObject | undefined, place: 'query' | 'header', schemaOf: SchemaOf) {
  if (!schema) return []
  const { properties = {}, required = [] } = schemaOf(schema, 'input') as {
    properties?: Record<string, Json>
    required?: string[]
  }
  return Object.entries(properties).map(([name, schema]) => ({
    name,
    in: place,
    required: required.includes(name),
    schema,
  }))
}

const license = { name: 'MIT', identifier: 'MIT' }

const pathParameters = (path: string, idForm?: string) =>
  [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => ({
    name,
    in: 'path',
    required: true,
    ...(name === 'id' && idForm !== undefined && { description: idForm }),
    schema: { type: 'string' },
  }))

function byPath(rows: { path: string; method: string; operation: Json }[]): Json {
  const paths: Record<string, Json> = {}
  for (const { path, method, operation } of rows)
    paths[path] = { ...paths[path], [method.toLowerCase()]: operation }
  return paths
}

interface About {
  version: string
  url: string
}
const known = new WeakMap<object, { about: string; document: Json }>()

/** Makes a document of a list once for each address, since converting the schemas is slow. */
const onceForEach = <Row>(make: (rows: readonly Row[], about: About) => Pausable<Json>) =>
  function* document(rows: readonly Row[], about: About): Pausable<Json> {
    const key = `${about.version} ${about.url} ${rows.length}`
    const before = known.get(rows)
    if (before?.about === key) return before.document
    const made = yield* make(rows, about)
    known.set(rows, { about: key, document: made })
    return made
  }

/** The OpenAPI 3.1 document of the emulated API, including its webhooks. */
export const platformDocument = onceForEach(makePlatformDocument)
/** The OpenAPI 3.1 document of the sandbox's own API. */
export const controlDocument = onceForEach(makeControlDocument)

function* makePlatformDocument(
  operations: readonly PlatformOperation[],
  { version, url }: About,
): Pausable<Json> {
  const { components, schemaOf } = createSchemas()
  const idempotency = {
    name: 'Idempotency-Key',
    in: 'header',
    required: false,
    description: 'Refused if the same identity has used the key within 24 hours',
    schema: { type: 'string' },
  }
  // In OpenAPI the Authorization header belongs to a security scheme. Identity is defined with it.
  const security = [{ authorization: [], identity: [] }]

  const headers = { 'Sandbox-Warning': { $ref: '#/components/headers/SandboxWarning' } }

  /** The errors that no request can cause: failures of the platform, its vendors and gateways. */
  const unforeseen = {
    description:
      'Any other error code, if the platform or a service behind it fails. A gateway may answer 503 and 504 without JSON. Arm an error to get one.',
    headers,
    content: {
      'application/json': { schema: { $ref: '#/components/schemas/PlatformError' } },
      'text/html': { schema: { type: 'string' } },
    },
  }

  const rows = yield* mapping(operations, (operation) => ({
    path: operation.path,
    method: operation.method,
    operation: {
      operationId: operation.operationId,
      summary: operation.summary,
      ...(operation.description !== undefined && { description: operation.description }),
      tags: [operation.area.name],
      security,
      ...(operation.emits && { 'x-events': operation.emits }),
      parameters: [
        ...pathParameters(operation.path),
        ...parameters(operation.query, 'query', schemaOf),
        ...(operation.method === 'POST' ? [idempotency] : []),
      ],
      ...(operation.body && { requestBody: requestBody(operation.body, schemaOf, operation.example) }),
      responses: {
        [operation.success.status]: {
          description: operation.success.description,
          headers,
          ...jsonContent(schemaOf(operation.success.schema)),
        },
        ...errorResponses(operation),
        default: unforeseen,
      },
    },
  }))

  function errorResponses({ errors, otherBodies = [] }: PlatformOperation) {
    const others = otherBodies.length > 0 ? [400] : []
    const statuses = [...new Set([...errors.map((code) => platformErrors[code].status), ...others])]
    return Object.fromEntries(
      statuses.map((status) => {
        const codes = errors.filter((code) => platformErrors[code].status === status)
        return [status, errorResponse(codes, status === 400 ? otherBodies : [])]
      }),
    )
  }

  /** The response for one error status: codes in the usual body, or a body of its own. */
  function errorResponse(codes: readonly PlatformCode[], otherBodies: readonly z.ZodType[]) {
    const bodies = [
      ...(codes.length > 0 ? [{ $ref: '#/components/schemas/PlatformError' }] : []),
      ...otherBodies.map((body) => schemaOf(body)),
    ]
    const [only = {}] = bodies
    return {
      description: [
        ...codes.map((code) => `\`${code}\`: ${platformErrors[code].meaning}`),
        ...otherBodies.map((body) => `Without a code: ${body.meta()?.description}.`),
      ].join(' '),
      'x-codes': codes,
      headers,
      ...jsonContent(bodies.length === 1 ? only : { anyOf: bodies }),
    }
  }

  components.PlatformError = {
    type: 'object',
    required: ['Message', 'Status', 'Code', 'Type'],
    properties: {
      Message: { type: 'string' },
      Status: { type: 'integer' },
      Code: { type: 'string', enum: platformCodes },
      Type: { type: 'string', enum: ['Request Error', 'Server Error', 'Process Error'] },
    },
    additionalProperties: false,
  }
  const webhooks = yield* mapping(eventNames, (name) => [
    name,
    {
      post: {
        operationId: name,
        security: [],
        summary: kindOf(name).description,
        description: headersHoldFor,
        parameters: parameters(deliveryHeaders, 'header', schemaOf),
        requestBody: { required: true, ...jsonContent(schemaOf(kindOf(name).schema)) },
        responses: { 200: { description: 'Taken' }, 201: { description: 'Taken' } },
      },
    },
  ])
  return {
    openapi: '3.1.0',
    info: {
      title: 'Emulated financial platform API',
      version,
      description:
        'The platform API as Webhook Sandbox emulates it. The header Sandbox-Error, an addition of the sandbox, makes any call fail with the error code it names.',
      license,
    },
    servers: [{ url: `${url}${platformPrefix}` }],
    tags: [...new Map(operations.map(({ area }) => [area.name, area.title]))].map(([name, title]) => ({
      name,
      'x-displayName': title,
    })),
    paths: byPath(rows),
    webhooks: Object.fromEntries(webhooks),
    components: {
      schemas: components,
      headers: {
        SandboxWarning: {
          required: false,
          description:
            'An addition of the sandbox. Names accepted but probably unintended input: unknown fields and query parameters, patterns that match no event, and addresses to which the sandbox does not deliver',
          schema: { type: 'string' },
          example: 'unknown field(s) ignored: colour, filter',
        },
      },
      securitySchemes: {
        authorization: { type: 'apiKey', in: 'header', name: 'Authorization' },
        identity: { type: 'apiKey', in: 'header', name: 'Identity' },
      },
    },
  }
}

/** The media types of responses of the sandbox's own API that are not JSON. */
const rawTypes: Record<RawType, string> = {
  bytes: 'application/octet-stream',
  text: 'text/plain',
  lines: 'application/x-ndjson',
  html: 'text/html',
  css: 'text/css',
}

const codesOf = ({ errors }: ControlRoute) => [
  ...errors,
  'host_refused',
  'origin_refused',
  'storage',
  'internal',
]

const tagOf = ({ path }: ControlRoute) => path.split('/', 2).join('')

function* makeControlDocument(routes: readonly ControlRoute[], { version, url }: About): Pausable<Json> {
  const { components, schemaOf } = createSchemas()
  const rows = yield* mapping(routes, (route) => ({
    path: route.path,
    method: route.method,
    operation: {
      operationId: route.operationId,
      summary: route.summary,
      ...(route.description !== undefined && { description: route.description }),
      tags: [tagOf(route)],
      parameters: [
        ...pathParameters(route.path, idFormOf(route)),
        ...parameters(route.query, 'query', schemaOf),
      ],
      ...(route.body && { requestBody: requestBody(route.body, schemaOf) }),
      responses: {
        [route.success.status]: {
          description: route.success.description,
          ...(typeof route.success.schema === 'string'
            ? { content: { [rawTypes[route.success.schema]]: {} } }
            : jsonContent(schemaOf(route.success.schema))),
        },
        default: {
          description: `Refused: ${codesOf(route).join(', ')}`,
          'x-codes': codesOf(route),
          ...jsonContent(schemaOf(controlError)),
        },
      },
    },
  }))

  return {
    openapi: '3.1.0',
    info: {
      title: 'Webhook Sandbox',
      version,
      description:
        "The sandbox's own API: everything that the page and the command line do. Wherever a request names a record by its id, the beginning of the id is enough, and `last` is the newest record. A subscription's URL also names the subscription.",
      license,
    },
    servers: [{ url: `${url}/sandbox` }],
    // The control API needs no credentials.
    security: [],
    tags: [...new Set(routes.map(tagOf))].map((name) => ({ name })),
    paths: byPath(rows),
    components: { schemas: components },
  }
}
