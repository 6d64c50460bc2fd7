import type { SchemeName } from '../../server/signing/recipes.ts'
import { sign } from '../../server/signing/sign.ts'
import type { HeaderPair } from '../../server/wire.ts'
import { recipes } from '../helpers/recipes.ts'
import { secret, signable } from '../verification/world.ts'

/** An event as a vendor documents it, shortened. */
export interface Sample {
  vendor: string
  /** undefined where the vendor signs in the body. */
  scheme?: SchemeName
  body: object
  event: string
  /** What repeats carry again; null where the vendor has nothing of the kind. */
  id: string | null
}

/** The id that {@link headersOf} gives to schemes that have a header for it. */
const inHeader = 'msg_2b'

const object = { id: 'obj_1', status: 'open' }

export const samples: readonly Sample[] = [
  {
    vendor: 'GitHub',
    scheme: 'github',
    body: { action: 'opened', issue: { number: 3 }, repository: { id: 9 } },
    event: 'issues',
    id: inHeader,
  },
  {
    vendor: 'Shopify',
    scheme: 'shopify',
    body: { id: 820982911, email: 'jo@example.com', total_price: '10.00' },
    event: 'orders/create',
    id: inHeader,
  },
  {
    vendor: 'Stripe',
    scheme: 'stripe',
    body: { id: 'evt_1Nz', object: 'event', created: 1700000000, type: 'charge.succeeded', data: { object } },
    event: 'charge.succeeded',
    id: 'evt_1Nz',
  },
  {
    vendor: 'Stripe, thin',
    scheme: 'stripe',
    body: { id: 'evt_test_65', object: 'v2.core.event', type: 'v1.billing.meter.no_meter_found' },
    event: 'v1.billing.meter.no_meter_found',
    id: 'evt_test_65',
  },
  {
    vendor: 'Standard Webhooks',
    scheme: 'standard-webhooks',
    body: { type: 'invoice.paid', timestamp: '2026-01-01T00:00:00Z', data: object },
    event: 'invoice.paid',
    id: inHeader,
  },
  {
    vendor: 'Clerk',
    scheme: 'svix',
    body: { data: { id: 'user_1' }, object: 'event', type: 'user.created' },
    event: 'user.created',
    id: inHeader,
  },
  {
    vendor: 'Paddle',
    scheme: 'paddle',
    body: {
      event_id: 'evt_01h',
      event_type: 'transaction.paid',
      notification_id: 'ntf_01h',
      occurred_at: '2026-01-01T00:00:00Z',
      data: object,
    },
    event: 'transaction.paid',
    id: 'evt_01h',
  },
  {
    vendor: 'Square',
    scheme: 'square',
    body: { merchant_id: 'M1', type: 'payment.created', event_id: '6a8f5f28', data: { type: 'payment' } },
    event: 'payment.created',
    id: '6a8f5f28',
  },
  {
    vendor: 'Slack',
    scheme: 'slack',
    body: {
      type: 'event_callback',
      event: { type: 'app_mention', text: 'hi' },
      event_id: 'Ev0PV5',
      team_id: 'T1',
    },
    event: 'app_mention',
    id: 'Ev0PV5',
  },
  {
    vendor: 'Plaid',
    scheme: 'plaid',
    body: {
      webhook_type: 'TRANSACTIONS',
      webhook_code: 'SYNC_UPDATES_AVAILABLE',
      item_id: 'wz6',
      environment: 'sandbox',
    },
    event: 'TRANSACTIONS.SYNC_UPDATES_AVAILABLE',
    id: null,
  },
  {
    vendor: 'Zoom',
    scheme: 'zoom',
    body: { event: 'meeting.started', event_ts: 1700000000000, payload: { account_id: 'A1', object } },
    event: 'meeting.started',
    id: null,
  },
  {
    vendor: 'Increase, before Standard Webhooks',
    scheme: 'increase-legacy',
    body: { id: 'event_001', category: 'account.created', associated_object_id: 'account_1', type: 'event' },
    event: 'account.created',
    id: 'event_001',
  },
  {
    vendor: 'Increase',
    scheme: 'standard-webhooks',
    body: { id: 'event_001', category: 'account.created', associated_object_id: 'account_1', type: 'event' },
    event: 'account.created',
    id: inHeader,
  },
  {
    vendor: 'Adyen',
    body: {
      live: 'false',
      notificationItems: [
        { NotificationRequestItem: { eventCode: 'AUTHORISATION', pspReference: '7914', success: 'true' } },
      ],
    },
    event: 'AUTHORISATION',
    id: null,
  },
  {
    vendor: 'Adyen, for platforms',
    scheme: 'adyen',
    body: { type: 'balancePlatform.transfer.created', environment: 'test', data: object },
    event: 'balancePlatform.transfer.created',
    id: null,
  },
]

/** The headers that the vendor itself sends. */
export function headersOf(
  { scheme, event }: Sample,
  body: string,
  url: string,
  timestamp: string,
): HeaderPair[] {
  if (scheme === undefined) return []
  const headers = sign(recipes[scheme], [secret], signable({ body, event, url, timestamp, id: inHeader }))
  // Where the scheme is another's, the id stands in that header for the sandbox's own receivers alone.
  return scheme === 'standard-webhooks' ? headers : headers.filter(([name]) => name !== 'webhook-id')
}
