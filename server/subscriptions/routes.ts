import { z } from 'zod'
import { listAnswer, pageBySeq, pageQuery } from '../control/lists.ts'
import { type ControlRoute, route } from '../control/route.ts'
import type { Writer } from '../database/writer.ts'
import { fail } from '../failures.ts'
import { durationText } from '../fields.ts'
import { schemeNames } from '../signing/recipes.ts'
import * as wire from '../wire.ts'
import type { SubscriptionService } from './service.ts'
import { type SubscriptionRecord, type SubscriptionStore, subscriptionWire } from './store.ts'

const settingsBody = z.strictObject({
  scheme: z.enum(schemeNames).optional(),
  ordered: z.boolean().optional(),
  concurrency: z.int().min(1).max(1000).nullable().optional(),
  timeout_ms: z.int().min(0).nullable().optional(),
  retry_delays: z.array(durationText()).nullable().optional(),
})

export function subscriptionRoutes(needs: {
  writer: Writer
  subscriptions: SubscriptionStore
  service: SubscriptionService
}): ControlRoute[] {
  const { writer, subscriptions, service } = needs
  return [
    route({
      method: 'GET',
      path: '/subscriptions',
      operationId: 'listSubscriptions',
      summary: "All identities' subscriptions with their settings, newest first",
      query: pageQuery,
      success: { status: 200, description: 'A page', schema: listAnswer('subscriptions', wire.subscription) },
      errors: ['invalid_query'],
      run({ query }) {
        const { rows, next } = pageBySeq(subscriptions.page, query)
        return { subscriptions: rows.map(subscriptionWire), next }
      },
    }),
    route({
      method: 'PATCH',
      path: '/subscriptions/{id}',
      operationId: 'changeSubscription',
      summary: 'Change what the platform has no fields for',
      body: settingsBody,
      success: {
        status: 200,
        description: 'The subscription',
        schema: z.object({ subscription: wire.subscription }),
      },
      errors: ['subscription_unknown', 'invalid_field', 'body_malformed', 'content_type', 'body_too_large'],
      run: ({ params, body }) =>
        writer.write((tx) => {
          const record =
            subscriptions.find(params.id ?? '') ??
            fail('subscription_unknown', `No subscription has the id ${params.id}.`)
          return { subscription: subscriptionWire(service.change(tx, record, changesIn(body))) }
        }),
    }),
  ]
}

function changesIn(body: z.output<typeof settingsBody>): Partial<SubscriptionRecord> {
  return {
    ...(body.scheme !== undefined && { scheme: body.scheme }),
    ...(body.ordered !== undefined && { ordered: body.ordered }),
    ...(body.concurrency !== undefined && { concurrency: body.concurrency }),
    ...(body.timeout_ms !== undefined && { timeoutMs: body.timeout_ms }),
    ...(body.retry_delays !== undefined && { retryDelays: body.retry_delays }),
  }
}
