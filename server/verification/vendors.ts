/**
 * Vendors without a scheme of their own: where the signature is, and what verification needs. Over 300 lines: one table
 * holds all vendors.
 */

/** How a signature is made. */
export type Form = 'hmac' | 'hash' | 'ecdsa' | 'ed25519' | 'rsa' | 'jwt' | 'token' | 'encoded' | 'unknown'

export type VendorRecipe = Readonly<Record<string, unknown>> & { signs: string }

/** A signature in a header. */
export interface Vendor {
  vendor: string
  /** The header's name, as the vendor writes the name. */
  header: string
  /** Another header of the vendor, if other vendors use the first name too. */
  beside?: { header: string; value?: string }
  /** How the value begins, if other senders use the header too. */
  starts?: string
  /** The URLs that the row is for; all by default. */
  urls?: RegExp
  form: Form
  /** The `scheme_options` of the scheme custom that verify the signature of a POST. */
  recipe?: VendorRecipe
  /** What verification needs where no recipe expresses the signature. */
  needs?: string
}

/** A signature in a field of the body. */
export interface BodyVendor {
  vendor: string
  /** The field's name, in words. */
  place: string
  form: Form
  /** A text that every such body contains. */
  mark: string
  /** Whether the fields are those of the vendor. */
  has(fields: Fields): boolean
  needs: string
}

/** The members of a JSON object, or the fields of a form. */
export type Fields = Readonly<Record<string, unknown>>

/** The members of a member; empty if the member is no object. */
export const within = (value: unknown): Fields =>
  typeof value === 'object' && value !== null ? (value as Fields) : {}

const isText = (value: unknown): value is string => typeof value === 'string' && value !== ''

interface More {
  /** The header with the timestamp. */
  ts?: string
  /** The header with the id. */
  id?: string
  time?: 'milliseconds' | 'iso'
  digest?: 'sha1' | 'sha512'
  encoding?: 'base64' | 'base64url'
  key?: 'base64' | 'ed25519' | 'ed25519-hex' | 'p-256'
}

/** A vendor whose signature the scheme custom verifies. */
function recipe(
  vendor: string,
  header: string,
  [template, signs]: [template: string, signs: string],
  { ts, id, ...more }: More = {},
): Vendor {
  const headers = { ...(id && { [id]: '{id}' }), ...(ts && { [ts]: '{ts}' }), [header]: template }
  const form = formOf(signs, more.key)
  return { vendor, header, form, recipe: { headers, signs, ...more } }
}

function formOf(signs: string, key: More['key']): Form {
  if (key === 'p-256') return 'ecdsa'
  if (key?.startsWith('ed25519')) return 'ed25519'
  return signs.includes('{secret}') ? 'hash' : 'hmac'
}

const hex: [string, string] = ['{signature}', '{body}']
const base64: More = { encoding: 'base64' }
const timed: [string, string] = ['t={ts},v1={signature}', '{ts}.{body}']

const inReceiver = 'Verify it in your receiver.'

/** The escapes of a URL that HubSpot decodes before it signs. */
export const hubspotEscapes = /%(?:3A|2F|3F|40|21|24|27|28|29|2A|2C|3B)/gi

/** Sources: the vendors' documentation. */
export const vendors: readonly Vendor[] = [
  recipe('Airtable', 'X-Airtable-Content-MAC', ['hmac-sha256={signature}', '{body}'], { key: 'base64' }),
  recipe('Alchemy', 'X-Alchemy-Signature', hex),
  recipe('Appwrite', 'X-Appwrite-Webhook-Signature', ['{signature}', '{url}{body}'], {
    digest: 'sha1',
    encoding: 'base64',
  }),
  recipe('Asana', 'X-Hook-Signature', hex),
  recipe('Bolt', 'X-Bolt-Hmac-Sha256', hex, base64),
  recipe('Box', 'BOX-SIGNATURE-PRIMARY', ['{signature}', '{body}{ts}'], {
    ts: 'BOX-DELIVERY-TIMESTAMP',
    time: 'iso',
    encoding: 'base64',
  }),
  recipe('Box (second key)', 'BOX-SIGNATURE-SECONDARY', ['{signature}', '{body}{ts}'], {
    ts: 'BOX-DELIVERY-TIMESTAMP',
    time: 'iso',
    encoding: 'base64',
  }),
  recipe('Buildkite', 'X-Buildkite-Signature', ['timestamp={ts},signature={signature}', '{ts}.{body}']),
  recipe('Buy Me a Coffee', 'X-Signature-SHA256', hex),
  recipe('Cal.com', 'X-Cal-Signature-256', hex),
  recipe('Calendly', 'Calendly-Webhook-Signature', timed),
  recipe('Checkout.com', 'Cko-Signature', hex),
  recipe('CircleCI', 'circleci-signature', ['v1={signature}', '{body}']),
  recipe('Coinbase Commerce', 'X-CC-Webhook-Signature', hex),
  recipe('Customer.io', 'X-CIO-Signature', ['{signature}', 'v0:{ts}:{body}'], { ts: 'X-CIO-Timestamp' }),
  recipe('Discord', 'X-Signature-Ed25519', ['{signature}', '{ts}{body}'], {
    ts: 'X-Signature-Timestamp',
    key: 'ed25519-hex',
  }),
  recipe('Discourse', 'X-Discourse-Event-Signature', ['sha256={signature}', '{body}']),
  recipe('DocuSign', 'X-DocuSign-Signature-1', hex, base64),
  recipe('Dropbox', 'X-Dropbox-Signature', hex),
  recipe('Forgejo', 'X-Forgejo-Signature', hex),
  recipe('Front', 'X-Front-Signature', ['{signature}', '{ts}:{body}'], {
    ts: 'X-Front-Request-Timestamp',
    time: 'milliseconds',
    encoding: 'base64',
  }),
  recipe('Gitea', 'X-Gitea-Signature', hex),
  recipe('Gogs', 'X-Gogs-Signature', hex),
  recipe('GoCardless', 'Webhook-Signature', hex),
  recipe('Grafana', 'X-Grafana-Alerting-Signature', hex),
  recipe('Heroku', 'Heroku-Webhook-Hmac-SHA256', hex, base64),
  recipe('Hookdeck', 'X-Hookdeck-Signature', hex, base64),
  {
    ...recipe('HubSpot (version 2)', 'X-HubSpot-Signature', ['{signature}', '{secret}POST{url}{body}']),
    beside: { header: 'X-HubSpot-Signature-Version', value: 'v2' },
  },
  recipe('HubSpot (version 1)', 'X-HubSpot-Signature', ['{signature}', '{secret}{body}']),
  {
    vendor: 'HubSpot (version 3, escaped URL)',
    header: 'X-HubSpot-Signature-v3',
    urls: new RegExp(hubspotEscapes.source, 'i'),
    form: 'hmac',
    needs: `It is HMAC-SHA256 in base64 over the method, the URL, the body and the timestamp. HubSpot decodes the escapes of : / ? @ ! $ ' ( ) * , and ; in the URL, and no others. Verification needs the client secret of your HubSpot app. ${inReceiver}`,
  },
  recipe('HubSpot (version 3)', 'X-HubSpot-Signature-v3', ['{signature}', 'POST{url}{body}{ts}'], {
    ts: 'X-HubSpot-Request-Timestamp',
    time: 'milliseconds',
    encoding: 'base64',
  }),
  recipe('Intuit', 'intuit-signature', hex, base64),
  {
    ...recipe('Lemon Squeezy', 'X-Signature', hex),
    beside: { header: 'X-Event-Name' },
  },
  recipe('LINE', 'X-Line-Signature', hex, base64),
  recipe('Linear', 'Linear-Signature', hex),
  {
    ...recipe('Microsoft Teams', 'Authorization', ['HMAC {signature}', '{body}'], {
      key: 'base64',
      encoding: 'base64',
    }),
    starts: 'HMAC ',
  },
  recipe('Mollie', 'X-Mollie-Signature', ['sha256={signature}', '{body}']),
  recipe('Moneybird', 'Moneybird-Signature', timed),
  recipe('Mux', 'Mux-Signature', timed),
  recipe('Notion', 'X-Notion-Signature', ['sha256={signature}', '{body}']),
  recipe('npm', 'x-npm-signature', ['sha256={signature}', '{body}']),
  recipe('Onfido or Katana', 'X-SHA2-Signature', hex),
  recipe('PagerDuty', 'X-PagerDuty-Signature', ['v1={signature}', '{body}']),
  recipe('Paystack', 'X-Paystack-Signature', hex, { digest: 'sha512' }),
  recipe('Persona', 'Persona-Signature', timed),
  recipe('Pusher', 'X-Pusher-Signature', hex),
  recipe('Razorpay', 'X-Razorpay-Signature', hex),
  recipe('Revolut', 'Revolut-Signature', ['v1={signature}', 'v1.{ts}.{body}'], {
    ts: 'Revolut-Request-Timestamp',
    time: 'milliseconds',
  }),
  {
    ...recipe('Ripple', 'X-Webhook-Signature', ['t={ts},v1={signature}', '{ts}.{body_sha256}'], {
      time: 'milliseconds',
      key: 'base64',
    }),
    beside: { header: 'X-Webhook-Timestamp' },
  },
  recipe('Sanity', 'sanity-webhook-signature', timed, { time: 'milliseconds', encoding: 'base64url' }),
  recipe('SendGrid', 'X-Twilio-Email-Event-Webhook-Signature', ['{signature}', '{ts}{body}'], {
    ts: 'X-Twilio-Email-Event-Webhook-Timestamp',
    key: 'p-256',
    encoding: 'base64',
  }),
  recipe('Sentry', 'Sentry-Hook-Signature', hex),
  recipe('Sinch', 'x-sinch-webhook-signature', ['{signature}', '{body}.{id}.{ts}'], {
    id: 'x-sinch-webhook-signature-nonce',
    ts: 'x-sinch-webhook-signature-timestamp',
    encoding: 'base64',
  }),
  recipe('Square (older)', 'X-Square-Signature', ['{signature}', '{url}{body}'], {
    digest: 'sha1',
    encoding: 'base64',
  }),
  recipe('Tally', 'Tally-Signature', hex, base64),
  recipe('Telnyx', 'telnyx-signature-ed25519', ['{signature}', '{ts}|{body}'], {
    ts: 'telnyx-timestamp',
    key: 'ed25519',
    encoding: 'base64',
  }),
  recipe('Todoist', 'X-Todoist-Hmac-SHA256', hex, base64),
  recipe('Trello', 'X-Trello-Webhook', ['{signature}', '{body}{url}'], {
    digest: 'sha1',
    encoding: 'base64',
  }),
  recipe('Twitch', 'Twitch-Eventsub-Message-Signature', ['sha256={signature}', '{id}{ts}{body}'], {
    id: 'Twitch-Eventsub-Message-Id',
    ts: 'Twitch-Eventsub-Message-Timestamp',
    time: 'iso',
  }),
  recipe('Typeform', 'Typeform-Signature', ['sha256={signature}', '{body}'], base64),
  recipe('Vercel', 'x-vercel-signature', hex, { digest: 'sha1' }),
  recipe('Webex', 'X-Spark-Signature', hex, { digest: 'sha1' }),
  recipe('Webflow', 'x-webflow-signature', ['{signature}', '{ts}:{body}'], {
    ts: 'x-webflow-timestamp',
    time: 'milliseconds',
  }),
  recipe('WooCommerce', 'X-WC-Webhook-Signature', hex, base64),
  recipe('WorkOS', 'WorkOS-Signature', ['t={ts}, v1={signature}', '{ts}.{body}'], { time: 'milliseconds' }),
  recipe('X (Twitter)', 'X-Twitter-Webhooks-Signature', ['sha256={signature}', '{body}'], base64),
  recipe('Xero', 'x-xero-signature', hex, base64),
  recipe('Zendesk', 'X-Zendesk-Webhook-Signature', ['{signature}', '{ts}{body}'], {
    ts: 'X-Zendesk-Webhook-Signature-Timestamp',
    time: 'iso',
    encoding: 'base64',
  }),

  {
    vendor: 'Authorize.net',
    header: 'X-ANET-Signature',
    form: 'hmac',
    needs: `It is HMAC-SHA512 over the body, in upper-case hex. Verification needs the signature key from the merchant interface, as text. ${inReceiver}`,
  },
  {
    vendor: 'Contentful',
    header: 'x-contentful-signature',
    form: 'hmac',
    needs: `It covers the method, the path, the headers that x-contentful-signed-headers lists, and the body. Verify it in your receiver with verifyRequest of @contentful/node-apps-toolkit and the signing secret.`,
  },
  {
    vendor: 'eBay',
    header: 'X-EBAY-SIGNATURE',
    form: 'encoded',
    needs: `It is JSON in base64 with an ECDSA signature over the body. Verification needs eBay's public key for its kid. Verify it in your receiver with eBay's event-notification-sdk.`,
  },
  {
    vendor: 'Fireblocks',
    header: 'Fireblocks-Webhook-Signature',
    form: 'jwt',
    needs: `It is a JWS with RS512 without its payload, which is the body. Verification needs the key for its kid, which Fireblocks serves as a JWK set. Verify it in your receiver with a JWS library.`,
  },
  {
    vendor: 'Fireblocks (older)',
    header: 'Fireblocks-Signature',
    form: 'rsa',
    needs: `It is RSA with SHA-512 over the body. Verification needs the public key from Fireblocks. ${inReceiver}`,
  },
  {
    vendor: 'Kick',
    header: 'Kick-Event-Signature',
    form: 'rsa',
    needs: `It is RSA with SHA-256 over the message id, the timestamp and the body, joined by dots. Verification needs Kick's public key, which its API serves. ${inReceiver}`,
  },
  {
    vendor: 'Mandrill',
    header: 'X-Mandrill-Signature',
    form: 'hmac',
    needs: `It is HMAC-SHA1 in base64 over the webhook's URL and the sorted form fields. Verification needs the webhook's key from Mandrill and that URL. ${inReceiver}`,
  },
  {
    vendor: 'MessageBird',
    header: 'MessageBird-Signature-JWT',
    form: 'jwt',
    needs: `Its claims url_hash and payload_hash cover the URL and the body. Verification needs the signing key from MessageBird. Verify it in your receiver with MessageBird's library.`,
  },
  {
    vendor: 'MessageBird',
    header: 'MessageBird-Signature',
    form: 'hmac',
    needs: `It is HMAC-SHA256 in base64 over three lines: the timestamp, the URL or its sorted query, and the raw SHA-256 of the body. Verification needs the signing key from MessageBird. ${inReceiver}`,
  },
  {
    vendor: 'Patreon',
    header: 'X-Patreon-Signature',
    form: 'hmac',
    needs: `It is HMAC-MD5 in hex over the body. Verification needs the webhook's secret from Patreon. ${inReceiver}`,
  },
  {
    vendor: 'PayPal',
    header: 'PAYPAL-TRANSMISSION-SIG',
    form: 'rsa',
    needs: `It is RSA with SHA-256 over the transmission id, the transmission time, the webhook id and the CRC32 of the body, joined by |. Verification needs the webhook id from your PayPal app and the certificate at PAYPAL-CERT-URL. ${inReceiver} PayPal's API verify-webhook-signature does it too.`,
  },
  {
    vendor: 'Plivo',
    header: 'X-Plivo-Signature-V3',
    form: 'hmac',
    needs: `It is HMAC-SHA256 in base64 over the URL, the parameters and X-Plivo-Signature-V3-Nonce. Verification needs the auth token. Verify it in your receiver with Plivo's library.`,
  },
  {
    vendor: 'Recurly',
    header: 'recurly-signature',
    form: 'hmac',
    needs: `Its items are a timestamp and signatures without names: HMAC-SHA256 in hex over the timestamp, a dot and the body. Verification needs the endpoint's secret key from Recurly. ${inReceiver}`,
  },
  {
    vendor: 'Worldpay',
    header: 'Event-Signature',
    form: 'hmac',
    needs: `Its items are the id of a key, the hash function and an HMAC in hex over the body. Verification needs the shared secret from Worldpay. ${inReceiver}`,
  },
  {
    vendor: 'Wise',
    header: 'X-Signature-SHA256',
    form: 'rsa',
    needs: `It is RSA with SHA-256 over the body. Verification needs Wise's public key for webhooks. ${inReceiver}`,
  },

  {
    vendor: 'Asana (handshake)',
    header: 'X-Hook-Secret',
    form: 'token',
    needs:
      'Asana sends the secret of a new webhook in this header. Return the header in the reply, and set its value as the secret of this endpoint.',
  },
  {
    vendor: 'RingCentral (handshake)',
    header: 'Validation-Token',
    form: 'token',
    needs:
      'RingCentral sends this header when you create a webhook. Return the header in the reply. If other requests have this header too, compare its value with the token of the webhook in your receiver.',
  },
  ...(
    [
      ['Buildkite', 'X-Buildkite-Token'],
      ['Cloudflare', 'cf-webhook-auth'],
      ['Flutterwave', 'verif-hash'],
      ['GitLab', 'X-Gitlab-Token'],
      ['RingCentral', 'Verification-Token'],
      ['Telegram', 'X-Telegram-Bot-Api-Secret-Token'],
    ] as const
  ).map(
    ([vendor, header]): Vendor => ({
      vendor,
      header,
      form: 'token',
      needs: `${vendor} signs nothing with this header, but sends the secret itself. Compare it with your secret in your receiver. If you set that secret on this endpoint, the sandbox compares it too.`,
    }),
  ),
]

export const bodyVendors: readonly BodyVendor[] = [
  {
    vendor: 'Amazon SNS',
    place: 'Signature',
    form: 'rsa',
    mark: 'SigningCertURL',
    has: ({ Signature, SigningCertURL }) => isText(Signature) && isText(SigningCertURL),
    needs: `It is an RSA signature over some fields of the message. Verification needs the certificate at SigningCertURL. Verify it in your receiver with sns-validator or another library of AWS.`,
  },
  {
    vendor: 'Braintree',
    place: 'bt_signature',
    form: 'hmac',
    mark: 'bt_signature',
    has: ({ bt_signature, bt_payload }) => isText(bt_signature) && isText(bt_payload),
    needs: `It covers the field bt_payload. Verification needs the keys of the Braintree API. Verify it in your receiver with webhookNotification.parse of Braintree's library.`,
  },
  {
    vendor: 'Dropbox Sign',
    place: 'event.event_hash',
    form: 'hmac',
    mark: 'event_hash',
    has: ({ event }) => isText(within(event).event_hash) && isText(within(event).event_type),
    needs: `It is HMAC-SHA256 in hex over event_time and event_type, without the rest of the body. Verification needs the API key. ${inReceiver}`,
  },
  {
    vendor: 'Figma',
    place: 'passcode',
    form: 'token',
    mark: 'passcode',
    has: ({ passcode, webhook_id, event_type }) =>
      isText(passcode) && isText(event_type) && webhook_id !== undefined,
    needs: 'Figma signs nothing, but sends the passcode of the webhook. Compare it in your receiver.',
  },
  {
    vendor: 'Ko-fi',
    place: 'verification_token',
    form: 'token',
    mark: 'verification_token',
    has: ({ verification_token, kofi_transaction_id }) =>
      isText(verification_token) && isText(kofi_transaction_id),
    needs: 'Ko-fi signs nothing, but sends the verification token. Compare it in your receiver.',
  },
  {
    vendor: 'Mailgun',
    place: 'signature.signature',
    form: 'hmac',
    mark: 'signature',
    has: (fields) => {
      const { timestamp, token, signature } = isText(fields.signature) ? fields : within(fields.signature)
      return isText(token) && isText(signature) && timestamp !== undefined
    },
    needs: `It is HMAC-SHA256 in hex over the timestamp and the token beside it, without the rest of the body. Verification needs the HTTP webhook signing key from Mailgun. ${inReceiver}`,
  },
  {
    vendor: 'Microsoft Graph',
    place: 'value[].clientState',
    form: 'token',
    mark: 'clientState',
    has: ({ value }) => isText(within(within(value)[0]).clientState),
    needs:
      'Microsoft Graph signs nothing, but sends the clientState of the subscription. Compare it in your receiver.',
  },
  {
    vendor: 'Paddle Classic',
    place: 'p_signature',
    form: 'rsa',
    mark: 'p_signature',
    has: ({ p_signature }) => isText(p_signature),
    needs: `It is RSA with SHA-1 over the other fields, serialised as PHP does. Verification needs the public key of the Paddle account. ${inReceiver}`,
  },
]
