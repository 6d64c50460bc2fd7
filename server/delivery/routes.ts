import { z } from 'zod'
import { listAnswer, listQuery, pageOf } from '../control/lists.ts'
import { type ControlRoute, route } from '../control/route.ts'
import type { Search } from '../database/search.ts'
import { fail } from '../failures.ts'
import { durationText, webAddress } from '../fields.ts'
import { requestHeaderName } from '../header-names.ts'
import type { Recipes } from '../signing/recipes.ts'
import { signedContent } from '../signing/verify.ts'
import type { SubscriptionStore } from '../subscriptions/store.ts'
import { fromIso, parseDuration } from '../time.ts'
import * as wire from '../wire.ts'
import type { DeliveryActs } from './acts.ts'
import type { AttemptStore, FullAttempt } from './attempts.ts'
import type { Ledger } from './ledger.ts'
import { type DeliveryRecord, deliveryWire } from './record.ts'
import type { DeliveryStore } from './store.ts'

const headerName = requestHeaderName()
const headerValue = z.string().regex(/^[\t\x20-\x7e\x80-\xff]*$/, 'is no header value')

const resendBody = z.strictObject({
  body: z
    .union([z.string(), z.record(z.string(), z.unknown())])
    .optional()
    .meta({ description: 'Exact text, or an object that is written as JSON' }),
  headers: z
    .union([z.record(headerName, headerValue), z.array(z.tuple([headerName, headerValue]))])
    .optional()
    .meta({ description: 'Replace those of the same name, the signature included' }),
  url: webAddress().optional(),
  fault: z.string().optional().meta({ description: 'A deliberate fault; none without it' }),
})

const sinceForm = 'must be an ISO 8601 time, or a duration such as "2h" for the last two hours'

const resendAllBody = z.strictObject({
  state: z.enum(wire.deliveryStates).optional(),
  event: z.string().min(1).optional().meta({ description: '* stands for any run of characters' }),
  subscription_id: z.string().min(1).optional(),
  q: z.string().min(1).optional(),
  since: z
    .string()
    .refine((text) => fromIso(text) !== undefined || durationText().safeParse(text).success, sinceForm)
    .optional()
    .meta({ description: 'An ISO 8601 time, or a duration back from now', example: '2h' }),
})

const oneRow = {
  status: 200,
  description: 'The delivery',
  schema: z.object({ delivery: wire.deliveryRow }),
} as const

export function deliveryRoutes(needs: {
  deliveries: DeliveryStore
  attempts: AttemptStore
  recipes: Recipes
  ledger: Ledger
  acts: DeliveryActs
  subscriptions: SubscriptionStore
  search: Search
}): ControlRoute[] {
  const { deliveries, attempts, ledger, acts, recipes, subscriptions, search } = needs

  function signedOf(record: DeliveryRecord, attempt: FullAttempt['attempt'], body: Buffer): string | null {
    const subscription = subscriptions.find(record.subscriptionId)
    const options = subscription?.scheme === record.scheme ? subscription.schemeOptions : {}
    return signedContent(recipes, { ...attempt.request, scheme: record.scheme, options, body })
  }

  const sinceTime = (text: string): number => fromIso(text) ?? acts.ago(parseDuration(text) ?? 0)

  return [
    route({
      method: 'GET',
      path: '/deliveries',
      operationId: 'listDeliveries',
      summary: 'Deliveries, newest first',
      query: listQuery(deliveries.list),
      success: { status: 200, description: 'A page', schema: listAnswer('deliveries', wire.deliveryRow) },
      errors: ['invalid_query'],
      async run({ query }) {
        const { rows, next } = await pageOf(deliveries.list, query, search)
        return { deliveries: rows, next }
      },
    }),
    route({
      method: 'GET',
      path: '/deliveries/{id}',
      operationId: 'getDelivery',
      summary: 'One delivery with its attempts',
      success: { status: 200, description: 'The delivery', schema: z.object({ delivery: wire.delivery }) },
      errors: ['delivery_unknown'],
      run({ params }) {
        const record =
          deliveries.find(params.id ?? '') ?? fail('delivery_unknown', `No delivery has the id ${params.id}.`)
        const withSigned = attempts
          .of(record.seq, ledger.contentOf(record).body)
          .map(({ attempt, body }) => ({ ...attempt, signed_content: signedOf(record, attempt, body) }))
        return { delivery: { ...deliveryWire(record), attempts: withSigned } }
      },
    }),
    route({
      method: 'POST',
      path: '/deliveries/{id}/resend',
      operationId: 'resendDelivery',
      summary: 'Send again as a new delivery to the same address, edited first where asked',
      body: resendBody,
      success: { ...oneRow, status: 201, description: 'The new delivery' },
      errors: [
        'delivery_unknown',
        'subscription_unknown',
        'invalid_field',
        'fault_invalid',
        'body_malformed',
        'content_type',
        'body_too_large',
      ],
      run: async ({ params, body }) => ({ delivery: await acts.resend(params.id ?? '', body) }),
    }),
    route({
      method: 'POST',
      path: '/deliveries/resend',
      operationId: 'resendDeliveries',
      summary: 'Send again every delivery that matches, to where its subscription points now, oldest first',
      body: resendAllBody,
      success: {
        status: 201,
        description: 'What was made; above 1,000 deliveries only the counts',
        schema: z.object({
          deliveries: z.array(wire.deliveryRow),
          counts: z.object({
            deliveries: z.int(),
            skipped: z.int().meta({
              description: 'Those whose subscription is disabled or gone, or that were sent again already',
            }),
          }),
        }),
      },
      errors: ['invalid_field', 'body_malformed', 'content_type', 'body_too_large'],
      run({ body: { since, ...filters } }) {
        if (since === undefined && Object.values(filters).every((value) => value === undefined))
          fail(
            'invalid_field',
            'There is no filter, so that everything would be sent again.',
            'Give one of state, event, subscription_id, q and since.',
          )
        return acts.resendAll(filters, since === undefined ? undefined : sinceTime(since))
      },
    }),
    route({
      method: 'POST',
      path: '/deliveries/{id}/attempt-now',
      operationId: 'attemptNow',
      summary: 'Try a waiting delivery at once',
      success: oneRow,
      errors: ['delivery_unknown', 'delivery_under_way', 'delivery_not_first', 'delivery_finished'],
      run: async ({ params }) => ({ delivery: await acts.attemptNow(params.id ?? '') }),
    }),
    route({
      method: 'POST',
      path: '/deliveries/{id}/cancel',
      operationId: 'cancelDelivery',
      summary: 'End a delivery',
      success: oneRow,
      errors: ['delivery_unknown', 'delivery_finished'],
      run: async ({ params }) => ({ delivery: await acts.cancel(params.id ?? '') }),
    }),
    route({
      method: 'POST',
      path: '/deliveries/{id}/abort',
      operationId: 'abortDelivery',
      summary:
        'Cut the attempt that is waiting for an answer; it is recorded as aborted and retried like any failure',
      success: oneRow,
      errors: ['delivery_unknown', 'delivery_not_under_way'],
      run: async ({ params }) => ({ delivery: await acts.abort(params.id ?? '') }),
    }),
    route({
      method: 'POST',
      path: '/deliveries/{id}/release',
      operationId: 'releaseDelivery',
      summary: 'Let the next deliveries start while this one goes on waiting for its answer',
      success: oneRow,
      errors: ['delivery_unknown', 'delivery_not_under_way'],
      run: ({ params }) => ({ delivery: acts.release(params.id ?? '') }),
    }),
  ]
}
