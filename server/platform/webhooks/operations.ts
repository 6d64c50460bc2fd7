/** The four operations on webhook subscriptions. */
import { warningsAbout } from '../../subscriptions/fields.ts'
import type { SubscriptionRecord } from '../../subscriptions/record.ts'
import type { SubscriptionService } from '../../subscriptions/service.ts'
import { refuse } from '../errors.ts'
import { shown } from '../fields.ts'
import { type Call, type OperationRow, operation } from '../operation.ts'
import { createBody, many, one, toMany, toOne, updateBody } from './schemas.ts'

/**
 * The four operations on webhook subscriptions: section 4 of the platform's reference.
 * @param allowPublic whether deliveries may go to public addresses
 */
export function webhookOperations(subscriptions: SubscriptionService, allowPublic: boolean): OperationRow[] {
  function owned({ identity, params: { webhook_id: id = '' } }: Call<unknown>): SubscriptionRecord {
    const found = subscriptions.find(id.toLowerCase())
    return found?.identity === identity
      ? found
      : refuse('webhooks_err', `No webhook subscription has the id ${shown(id)}`)
  }

  function warnOf(call: Call<Parameters<typeof warningsAbout>[0]>) {
    for (const warning of warningsAbout(call.body, allowPublic)) call.warn(warning)
  }

  return [
    operation({
      method: 'POST',
      path: '/webhooks',
      operationId: 'createWebhook',
      summary: 'Create a subscription',
      body: createBody,
      success: { status: 201, description: 'The subscription with its secret', schema: one },
      example: { url: 'http://localhost:3000/webhooks', events: ['card*'], description: 'Card events' },
      run(call) {
        const { body } = call
        warnOf(call)
        return toOne(
          subscriptions.create(call.tx, {
            identity: call.identity,
            ...changesIn(body),
            url: body.url,
            events: body.events,
          }),
        )
      },
    }),
    operation({
      method: 'GET',
      path: '/webhooks',
      operationId: 'listWebhooks',
      summary: 'List the subscriptions of the calling identity',
      success: { status: 200, description: 'In order of creation', schema: many },
      run: ({ identity }) => toMany(subscriptions.of(identity)),
    }),
    operation({
      method: 'PATCH',
      path: '/webhooks/{webhook_id}',
      operationId: 'updateWebhook',
      summary: 'Change a subscription',
      description: '`events` replaces the whole stored list.',
      body: updateBody,
      success: { status: 200, description: 'The subscription after the change', schema: one },
      example: { events: ['card*', 'kyc*'] },
      errors: ['webhooks_err'],
      run(call) {
        const record = owned(call)
        warnOf(call)
        return toOne(subscriptions.change(call.tx, record, changesIn(call.body)))
      },
    }),
    operation({
      method: 'DELETE',
      path: '/webhooks/{webhook_id}',
      operationId: 'deleteWebhook',
      summary: 'Remove a subscription',
      success: { status: 200, description: 'The removed subscription', schema: one },
      errors: ['webhooks_err'],
      run: (call) => toOne(subscriptions.remove(call.tx, owned(call))),
    }),
  ]
}

type Body = Partial<Pick<SubscriptionRecord, 'url' | 'description' | 'events' | 'version'>> & {
  status?: string | undefined
}

/** Only the supplied fields. A missing field changes nothing. */
function changesIn({
  status,
  url,
  description,
  events,
  version,
}: { [K in keyof Body]?: Body[K] | undefined }): Partial<SubscriptionRecord> {
  return {
    ...(url !== undefined && { url }),
    ...(description !== undefined && { description }),
    ...(events !== undefined && { events }),
    ...(version !== undefined && { version }),
    ...(status !== undefined && { enabled: status === 'STATUS_ENABLED' }),
  }
}
