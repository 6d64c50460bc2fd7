/** Makes MCP servers, whose tools take the fields of the API. */
import {
  type CallToolResult,
  type JSONValue,
  type Tool as Listed,
  Server,
} from '@modelcontextprotocol/server'
import { sessionHeader } from '../api/route.ts'
import { type Ask, SandboxError } from '../library/ask.ts'
import type { Outside } from '../outside.ts'
import { type Act, type Said, say } from '../words/act.ts'
import { suggest } from '../words/nearest.ts'
import { bounded } from './bounded.ts'
import { type Tool, tools } from './tools.ts'

type Schema = Record<string, JSONValue>
interface Operation {
  operationId: string
  parameters: {
    name: string
    in: 'path' | 'query'
    required: boolean
    description?: string
    schema: Schema
  }[]
  requestBody?: {
    content: { 'application/json': { schema: { properties?: Record<string, Schema>; required?: string[] } } }
  }
}
interface Document {
  paths: Record<string, Record<string, Operation>>
}
/** An operation, and where it is. */
interface Place {
  method: string
  path: string
  operation: Operation
}

const instructions = `Webhook Sandbox emulates a financial platform on this machine and sends real signed webhooks to the user's receiver.
To find out why a receiver fails: trigger_event (after subscribe_receiver), then explain_delivery with the id of the delivery. Its text names the cause and the fix. verify_signature explains a signature that the user's code computed.
Requests that the user sends to the sandbox are captures: list_captures, then explain_capture.
To test a whole receiver, use check_receiver. For an id, last means the newest.`

/**
 * Makes a function that makes servers for one sandbox, one for each connection.
 * @param needs.ask the way to the sandbox
 */
export function createServers(needs: { ask: Ask; outside: Outside; version: string }) {
  const { ask, outside, version } = needs
  let places: Promise<Map<string, Place>> | undefined

  async function placeOf({ operation }: Tool): Promise<Place> {
    places ??= placesOf(ask).catch((error) => {
      // The sandbox may be started later.
      places = undefined
      throw error
    })
    const place = (await places).get(operation)
    if (place) return place
    throw new SandboxError({
      code: 'operation_unknown',
      reason: `The sandbox at ${ask.base} lacks the operation ${operation}.`,
      fix: 'Restart the sandbox with the version of this program.',
    })
  }

  async function listed(tool: Tool): Promise<Listed> {
    const { name, description, hints } = tool
    const values = tool.values && (await valuesOf(tool.values, ask))
    return {
      name,
      description,
      inputSchema: inputOf(await placeOf(tool), tool, values),
      annotations: {
        readOnlyHint: hints.reads ?? false,
        destructiveHint: hints.destroys ?? false,
        idempotentHint: hints.repeatable ?? false,
        openWorldHint: false,
      },
    }
  }

  async function call(name: string, given: Record<string, unknown> = {}): Promise<CallToolResult> {
    const tool = tools.find((one) => one.name === name)
    if (!tool)
      return refused({
        code: 'tool_unknown',
        reason: `Unknown tool ${name}.`,
        said:
          suggest(
            name,
            tools.map((one) => one.name),
          ) || 'List the tools.',
      })
    try {
      const whole = { ...tool.defaults, ...given }
      const request = requestOf(await placeOf(tool), whole)
      const { text, structured } = await tool.run(request, { ask, outside, given: whole })
      return bounded(text, structured, restOf(ask.base))
    } catch (error) {
      if (error instanceof SandboxError) return refused(error)
      throw error
    }
  }

  const refused = ({ code, reason, said }: { code: string; reason: string; said: Said }) => {
    const fix = inTools(said, ask.base)
    const text = `${reason} ${fix}`.trim()
    return { ...bounded(text, { code, message: reason, fix }, restOf(ask.base)), isError: true }
  }

  return function createServer(): Server {
    const server = new Server(
      { name: 'webhook-sandbox', title: 'Webhook Sandbox', version },
      { capabilities: { tools: {} }, instructions },
    )
    server.setRequestHandler('tools/list', async () => ({ tools: await Promise.all(tools.map(listed)) }))
    server.setRequestHandler('tools/call', ({ params }) => call(params.name, params.arguments))
    return server
  }
}

/** A sentence in terms of tools. What no tool does is done in the page. */
export const inTools = (sentence: Said, base: string): string =>
  say(sentence, ({ operation, given, request }: Act, at) => {
    if (operation === null) return request
    const tool = tools.find((one) => one.operation === operation || one.covers === operation)
    if (!tool) return `${at === 0 ? 'The' : 'the'} page at ${base}/`
    const wanted = Object.entries(given).map(([name, value]) => `${name} ${value}`)
    return [tool.name, ...(wanted.length > 0 ? ['with', wanted.join(' and ')] : [])].join(' ')
  })

/** Sends each request as part of a session, whose waits count from its last trigger. */
export const inSession =
  (send: (request: Request) => Promise<Response>, session: string) =>
  (request: Request): Promise<Response> => {
    request.headers.set(sessionHeader, session)
    return send(request)
  }

const restOf = (base: string): string =>
  `This answer is cut. Ask for less with limit, a filter or an id; the page at ${base}/ shows everything.`

/** The operations of the sandbox by their id, from its own OpenAPI document. */
async function placesOf(ask: Ask): Promise<Map<string, Place>> {
  const { paths } = await ask.get<Document>('/sandbox/openapi/sandbox.json')
  return new Map(
    Object.entries(paths).flatMap(([path, methods]) =>
      Object.entries(methods).map(([method, operation]): [string, Place] => [
        operation.operationId,
        { method: method.toUpperCase(), path, operation },
      ]),
    ),
  )
}

async function valuesOf({ of, path, list, member }: NonNullable<Tool['values']>, ask: Ask) {
  const answer = await ask.get<Record<string, Record<string, string>[]>>(path)
  return { of, names: (answer[list] ?? []).flatMap((row) => row[member] ?? []) }
}

const bodyOf = ({ requestBody }: Operation) => requestBody?.content['application/json'].schema

/** The arguments of a tool: the parts of the path, the query and the body. */
function inputOf(
  { operation }: Place,
  { defaults = {} }: Pick<Tool, 'defaults'>,
  values: { of: string; names: string[] } | undefined,
): Listed['inputSchema'] {
  const body = bodyOf(operation)
  const properties: Record<string, Schema> = {
    ...Object.fromEntries(
      operation.parameters.map(({ name, description, schema }) => [
        name,
        { ...(description !== undefined && { description }), ...schema },
      ]),
    ),
    ...body?.properties,
  }
  for (const [name, value] of Object.entries(defaults))
    properties[name] = { ...properties[name], default: value }
  if (values) {
    const before = properties[values.of]
    const description = [before?.description, `One of: ${values.names.join(', ')}`].filter((part) => part)
    properties[values.of] = { ...before, description: description.join('. ') }
  }
  return {
    type: 'object',
    properties,
    required: [
      ...operation.parameters.filter(({ required }) => required).map(({ name }) => name),
      ...(body?.required ?? []),
    ],
    additionalProperties: false,
  }
}

/** The request that the arguments make. Unknown ones go along, since the API names the right ones. */
function requestOf({ method, path, operation }: Place, given: Record<string, unknown>) {
  const inPath = operation.parameters.filter((one) => one.in === 'path').map(({ name }) => name)
  for (const name of inPath)
    if (given[name] === undefined || ['', '.', '..'].includes(String(given[name])))
      throw new SandboxError({
        code: 'invalid_field',
        reason: `The argument ${name} is missing or names nothing.`,
        fix: `Give ${name}.`,
      })
  const inQuery = operation.parameters.filter((one) => one.in === 'query').map(({ name }) => name)
  const isBody = bodyOf(operation) !== undefined
  const isQuery = (name: string) => inQuery.includes(name) || !isBody
  const rest = Object.entries(given).filter(([name, value]) => !inPath.includes(name) && value !== undefined)
  return {
    method,
    path: `/sandbox${path.replace(/\{(\w+)\}/g, (_part, name: string) => encodeURIComponent(String(given[name] ?? '')))}`,
    query: Object.fromEntries(rest.filter(([name]) => isQuery(name))),
    ...(isBody && { body: Object.fromEntries(rest.filter(([name]) => !isQuery(name))) }),
  }
}
