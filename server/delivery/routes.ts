import { z } from 'zod'
import { listAnswer, listQuery, pageOf } from '../control/lists.ts'
import { type ControlRoute, route } from '../control/route.ts'
import { fail } from '../failures.ts'
import { webAddress } from '../fields.ts'
import type { Recipes } from '../signing/recipes.ts'
import { signedContent } from '../signing/verify.ts'
import * as wire from '../wire.ts'
import type { DeliveryActs } from './acts.ts'
import type { AttemptStore } from './attempts.ts'
import type { Ledger } from './ledger.ts'
import { type DeliveryStore, deliveryWire } from './store.ts'

/** What the client must write by itself for the request to stay HTTP. */
const reserved = [
  'host',
  'connection',
  'content-length',
  'transfer-encoding',
  'upgrade',
  'keep-alive',
  'expect',
  'te',
  'trailer',
]
const headerName = z
  .string()
  .regex(/^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/, 'is no header name')
  .refine((name) => !reserved.includes(name.toLowerCase()), 'is written by the HTTP client')
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
}): ControlRoute[] {
  const { deliveries, attempts, ledger, acts, recipes } = needs
  return [
    route({
      method: 'GET',
      path: '/deliveries',
      operationId: 'listDeliveries',
      summary: 'Deliveries, newest first',
      query: listQuery(deliveries.list),
      success: { status: 200, description: 'A page', schema: listAnswer('deliveries', wire.deliveryRow) },
      errors: ['invalid_query'],
      run({ query }) {
        const { rows, next } = pageOf(deliveries.list, query)
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
        const { body } = ledger.contentOf(record)
        const withSigned = attempts.of(record.id, body).map((attempt) => ({
          ...attempt,
          signed_content: signedContent(recipes, {
            scheme: record.scheme,
            headers: attempt.request.headers,
            body,
          }),
        }))
        return { delivery: { ...deliveryWire(record), attempts: withSigned } }
      },
    }),
    route({
      method: 'POST',
      path: '/deliveries/{id}/resend',
      operationId: 'resendDelivery',
      summary: 'Send again as a new delivery, edited first where asked',
      body: resendBody,
      success: { ...oneRow, status: 201, description: 'The new delivery' },
      errors: [
        'delivery_unknown',
        'subscription_unknown',
        'invalid_field',
        'body_malformed',
        'content_type',
        'body_too_large',
      ],
      run: async ({ params, body }) => ({ delivery: await acts.resend(params.id ?? '', body) }),
    }),
    route({
      method: 'POST',
      path: '/deliveries/{id}/attempt-now',
      operationId: 'attemptNow',
      summary: 'Try a waiting delivery at once',
      success: oneRow,
      errors: ['delivery_unknown', 'delivery_under_way', 'delivery_finished'],
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
  ]
}
