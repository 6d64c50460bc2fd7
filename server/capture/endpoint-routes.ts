/** The routes that create, show, change and remove endpoints. */
import { z } from 'zod'
import { plainListRoute } from '../api/lists.ts'
import { type ControlRoute, route } from '../api/route.ts'
import type { Clock } from '../clock/clock.ts'
import type { Transaction, Writer } from '../database/writer.ts'
import { fail, failField } from '../failures.ts'
import { checkScheme, recipeWith, type SchemeOptions } from '../signing/options.ts'
import { type Recipes, schemeNames } from '../signing/recipes.ts'
import { checkSecret } from '../signing/secret-flaw.ts'
import * as wire from '../wire.ts'
import {
  type EndpointRecord,
  type EndpointStore,
  endpointWire,
  isEndpointName,
  newEndpoint,
  tellEndpoint,
  tellNoEndpoint,
} from './endpoints.ts'
import { forwardAddresses, leadsBack } from './forward/addresses.ts'

const settings = {
  scheme: z
    .enum(schemeNames)
    .nullable()
    .optional()
    .meta({ description: 'Binding: a signature of another scheme fails. With null, the headers decide' }),
  scheme_options: z
    .record(z.string(), z.unknown())
    .nullable()
    .optional()
    .meta({ description: 'Options of the scheme; changing the scheme removes them' }),
  secret: z.string().min(1).nullable().optional(),
  reply: wire.reply.nullable().optional(),
  forward_to: forwardAddresses()
    .nullable()
    .optional()
    .meta({ description: 'URLs to which each request is forwarded: one or a list; null removes them' }),
  rate_limit: wire.rateLimit.nullable().optional(),
}
/** The settings that a POST resets if it leaves them out. */
const unset = {
  scheme: null,
  scheme_options: null,
  secret: null,
  reply: null,
  forward_to: null,
  rate_limit: null,
}
const name = z.string().refine(isEndpointName, 'must be 1 to 64 letters, digits, dots, dashes or underscores')
const makeBody = z
  .strictObject({ name, ...settings })
  // An example of the whole body. An example of the name alone would appear at every field called name.
  .meta({ example: { name: 'orders', reply: [{ status: 503 }, { status: 200 }] } })
const changeBody = z.strictObject(settings)
const one = {
  status: 200,
  description: 'The endpoint',
  schema: z.object({ endpoint: wire.endpoint }),
} as const

/** How many earlier secrets are kept. */
const rememberedSecrets = 5

export function endpointRoutes(needs: {
  clock: Clock
  writer: Writer
  recipes: Recipes
  endpoints: EndpointStore
  baseUrl(): string
  ownOrigins(): readonly string[]
}): ControlRoute[] {
  const { clock, writer, endpoints } = needs
  const told = (record: EndpointRecord) => ({ endpoint: endpointWire(record, needs.baseUrl()) })
  const found = (given: string | undefined) =>
    endpoints.find(given ?? '') ?? fail('endpoint_unknown', `No endpoint is named ${given}.`)

  /** The scheme and its options. Options of another scheme are dropped. */
  function schemeIn(record: EndpointRecord, changes: z.output<typeof changeBody>) {
    if (changes.scheme === undefined && changes.scheme_options === undefined) return {}
    const scheme = changes.scheme === undefined ? record.scheme : changes.scheme
    const before = scheme === record.scheme ? record.schemeOptions : {}
    const options = changes.scheme_options === undefined ? before : (changes.scheme_options ?? {})
    return { scheme, schemeOptions: checked(scheme, options) }
  }

  /** The secret, and the earlier secrets, which can explain a signature. */
  function secretIn({ secret: before, oldSecrets }: EndpointRecord, { secret }: z.output<typeof changeBody>) {
    if (secret === undefined) return {}
    const retired = before === null ? [] : [{ secret: before, until: clock.now() }]
    const others = [...retired, ...oldSecrets].filter((old) => old.secret !== secret)
    return { secret, oldSecrets: others.slice(0, rememberedSecrets) }
  }

  function checked(scheme: EndpointRecord['scheme'], options: SchemeOptions): SchemeOptions {
    // Without options, custom may be set before the config has its recipe.
    if (Object.keys(options).length === 0) return {}
    if (scheme !== null) return checkScheme(needs.recipes, scheme, options)
    return failField('scheme_options', 'the endpoint has no scheme', 'Set the scheme in the same request.')
  }

  /** With an invalid key no signature would ever match. */
  function checkKey({ scheme, schemeOptions, secret }: EndpointRecord) {
    if (scheme === null || secret === null) return
    checkSecret(recipeWith(needs.recipes, scheme, schemeOptions), secret, 'verifies')
  }

  /** A changed reply starts at its first step. */
  function save(tx: Transaction, record: EndpointRecord, changes: z.output<typeof changeBody>) {
    const changed: EndpointRecord = {
      ...record,
      ...schemeIn(record, changes),
      ...secretIn(record, changes),
      ...(changes.reply !== undefined && { reply: changes.reply, replies: 0, ruleReplies: {} }),
      ...(changes.forward_to !== undefined && { forwardTo: [changes.forward_to ?? []].flat() }),
      ...(changes.rate_limit !== undefined && { rateLimit: changes.rate_limit }),
    }
    const { secret, scheme, scheme_options } = changes
    if ([secret, scheme, scheme_options].some((one) => one !== undefined)) checkKey(changed)
    const { name, forwardTo } = changed
    const back = leadsBack(forwardTo, { name, ownOrigins: needs.ownOrigins() })
    if (back !== undefined)
      failField(
        'forward_to',
        `${back} leads back to the endpoint ${name}`,
        'Use the URL of another receiver, such as http://127.0.0.1:3000/webhooks.',
      )
    endpoints.put(changed)
    tellEndpoint(tx, endpoints, changed, needs.baseUrl())
    return told(changed)
  }

  return [
    plainListRoute({
      path: '/endpoints',
      operationId: 'listEndpoints',
      summary: 'Endpoints, newest first',
      row: wire.endpoint,
      page: endpoints.page,
      told: (record) => told(record).endpoint,
    }),
    route({
      method: 'POST',
      path: '/endpoints',
      operationId: 'makeEndpoint',
      summary: 'Create an endpoint, or replace the settings of the existing endpoint with this name',
      body: makeBody,
      success: { ...one, status: 201 },
      run: ({ body: { name: given, ...changes } }) =>
        writer.write((tx) => {
          const record =
            endpoints.find(given) ?? newEndpoint(given, { seq: tx.seq(), createdAt: clock.now() })
          return save(tx, record, { ...unset, ...changes })
        }),
    }),
    route({
      method: 'GET',
      path: '/endpoints/{name}',
      operationId: 'getEndpoint',
      summary: 'One endpoint',
      success: one,
      errors: ['endpoint_unknown'],
      run: ({ params }) => told(found(params.name)),
    }),
    route({
      method: 'PATCH',
      path: '/endpoints/{name}',
      operationId: 'changeEndpoint',
      summary: 'Change an endpoint',
      description: 'Null removes a setting.',
      body: changeBody,
      success: one,
      errors: ['endpoint_unknown'],
      run: ({ params, body }) => writer.write((tx) => save(tx, found(params.name), body)),
    }),
    route({
      method: 'DELETE',
      path: '/endpoints/{name}',
      operationId: 'removeEndpoint',
      summary: 'Remove an endpoint',
      description: 'Its captures are kept.',
      success: one,
      errors: ['endpoint_unknown'],
      run: ({ params }) =>
        writer.write((tx) => {
          const record = found(params.name)
          endpoints.remove(record.name)
          tellNoEndpoint(tx, record.name)
          return told(record)
        }),
    }),
  ]
}
