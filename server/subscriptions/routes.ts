import { z } from 'zod'
import { plainListRoute } from '../api/lists.ts'
import { type ControlRoute, route } from '../api/route.ts'
import { failUnknown } from '../api/unknown-id.ts'
import type { Writer } from '../database/writer.ts'
import { parseFault } from '../faults/grammar.ts'
import { platformPrefix } from '../http/prefix.ts'
import { longestTimerMs } from '../outside.ts'
import { durationField, durationTexts } from '../schema/fields.ts'
import { checkScheme } from '../signing/options.ts'
import { type Recipes, type SchemeName, schemeNames } from '../signing/recipes.ts'
import * as wire from '../wire.ts'
import type { SubscriptionRecord } from './record.ts'
import type { SubscriptionService } from './service.ts'
import type { SubscriptionStore } from './store.ts'

/** What else a subscription shows, and what changes it. */
const elsewhere = new Map([
  ...['url', 'events', 'status', 'description', 'version'].map(
    (name) => [name, `PATCH ${platformPrefix}/webhooks/{id}`] as const,
  ),
  ['secret', 'POST /sandbox/subscriptions/{id}/rotate-secret'] as const,
])
function toldElsewhere({ code, keys = [] }: { code?: string; keys?: unknown }): string | undefined {
  if (code !== 'unrecognized_keys' || !Array.isArray(keys)) return undefined
  const [name] = keys.filter((key) => elsewhere.has(key))
  return name && `${name} is changed by ${elsewhere.get(name)}`
}

const settings = {
  scheme: z
    .enum(
      schemeNames as readonly [SchemeName, ...SchemeName[]],
      `is no scheme; there are ${schemeNames.join(', ')}`,
    )
    .optional(),
  scheme_options: z
    .record(z.string(), z.unknown())
    .optional()
    .meta({ description: 'What the scheme may be told; a new scheme begins without' }),
  fault: z.string().nullable().optional().meta({
    description: 'Put on the first attempt of every delivery; null takes it off',
    example: 'duplicate(2) | delay(500ms)',
  }),
  ordered: z.boolean().optional(),
  concurrency: z.int().min(1).max(1000).nullable().optional(),
  timeout_ms: z.int().min(0).max(longestTimerMs).nullable().optional(),
  retry_delays: durationTexts().nullable().optional(),
}
const settingsBody = z.strictObject(settings, { error: toldElsewhere })

const rotateBody = z.strictObject({
  overlap: durationField()
    .prefault('24h')
    .meta({ description: "How long the old secret also signs, on the sandbox's clock", example: '10m' }),
})

export function subscriptionRoutes(needs: {
  writer: Writer
  recipes: Recipes
  subscriptions: SubscriptionStore
  service: SubscriptionService
}): ControlRoute[] {
  const { writer, subscriptions, service, recipes } = needs

  const found = (id: string | undefined): SubscriptionRecord =>
    subscriptions.find(id ?? '') ?? failUnknown('subscription_unknown', id)

  const success = {
    status: 200,
    description: 'The subscription',
    schema: z.object({ subscription: wire.subscription }),
  } as const

  return [
    plainListRoute({
      path: '/subscriptions',
      operationId: 'listSubscriptions',
      summary: "All identities' subscriptions with their settings, newest first",
      row: wire.subscription,
      page: subscriptions.page,
      told: service.wireOf,
    }),
    route({
      method: 'PATCH',
      path: '/subscriptions/{id}',
      operationId: 'changeSubscription',
      summary: 'Change what the platform has no fields for',
      body: settingsBody,
      success,
      errors: ['subscription_unknown', 'fault_invalid'],
      run: ({ params, body }) =>
        writer.write((tx) => {
          const record = found(params.id)
          const changed = service.change(tx, record, changesIn(record, body))
          return { subscription: service.wireOf(changed) }
        }),
    }),
    route({
      method: 'POST',
      path: '/subscriptions/{id}/rotate-secret',
      operationId: 'rotateSecret',
      summary: 'Give it a new secret; both sign until the overlap is over, where the scheme can carry two',
      body: rotateBody,
      success,
      errors: ['subscription_unknown', 'secrets_overlap'],
      run: ({ params, body }) =>
        writer.write((tx) => ({
          subscription: service.wireOf(service.rotateSecret(tx, found(params.id), body.overlap)),
        })),
    }),
  ]

  function changesIn(
    record: SubscriptionRecord,
    body: z.output<typeof settingsBody>,
  ): Partial<SubscriptionRecord> {
    const scheme = body.scheme ?? record.scheme
    const options = body.scheme_options ?? (scheme === record.scheme ? record.schemeOptions : {})
    return {
      ...((body.scheme !== undefined || body.scheme_options !== undefined) && {
        scheme,
        schemeOptions: checkScheme(recipes, scheme, options),
      }),
      ...(body.fault !== undefined && { fault: body.fault === null ? null : parseFault(body.fault).text }),
      ...(body.ordered !== undefined && { ordered: body.ordered }),
      ...(body.concurrency !== undefined && { concurrency: body.concurrency }),
      ...(body.timeout_ms !== undefined && { timeoutMs: body.timeout_ms }),
      ...(body.retry_delays !== undefined && { retryDelays: body.retry_delays }),
    }
  }
}
