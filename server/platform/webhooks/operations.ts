import { eventNames } from '../../events/builders.ts'
import { nearestEvent } from '../../events/patterns.ts'
import type { SubscriptionRecord } from '../../subscriptions/record.ts'
import type { SubscriptionService } from '../../subscriptions/service.ts'
import { fitsPattern } from '../../words/pattern.ts'
import { refuse } from '../errors.ts'
import { shown } from '../fields.ts'
import { type Call, type OperationRow, operation } from '../operation.ts'
import { createBody, many, one, toMany, toOne, updateBody } from './schemas.ts'

/**
 * The four operations on webhook subscriptions: section 4 of the platform's reference.
 * @param cautionAbout says of an address that it may never be sent to
 */
export function webhookOperations(
  subscriptions: SubscriptionService,
  cautionAbout: (url: string) => string | null,
): OperationRow[] {
  function owned({ identity, params: { webhook_id: id = '' } }: Call<unknown>): SubscriptionRecord {
    const found = subscriptions.find(id.toLowerCase())
    return found?.identity === identity
      ? found
      : refuse('webhooks_err', `No webhook subscription has the id ${shown(id)}`)
  }

  function warnOfAddress(url: string, call: Pick<Call, 'warn'>) {
    const caution = cautionAbout(url)
    if (caution !== null) call.warn(caution)
  }

  return [
    operation({
      method: 'POST',
      path: '/webhooks',
      operationId: 'createWebhook',
      summary: 'Create a subscription',
      body: createBody,
      success: { status: 201, description: 'The subscription, with its secret', schema: one },
      example: { url: 'http://localhost:3000/webhooks', events: ['card*'], description: 'Card events' },
      run(call) {
        const { body } = call
        warnOfUnknownEvents(body.events, call)
        warnOfAddress(body.url, call)
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
      summary: 'Change a subscription; `events` replaces the stored list entirely',
      body: updateBody,
      success: { status: 200, description: 'The subscription after the change', schema: one },
      example: { events: ['card*', 'kyc*'] },
      errors: ['webhooks_err'],
      run(call) {
        const record = owned(call)
        if (call.body.events) warnOfUnknownEvents(call.body.events, call)
        if (call.body.url) warnOfAddress(call.body.url, call)
        return toOne(subscriptions.change(call.tx, record, changesIn(call.body)))
      },
    }),
    operation({
      method: 'DELETE',
      path: '/webhooks/{webhook_id}',
      operationId: 'deleteWebhook',
      summary: 'Remove a subscription',
      success: { status: 200, description: 'The subscription that was removed', schema: one },
      errors: ['webhooks_err'],
      run: (call) => toOne(subscriptions.remove(call.tx, owned(call))),
    }),
  ]
}

type Body = Partial<Pick<SubscriptionRecord, 'url' | 'description' | 'events' | 'version'>> & {
  status?: string | undefined
}

/** Only what was supplied: a field that is missing changes nothing. */
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

function warnOfUnknownEvents(entries: readonly string[], call: Pick<Call, 'warn'>) {
  const unknown = entries.filter((entry) => !eventNames.some((name) => fitsPattern(entry, name)))
  const told = unknown.slice(0, 10).map((entry) => {
    const close = nearestEvent(entry)
    return close === undefined ? entry : `${entry} (did you mean ${close}?)`
  })
  if (told.length > 0) call.warn(`no known event matches: ${told.join(', ')}`)
}
