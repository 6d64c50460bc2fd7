/** What a signature may be made over. */
export interface Signable {
  id: string
  /** Unix seconds, as they stand in the header. */
  timestamp: string
  body: Buffer
}

/** How a secret's text becomes key bytes. */
export const keyForms = {
  'whsec-base64': 'strip whsec_, base64-decode the rest',
  text: 'the UTF-8 bytes of the whole text, prefix included',
} as const
export type KeyForm = keyof typeof keyForms

/** How signatures and their parts are laid out in headers. */
type Layout =
  /** `webhook-signature: v1,<sig> v1,<sig>`, id and timestamp in headers of their own. */
  | { kind: 'separate'; id: string; timestamp: string; signature: string }
  /** `Signature: t=<ts>,v1=<sig>,v2=<sig>` */
  | { kind: 'pairs'; signature: string }

export type Encoding = 'base64' | 'base64url' | 'hex'

/** A signing scheme as data: the same recipe signs, verifies and explains. */
export interface Recipe {
  description: string
  layout: Layout
  digest: 'sha256'
  encoding: Encoding
  key: KeyForm
  /** Label in the header → what it signs, over `{id}`, `{ts}`, `{body}` and `{python_body}`, the body as Python writes JSON. */
  signs: Record<string, string>
  /** How old or how far ahead a timestamp may be, in seconds; null when the scheme sets no limit. */
  toleranceS: number | null
}

/** All schemes by name. Sources: the Standard Webhooks specification; the platform's public behaviour. */
export function recipesFor(options: { platformHeader: string }) {
  return {
    'standard-webhooks': {
      description: 'Standard Webhooks: HMAC-SHA256 over id.timestamp.body, in base64.',
      layout: {
        kind: 'separate',
        id: 'webhook-id',
        timestamp: 'webhook-timestamp',
        signature: 'webhook-signature',
      },
      digest: 'sha256',
      encoding: 'base64',
      key: 'whsec-base64',
      signs: { v1: '{id}.{ts}.{body}' },
      toleranceS: 300,
    },
    platform: {
      description:
        "The platform's own: HMAC-SHA256 in hex; v2 over timestamp.body, v1 over the body written anew as Python writes JSON.",
      layout: { kind: 'pairs', signature: options.platformHeader },
      digest: 'sha256',
      encoding: 'hex',
      key: 'text',
      signs: { v1: '{ts}.{python_body}', v2: '{ts}.{body}' },
      toleranceS: null,
    },
  } as const satisfies Record<string, Recipe>
}

export const schemeNames = ['standard-webhooks', 'platform'] as const
export type SchemeName = (typeof schemeNames)[number]
export type Recipes = Record<SchemeName, Recipe>
