/** The table of all signing schemes. */
import { type CustomRecipe, fromCustom } from './custom.ts'
import type { Recipe } from './recipe.ts'

type Row = Omit<Recipe, 'scheme' | 'carriesSeveral'>

const common = {
  method: 'hmac',
  digest: 'sha256',
  encoding: 'hex',
  key: 'text',
  time: 'seconds',
  toleranceS: null,
  leadS: null,
  repeats: null,
} as const satisfies Partial<Row>

/** Identifies requests of schemes that have no id of their own. */
const idHeader = { 'webhook-id': '{id}' }

const standard = {
  ...common,
  headers: { ...idHeader, 'webhook-timestamp': '{ts}', 'webhook-signature': 'v1,{v1}' },
  signs: { v1: '{id}.{ts}.{body}' },
  encoding: 'base64',
  key: 'whsec-base64',
  toleranceS: 300,
  leadS: 300,
  repeats: ' ',
} as const satisfies Partial<Row>

/** All schemes. Sources: the vendors' documentation and libraries, and the platform's observed behavior. */
const table = {
  'standard-webhooks': {
    ...standard,
    description: 'Standard Webhooks: HMAC-SHA256 over id.timestamp.body, as base64.',
  },
  'standard-webhooks-ed25519': {
    ...standard,
    description: 'Standard Webhooks with key pairs: Ed25519 over id.timestamp.body, as base64.',
    headers: { ...idHeader, 'webhook-timestamp': '{ts}', 'webhook-signature': 'v1a,{v1a}' },
    signs: { v1a: '{id}.{ts}.{body}' },
    method: 'ed25519',
    key: 'ed25519',
  },
  svix: {
    ...standard,
    description: 'Svix: like Standard Webhooks, but with svix- headers.',
    headers: { 'svix-id': '{id}', 'svix-timestamp': '{ts}', 'svix-signature': 'v1,{v1}' },
  },
  platform: {
    ...common,
    description:
      "The platform's own scheme: HMAC-SHA256 as hex. v2 signs timestamp.body; v1 signs the body re-serialized as Python does.",
    headers: { ...idHeader, Signature: 't={ts},v1={v1},v2={v2}' },
    signs: { v1: '{ts}.{python_body}', v2: '{ts}.{body}' },
    repeats: ',',
  },
  stripe: {
    ...common,
    description: 'Stripe: HMAC-SHA256 over timestamp.body, as hex.',
    headers: { ...idHeader, 'Stripe-Signature': 't={ts},v1={v1}' },
    signs: { v1: '{ts}.{body}' },
    toleranceS: 300,
    repeats: ',',
    exactItems: true,
  },
  github: {
    ...common,
    description: 'GitHub: HMAC-SHA256 over the body, as hex.',
    headers: {
      'X-GitHub-Event': '{event}',
      'X-GitHub-Delivery': '{id}',
      'X-Hub-Signature-256': 'sha256={sha256}',
    },
    signs: { sha256: '{body}' },
  },
  slack: {
    ...common,
    description: 'Slack: HMAC-SHA256 over v0:timestamp:body, as hex.',
    headers: { ...idHeader, 'X-Slack-Request-Timestamp': '{ts}', 'X-Slack-Signature': 'v0={v0}' },
    signs: { v0: 'v0:{ts}:{body}' },
    toleranceS: 300,
    // Slack's documentation and its Python library limit both directions. Bolt for JavaScript limits only the age.
    leadS: 300,
    leadVaries: true,
  },
  shopify: {
    ...common,
    description: 'Shopify: HMAC-SHA256 over the body, as base64.',
    headers: {
      'X-Shopify-Topic': '{event}',
      'X-Shopify-Webhook-Id': '{id}',
      'X-Shopify-Hmac-Sha256': '{signature}',
    },
    signs: { signature: '{body}' },
    encoding: 'base64',
  },
  paddle: {
    ...common,
    description: 'Paddle: HMAC-SHA256 over timestamp:body, as hex.',
    headers: { ...idHeader, 'Paddle-Signature': 'ts={ts};h1={h1}' },
    signs: { h1: '{ts}:{body}' },
    toleranceS: 5,
    repeats: ';',
    exactItems: true,
    // Paddle's library checks only the last h1.
    newestLast: true,
  },
  zoom: {
    ...common,
    description: 'Zoom: HMAC-SHA256 over v0:timestamp:body, as hex.',
    headers: { ...idHeader, 'x-zm-request-timestamp': '{ts}', 'x-zm-signature': 'v0={v0}' },
    signs: { v0: 'v0:{ts}:{body}' },
  },
  square: {
    ...common,
    description: 'Square: HMAC-SHA256 over the notification URL and the body, as base64.',
    headers: { ...idHeader, 'x-square-hmacsha256-signature': '{signature}' },
    signs: { signature: '{url}{body}' },
    encoding: 'base64',
  },
  twilio: {
    ...common,
    description:
      "Twilio: HMAC-SHA1 over the full URL, as base64. The query parameter bodySHA256 holds the body's digest; form fields are appended.",
    headers: { ...idHeader, 'X-Twilio-Signature': '{signature}' },
    signs: { signature: '{address}{form}' },
    digest: 'sha1',
    encoding: 'base64',
  },
  adyen: {
    ...common,
    description: 'Adyen: HMAC-SHA256 over the body, as base64. The key is hex.',
    headers: { ...idHeader, hmacsignature: '{signature}' },
    signs: { signature: '{body}' },
    encoding: 'base64',
    key: 'hex',
  },
  plaid: {
    ...common,
    description: "Plaid: a JWT, signed with ES256, that contains the time and the body's SHA-256.",
    headers: { ...idHeader, 'Plaid-Verification': '{jwt}' },
    signs: { jwt: '{"alg":"ES256","kid":…}.{"iat":{ts},"request_body_sha256":…}' },
    method: 'jwt',
    encoding: 'base64url',
    key: 'p-256',
    toleranceS: 300,
    // Plaid's sample for Node uses jose, which refuses an iat in the future. Plaid's sample for Python does not.
    leadS: 0,
    leadVaries: true,
  },
  'increase-legacy': {
    ...common,
    description:
      'Increase before Standard Webhooks: HMAC-SHA256 over the ISO 8601 time and the body, as hex.',
    headers: { ...idHeader, 'Increase-Webhook-Signature': 't={ts},v1={v1}' },
    signs: { v1: '{ts}.{body}' },
    time: 'iso',
    toleranceS: 300,
    leadS: 300,
    repeats: ',',
  },
  'http-message-signatures': {
    ...common,
    description:
      'HTTP Message Signatures (RFC 9421): HMAC-SHA256, Ed25519 or ES256 over the signature base, as base64.',
    headers: {
      ...idHeader,
      'Content-Digest': 'sha-256=:{body_sha256}:',
      'Signature-Input': 'sig1={params}',
      Signature: 'sig1=:{sig1}:',
    },
    signs: {
      sig1: '"@method": POST\n"@target-uri": {url}\n"content-digest": …\n"webhook-id": {id}\n"@signature-params": ("@method" "@target-uri" "content-digest" "webhook-id");created={ts};expires=…;keyid=…;alg=…',
    },
    method: 'message',
    encoding: 'base64',
    key: 'whsec-base64',
    toleranceS: 300,
    leadS: 300,
    repeats: ', ',
  },
  basic: {
    ...common,
    description: 'HTTP Basic: sends a user and a password. Nothing is signed.',
    headers: { ...idHeader, Authorization: 'Basic {credentials}' },
    signs: { credentials: '{user}:{password}' },
    method: 'password',
    encoding: 'base64',
    user: 'webhook',
  },
  none: {
    ...common,
    description: 'No signature.',
    headers: idHeader,
    signs: {},
    method: 'none',
    key: 'none',
  },
  custom: {
    ...common,
    description: 'Your own recipe: set signing.custom in the configuration.',
    headers: idHeader,
    signs: {},
    method: 'none',
    key: 'none',
  },
} as const satisfies Record<string, Row>

export type SchemeName = keyof typeof table
export const schemeNames = Object.keys(table) as readonly SchemeName[]
export type Recipes = Readonly<Record<SchemeName, Recipe>>

/** Builds the recipes from the `signing` part of a configuration. Without `custom`, the scheme `custom` signs nothing. */
export function recipesFor(config: {
  platform_header: string
  custom?: CustomRecipe | null | undefined
}): Recipes {
  const rows: Record<string, Row> = {
    ...table,
    platform: withHeader(table.platform, config.platform_header),
    ...(config.custom && {
      custom: { ...table.custom, ...fromCustom(config.custom), custom: config.custom },
    }),
  }
  const entries = Object.entries(rows).map(([scheme, row]): [string, Recipe] => [
    scheme,
    { ...row, scheme, carriesSeveral: row.repeats !== null },
  ])
  return Object.fromEntries(entries) as Record<SchemeName, Recipe>
}

/** Renames the signature header, which is the recipe's last. */
export function withHeader<Kind extends Pick<Recipe, 'headers'>>(recipe: Kind, name: string): Kind {
  const pairs = Object.entries(recipe.headers)
  return {
    ...recipe,
    headers: Object.fromEntries(pairs.map(([old, text], i) => [i === pairs.length - 1 ? name : old, text])),
  }
}
