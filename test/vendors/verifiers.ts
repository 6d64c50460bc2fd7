import { createHash, createPublicKey, verify as verifyBytes } from 'node:crypto'
import { ed25519Of, p256Of, publicKeyOf } from '../../server/signing/key-pairs.ts'
import { receiverRecipes } from '../code/schemes.ts'
import { vendor } from './vendor.ts'

/** A delivery as a receiver has it before it. */
export interface Received {
  headers: Record<string, string>
  body: string
  secret: string
  /** As it was requested. */
  url: string
}

/** Whether the vendor's own code takes a delivery; it may also throw. */
type Verifier = (received: Received) => Promise<boolean> | boolean

const header = ({ headers }: Received, name: string) => {
  const value = headers[name]
  if (value === undefined) throw new Error(`The delivery has no ${name}.`)
  return value
}

interface Libraries {
  webhook: { Webhook: new (secret: string) => { verify(body: string, headers: object): unknown } }
  stripe: { default: { webhooks: { constructEvent(body: string, header: string, secret: string): unknown } } }
  github: { verify(secret: string, body: string, signature: string): Promise<boolean> }
  slack: {
    isValidSlackRequest(request: { signingSecret: string; body: string; headers: object }): boolean
  }
  twilio: {
    default: {
      validateRequestWithBody(token: string, signature: string, url: string, body: string): boolean
    }
  }
  shopify: {
    shopifyApi(config: object): {
      webhooks: { validate(request: object): Promise<{ valid: boolean }> }
    }
  }
  paddle: {
    Paddle: new (
      key: string,
    ) => {
      webhooks: { isSignatureValid(body: string, secret: string, header: string): Promise<boolean> }
    }
  }
  square: {
    WebhooksHelper: {
      verifySignature(request: {
        requestBody: string
        signatureHeader: string
        signatureKey: string
        notificationUrl: string
      }): Promise<boolean>
    }
  }
  adyen: {
    default?: Libraries['adyen']
    hmacValidator: new () => { validateHMACSignature(key: string, signature: string, body: string): boolean }
  }
  discord: {
    verifyKey(body: string, signature: string, timestamp: string, publicKey: string): Promise<boolean>
  }
  workos: {
    WorkOS: new (
      key: string,
    ) => {
      webhooks: {
        constructEvent(of: { payload: object; sigHeader: string; secret: string }): Promise<object>
      }
    }
  }
  message: {
    createVerifier(key: unknown, algorithm: string): unknown
    httpbis: {
      verifyMessage(config: object, request: object): Promise<boolean | null>
    }
  }
}

const byWebhookClass =
  (library: string): Verifier =>
  async ({ headers, body, secret }) => {
    const { Webhook } = await vendor<Libraries['webhook']>(library)
    new Webhook(secret).verify(body, headers)
    return true
  }

/** The name behind the prefix, for verifiers that hold a key in hex. */
const hexKey = (secret: string) => Buffer.from(secret.replace(/^whsec_/, ''), 'base64').toString('hex')

/** RFC 9421 says nothing of the body but by its digest, which is for the receiver to compare. */
const digestFits = ({ headers, body }: Received) =>
  headers['Content-Digest'] === `sha-256=:${createHash('sha256').update(body).digest('base64')}:`

const byMessageLibrary =
  (algorithm: 'hmac-sha256' | 'ed25519' | 'ecdsa-p256-sha256'): Verifier =>
  async (received) => {
    const { httpbis, createVerifier } = await vendor<Libraries['message']>('http-message-signatures')
    const shared = Buffer.from(received.secret.replace(/^whsec_/, ''), 'base64')
    const pair = algorithm === 'ed25519' ? ed25519Of(received.secret) : p256Of(received.secret)
    const key = algorithm === 'hmac-sha256' ? shared : pair?.publicKey
    const lower = Object.entries(received.headers).map(([name, value]) => [name.toLowerCase(), value])
    const verified = await httpbis.verifyMessage(
      {
        keyLookup: async () => ({ algs: [algorithm], verify: createVerifier(key, algorithm) }),
        requiredFields: ['@method', '@target-uri', 'content-digest', 'webhook-id'],
        requiredParams: ['keyid', 'created', 'expires'],
        all: true,
      },
      { method: 'POST', url: received.url, headers: Object.fromEntries(lower) },
    )
    return verified === true && digestFits(received)
  }

/** The vendors' verifiers by scheme. Those of a scheme that nobody has published one for are missing. */
export const verifiers: Record<string, Verifier> = {
  'standard-webhooks': byWebhookClass('standardwebhooks'),

  // No library on the registry knows v1a: the specification's words, by node:crypto.
  'standard-webhooks-ed25519': ({ headers, body, secret }) => {
    const key = ed25519Of(secret)?.jwk.x ?? ''
    const content = `${headers['webhook-id']}.${headers['webhook-timestamp']}.${body}`
    const signature = (headers['webhook-signature'] ?? '').replace(/^v1a,/, '')
    const publicKey = createPublicKey({ key: { kty: 'OKP', crv: 'Ed25519', x: key }, format: 'jwk' })
    return verifyBytes(null, Buffer.from(content), publicKey, Buffer.from(signature, 'base64'))
  },

  svix: byWebhookClass('svix'),

  stripe: async (received) => {
    const { default: Stripe } = await vendor<Libraries['stripe']>('stripe')
    Stripe.webhooks.constructEvent(received.body, header(received, 'Stripe-Signature'), received.secret)
    return true
  },

  github: async (received) => {
    const { verify } = await vendor<Libraries['github']>('@octokit/webhooks-methods')
    return verify(received.secret, received.body, header(received, 'X-Hub-Signature-256'))
  },

  slack: async (received) => {
    const { isValidSlackRequest } = await vendor<Libraries['slack']>('@slack/bolt')
    return isValidSlackRequest({
      signingSecret: received.secret,
      body: received.body,
      headers: {
        'x-slack-signature': header(received, 'X-Slack-Signature'),
        'x-slack-request-timestamp': Number(header(received, 'X-Slack-Request-Timestamp')),
      },
    })
  },

  shopify: async ({ headers, body, secret, url }) => {
    await vendor('@shopify/shopify-api/adapters/node')
    const { shopifyApi } = await vendor<Libraries['shopify']>('@shopify/shopify-api')
    const app = shopifyApi({
      apiKey: 'key',
      apiSecretKey: secret,
      apiVersion: '2025-07',
      hostName: 'receiver.example',
      isEmbeddedApp: false,
      logger: { level: 0, log: async () => {} },
    })
    const rawRequest = {
      method: 'POST',
      url,
      // Shopify itself also sends these two; they are not signed.
      headers: { ...headers, 'X-Shopify-API-Version': '2025-07', 'X-Shopify-Shop-Domain': 'a.myshopify.com' },
    }
    return (await app.webhooks.validate({ rawBody: body, rawRequest })).valid
  },

  paddle: async (received) => {
    const { Paddle } = await vendor<Libraries['paddle']>('@paddle/paddle-node-sdk')
    const { webhooks } = new Paddle('key')
    return webhooks.isSignatureValid(received.body, received.secret, header(received, 'Paddle-Signature'))
  },

  square: async (received) => {
    const { WebhooksHelper } = await vendor<Libraries['square']>('square')
    return WebhooksHelper.verifySignature({
      requestBody: received.body,
      signatureHeader: header(received, 'x-square-hmacsha256-signature'),
      signatureKey: received.secret,
      notificationUrl: received.url,
    })
  },

  twilio: async (received) => {
    const { default: twilio } = await vendor<Libraries['twilio']>('twilio')
    const signature = header(received, 'X-Twilio-Signature')
    return twilio.validateRequestWithBody(received.secret, signature, received.url, received.body)
  },

  adyen: async (received) => {
    const library = await vendor<Libraries['adyen']>('@adyen/api-library')
    const Validator = (library.default ?? library).hmacValidator
    const signature = header(received, 'hmacsignature')
    return new Validator().validateHMACSignature(hexKey(received.secret), signature, received.body)
  },

  'http-message-signatures': byMessageLibrary('hmac-sha256'),
}

export const ed25519Messages = byMessageLibrary('ed25519')
export const es256Messages = byMessageLibrary('ecdsa-p256-sha256')

/** Those of vendors who sign as no scheme of the table does, by the names of the recipes of one's own. */
export const ownVerifiers: Record<string, Verifier> = {
  discord: async (received) => {
    const { verifyKey } = await vendor<Libraries['discord']>('discord-interactions')
    const recipe = receiverRecipes.discord
    const publicKey = recipe && publicKeyOf(recipe, received.secret)
    const [signature, timestamp] = ['X-Signature-Ed25519', 'X-Signature-Timestamp'].map((name) =>
      header(received, name),
    )
    return verifyKey(received.body, signature ?? '', timestamp ?? '', publicKey ?? '')
  },

  workos: async (received) => {
    const { WorkOS } = await vendor<Libraries['workos']>('@workos-inc/node')
    const payload = JSON.parse(received.body)
    const sigHeader = header(received, 'WorkOS-Signature')
    await new WorkOS('sk_none').webhooks.constructEvent({ payload, sigHeader, secret: received.secret })
    return true
  },
}
