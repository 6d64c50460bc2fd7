/** The routes of /sandbox that list, create, change and remove subscriptions. */
import { z } from 'zod'
import type { Key } from '../api/given.ts'
import { plainListRoute } from '../api/lists.ts'
import { type ControlRoute, route } from '../api/route.ts'
import { failUnknown } from '../api/unknown-id.ts'
import type { Config } from '../config.ts'
import type { Writer } from '../database/writer.ts'
import { failField } from '../failures.ts'
import { parseFault } from '../faults/grammar.ts'
import { longestTimerMs } from '../outside.ts'
import { durationField, durationTexts } from '../schema/fields.ts'
import { checkScheme, recipeWith } from '../signing/options.ts'
import { type Recipes, type SchemeName, schemeNames } from '../signing/recipes.ts'
import { checkSecret } from '../signing/secret-flaw.ts'
import * as wire from '../wire.ts'
import { sameAddressWords } from '../words/same-address.ts'
import { description, events, url, version, warningsAbout } from './fields.ts'
import type { SubscriptionRecord } from './record.ts'
import { failedHandshake, type SubscriptionService } from './service.ts'
import type { SubscriptionStore } from './store.ts'

/** The settings of a subscription, at its creation and later. */
const settings = {
  description: description.optional(),
  version: version.optional(),
  status: z.enum(['enabled', 'disabled']).optional(),
  secret: z
    .string()
    .min(1)
    .optional()
    .meta({ description: 'Your own secret; the previous secret no longer signs' }),
  scheme: z
    .enum(
      schemeNames as readonly [SchemeName, ...SchemeName[]],
      `is not a scheme; the schemes are ${schemeNames.join(', ')}`,
    )
    .optional(),
  scheme_options: z
    .record(z.string(), z.unknown())
    .optional()
    .meta({ description: 'Options of the scheme; changing the scheme removes them' }),
  fault: z.string().nullable().optional().meta({
    description: 'Fault of the first attempt of every delivery; null removes it',
    example: 'duplicate(2) | delay(500ms)',
  }),
  ordered: z.boolean().optional(),
  concurrency: z.int().min(1).max(1000).nullable().optional(),
  timeout_ms: z.int().min(0).max(longestTimerMs).nullable().optional(),
  retry_delays: durationTexts().nullable().optional(),
  handshake: z.enum(wire.handshakeKinds).nullable().optional().meta({
    description:
      'The handshake of a vendor, sent at once: until the receiver passes, the subscription is disabled. null removes it',
    example: 'slack',
  }),
}
const changeBody = z.strictObject({ url: url.optional(), events: events.optional(), ...settings })
const createBody = z.strictObject({
  url,
  events: events.prefault(['*']),
  identity: z
    .string()
    .min(1)
    .optional()
    .meta({ description: 'Whose subscription it is; without it the identity of the page and the demo' }),
  ...settings,
})

const rotateBody = z.strictObject({
  overlap: durationField()
    .prefault('24h')
    .meta({ description: "How long the old secret also signs, by the sandbox's clock", example: '10m' }),
})

export function subscriptionRoutes(needs: {
  config: Config
  /** The pair of the page and the demo. */
  key: Key
  writer: Writer
  recipes: Recipes
  subscriptions: SubscriptionStore
  service: SubscriptionService
  /** Sends the handshake of a subscription. */
  shake(record: SubscriptionRecord): Promise<SubscriptionRecord>
}): ControlRoute[] {
  const { config, writer, subscriptions, service, recipes, shake } = needs

  const found = (id: string | undefined): SubscriptionRecord =>
    subscriptions.find(id ?? '') ?? failUnknown('subscription_unknown', id)

  const success = {
    status: 200,
    description: 'The subscription',
    schema: z.object({ subscription: wire.subscription }),
  } as const
  const warned = z.object({
    subscription: wire.subscription,
    warnings: z.array(z.string()).meta({
      description:
        'Event patterns that match no event, an address that deliveries may not reach, another subscription of the same address, and a failed handshake',
    }),
  })

  const withWarnings = (
    record: SubscriptionRecord,
    given: Parameters<typeof warningsAbout>[0],
  ): z.input<typeof warned> => {
    const subscription = service.wireOf(record)
    const isNew = given.url !== undefined || given.events !== undefined
    const shared = isNew ? sameAddressWords(subscription.same_address) : ''
    const warnings = warningsAbout(given, config.delivery.allow_public)
    return { subscription, warnings: shared === '' ? warnings : [...warnings, shared] }
  }

  /** As {@link withWarnings}, with the result of the handshake. */
  async function shaken(
    record: SubscriptionRecord,
    given: Parameters<typeof warningsAbout>[0],
  ): Promise<z.input<typeof warned>> {
    const answer = withWarnings(await shake(record), given)
    const { summary, fix } = answer.subscription.last_handshake ?? { summary: '', fix: null }
    return { ...answer, warnings: [...answer.warnings, ...(fix === null ? [] : [`${summary} ${fix}`])] }
  }

  return [
    plainListRoute({
      path: '/subscriptions',
      operationId: 'listSubscriptions',
      summary: 'All subscriptions of all identities with their settings, newest first',
      row: wire.subscription,
      page: subscriptions.page,
      told: service.wireOf,
    }),
    route({
      method: 'POST',
      path: '/subscriptions',
      operationId: 'createSubscription',
      summary: 'Create a subscription with all of its settings',
      body: createBody,
      success: { status: 201, description: 'The subscription, with its secret', schema: warned },
      errors: ['fault_invalid'],
      async run({ body }) {
        const { url, events, identity = needs.key.identity, handshake, status } = body
        const made = await writer.write((tx) => {
          const changes = changesIn({ scheme: 'standard-webhooks', schemeOptions: {} }, body)
          // Nothing is sent before the receiver has passed.
          const waits =
            handshake && status !== 'disabled' ? { enabled: false, disabledReason: failedHandshake } : {}
          return service.create(tx, { ...changes, ...waits, url, events, identity: known(identity) })
        })
        return handshake ? shaken(made, body) : withWarnings(made, body)
      },
    }),
    route({
      method: 'GET',
      path: '/subscriptions/{id}',
      operationId: 'getSubscription',
      summary: 'One subscription with its secret and its settings',
      success,
      errors: ['subscription_unknown'],
      run: ({ params }) => ({ subscription: service.wireOf(found(params.id)) }),
    }),
    route({
      method: 'PATCH',
      path: '/subscriptions/{id}',
      operationId: 'changeSubscription',
      summary: 'Change a subscription',
      body: changeBody,
      success: { ...success, schema: warned },
      errors: ['subscription_unknown', 'fault_invalid'],
      async run({ params, body }) {
        const before = found(params.id)
        const changed = await writer.write((tx) => {
          const record = found(params.id)
          return service.change(tx, record, changesIn(record, body))
        })
        // A vendor verifies a new address too.
        const isDue = body.handshake || (changed.handshake !== null && changed.url !== before.url)
        return isDue ? shaken(changed, body) : withWarnings(changed, body)
      },
    }),
    route({
      method: 'POST',
      path: '/subscriptions/{id}/handshake',
      operationId: 'sendHandshake',
      summary: 'Send the handshake again',
      description: 'A receiver that passes enables the subscription.',
      success: { ...success, description: 'The subscription with the verdict in `last_handshake`' },
      errors: ['subscription_unknown', 'handshake_unset'],
      run: async ({ params }) => ({ subscription: service.wireOf(await shake(found(params.id))) }),
    }),
    route({
      method: 'DELETE',
      path: '/subscriptions/{id}',
      operationId: 'removeSubscription',
      summary: 'Remove a subscription, and cancel the deliveries that wait for it',
      success: { ...success, description: 'The subscription that was removed' },
      errors: ['subscription_unknown'],
      run: ({ params }) =>
        writer.write((tx) => ({
          subscription: service.wireOf(service.remove(tx, found(params.id))),
        })),
    }),
    route({
      method: 'POST',
      path: '/subscriptions/{id}/rotate-secret',
      operationId: 'rotateSecret',
      summary: 'Rotate the secret',
      description: 'Both secrets sign until the overlap ends, if the scheme can carry two signatures.',
      body: rotateBody,
      success,
      errors: ['subscription_unknown', 'secrets_overlap'],
      run: ({ params, body }) =>
        writer.write((tx) => ({
          subscription: service.wireOf(service.rotateSecret(tx, found(params.id), body.overlap)),
        })),
    }),
  ]

  /** An identity that some caller can have: without configured keys, any. */
  function known(identity: string): string {
    const { keys } = config.auth
    if (keys.length === 0 || keys.some((one) => one.identity === identity)) return identity
    const all = [...new Set(keys.map((one) => one.identity))].join(', ')
    return failField('identity', `no key of auth.keys has the identity ${identity}`, `Use one of: ${all}.`)
  }

  function changesIn(
    record: Pick<SubscriptionRecord, 'scheme' | 'schemeOptions'> & Partial<SubscriptionRecord>,
    body: z.output<typeof changeBody>,
  ): Partial<SubscriptionRecord> {
    const { url, events, description, version, status, ordered, concurrency, fault } = body
    const isSigned = [body.scheme, body.scheme_options, body.secret].some((one) => one !== undefined)
    return {
      ...(url !== undefined && { url }),
      ...(events !== undefined && { events }),
      ...(description !== undefined && { description }),
      ...(version !== undefined && { version }),
      ...(status !== undefined && { enabled: status === 'enabled' }),
      ...(isSigned && signedBy(record, body)),
      ...(fault !== undefined && { fault: fault === null ? null : parseFault(fault).text }),
      ...(ordered !== undefined && { ordered }),
      ...(concurrency !== undefined && { concurrency }),
      ...(body.timeout_ms !== undefined && { timeoutMs: body.timeout_ms }),
      ...(body.retry_delays !== undefined && { retryDelays: body.retry_delays }),
      ...(body.handshake !== undefined && { handshake: body.handshake }),
      ...(body.handshake === null && {
        lastHandshake: null,
        ...(record.disabledReason?.code === 'handshake_failed' && { enabled: true }),
      }),
    }
  }

  /** Scheme, options and secret, which must fit each other. */
  function signedBy(
    record: Pick<SubscriptionRecord, 'scheme' | 'schemeOptions'> & Partial<SubscriptionRecord>,
    body: z.output<typeof changeBody>,
  ) {
    const scheme = body.scheme ?? record.scheme
    const options = body.scheme_options ?? (scheme === record.scheme ? record.schemeOptions : {})
    const schemeOptions = checkScheme(recipes, scheme, options)
    const secret = body.secret ?? record.secret
    if (secret !== undefined) checkSecret(recipeWith(recipes, scheme, schemeOptions), secret, 'signs')
    return { scheme, schemeOptions, ...(body.secret !== undefined && { secret: body.secret }) }
  }
}
