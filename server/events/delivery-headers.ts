/** Describes the headers of a delivery for the documents. */
import { z } from 'zod'

/** The scheme to which the headers belong. */
export const headersHoldFor =
  'The headers are those of Standard Webhooks, the scheme of new subscriptions. A subscription with another scheme gets the headers of that scheme instead: GET /sandbox/catalogue/schemes lists them.'

/** The headers of the scheme of new subscriptions, `standard-webhooks`. Other schemes have other headers. */
export const deliveryHeaders = z
  .object({
    'webhook-id': z
      .string()
      .regex(/^evt_[0-9a-z]{26}$/)
      .meta({
        description: 'The id of the event: the same for each attempt and each duplicate',
        examples: ['evt_00000001p2v8kq3n5rhw7xt0ca'],
      }),
    'webhook-timestamp': z
      .string()
      .regex(/^\d+$/)
      .meta({ description: 'When the delivery was signed, in Unix seconds', examples: ['1767603600'] }),
    'webhook-signature': z
      .string()
      .regex(/^v1,[\w+/]{43}=( v1,[\w+/]{43}=)*$/)
      .meta({
        description:
          "v1, and the base64 of HMAC-SHA256 over id.timestamp.body with the subscription's secret; two of them while a secret is rotated",
        examples: ['v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4='],
      }),
  })
  .loose()
  .meta({ description: `Headers of a delivery, in addition to those of HTTP. ${headersHoldFor}` })
