/** The requests and responses of the operations on webhook subscriptions. */
import { z } from 'zod'
import { description, events, url, version } from '../../subscriptions/fields.ts'
import type { SubscriptionRecord } from '../../subscriptions/record.ts'
import { toIso } from '../../words/time.ts'

const statuses = ['STATUS_ENABLED', 'STATUS_DISABLED'] as const

const status = z.enum(statuses, 'must be STATUS_ENABLED or STATUS_DISABLED')

export const createBody = z
  .object({
    url,
    events,
    description: description.optional(),
    version: version.optional(),
    status: status.optional(),
  })
  .meta({ id: 'CreateWebhook' })
export const updateBody = createBody.partial().meta({ id: 'UpdateWebhook' })

const subscription = <Status extends z.ZodType>(statusForm: Status) =>
  z.object({
    id: z.uuid(),
    url: z.string(),
    description: z.string().meta({ example: 'Card events' }),
    events: z.array(z.string()).meta({ example: ['card*'] }),
    version: z.string().meta({ example: '0.1' }),
    secret: z.string().meta({
      description: 'The key that signs deliveries to the URL',
      example: 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw',
    }),
    status: statusForm,
    created_time: z.string().meta({ description: 'ISO 8601 UTC with six fractional digits and Z' }),
    updated_time: z.string().meta({ description: 'The same form as created_time' }),
  })
const webhookSubscription = subscription(z.enum(statuses)).meta({ id: 'WebhookSubscription' })
const listedSubscription = subscription(z.enum(['enabled', 'disabled'])).meta({
  id: 'ListedWebhookSubscription',
})

export const one = z
  .object({ webhook_subscription: webhookSubscription })
  .meta({ id: 'WebhookSubscriptionAnswer' })
export const many = z
  .object({ webhook_subscriptions: z.array(listedSubscription) })
  .meta({ id: 'WebhookSubscriptionsAnswer' })

function fields<Status>(record: SubscriptionRecord, statusForm: Status) {
  return {
    id: record.id,
    url: record.url,
    description: record.description,
    events: record.events,
    version: record.version,
    secret: record.secret,
    status: statusForm,
    created_time: toIso(record.createdAt),
    updated_time: toIso(record.updatedAt),
  }
}

/** The response of create, update and delete. */
export const toOne = (record: SubscriptionRecord): z.infer<typeof one> => ({
  webhook_subscription: fields(record, record.enabled ? 'STATUS_ENABLED' : 'STATUS_DISABLED'),
})
/** The response of list, which writes the status differently. */
export const toMany = (records: SubscriptionRecord[]): z.infer<typeof many> => ({
  webhook_subscriptions: records.map((record) => fields(record, record.enabled ? 'enabled' : 'disabled')),
})
