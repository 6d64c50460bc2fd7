/** Right receivers that verify with the published libraries of the vendors, on node:http. */
import { createHash } from 'node:crypto'
import { load } from '../../vendors/load.mjs'
import { http } from './http.mjs'
import { Refused, secret } from './world.mjs'

/**
 * @typedef {{ body: string, header: (name: string) => string, headers: import('./world.mjs').Headers, url: string }} Received
 */

/**
 * A receiver that accepts what the library does not refuse or throw at.
 * @param {(received: Received) => unknown} accepts
 * @param {string} [idHeader] the header with the id of the event
 */
const verifiedBy = (accepts, idHeader = 'webhook-id') =>
  http({
    async verify(body, headers, path) {
      const header = (/** @type {string} */ name) => {
        const value = headers[name]
        if (typeof value !== 'string') throw new Refused(`${name} is missing`)
        return value
      }
      const url = `http://${header('host')}${path}`
      const isValid = await accepts({ body: body.toString('utf8'), header, headers, url })
      if (isValid === false) throw new Refused('the signature does not match')
      return header(idHeader)
    },
  })

/** @type {Record<string, () => Promise<any>>} */
export const rights = {
  async 'library-standardwebhooks'() {
    const { Webhook } = await load('standardwebhooks')
    const webhook = new Webhook(secret)
    return verifiedBy(({ body, headers }) => void webhook.verify(body, headers))
  },
  async 'library-svix'() {
    const { Webhook } = await load('svix')
    const webhook = new Webhook(secret)
    return verifiedBy(({ body, headers }) => void webhook.verify(body, headers), 'svix-id')
  },
  async 'library-stripe'() {
    const { default: Stripe } = await load('stripe')
    return verifiedBy(({ body, header }) =>
      Stripe.webhooks.constructEvent(body, header('stripe-signature'), secret),
    )
  },
  async 'library-github'() {
    const { verify } = await load('@octokit/webhooks-methods')
    return verifiedBy(
      ({ body, header }) => verify(secret, body, header('x-hub-signature-256')),
      'x-github-delivery',
    )
  },
  async 'library-slack'() {
    const { isValidSlackRequest } = await load('@slack/bolt')
    return verifiedBy(({ body, header }) =>
      isValidSlackRequest({
        signingSecret: secret,
        body,
        headers: {
          'x-slack-signature': header('x-slack-signature'),
          'x-slack-request-timestamp': Number(header('x-slack-request-timestamp')),
        },
      }),
    )
  },
  async 'library-shopify'() {
    await load('@shopify/shopify-api/adapters/node')
    const { shopifyApi } = await load('@shopify/shopify-api')
    const { webhooks } = shopifyApi({
      apiKey: 'key',
      apiSecretKey: secret,
      apiVersion: '2025-07',
      hostName: 'receiver.example',
      isEmbeddedApp: false,
      logger: { level: 0, log: async () => {} },
    })
    return verifiedBy(async ({ body, headers, url }) => {
      // Shopify itself also sends these two; they are not signed.
      const own = { 'X-Shopify-API-Version': '2025-07', 'X-Shopify-Shop-Domain': 'a.myshopify.com' }
      const rawRequest = { method: 'POST', url, headers: { ...headers, ...own } }
      return (await webhooks.validate({ rawBody: body, rawRequest })).valid
    }, 'x-shopify-webhook-id')
  },
  async 'library-paddle'() {
    const { Paddle } = await load('@paddle/paddle-node-sdk')
    const { webhooks } = new Paddle('key')
    return verifiedBy(({ body, header }) =>
      webhooks.isSignatureValid(body, secret, header('paddle-signature')),
    )
  },
  async 'library-square'() {
    const { WebhooksHelper } = await load('square')
    return verifiedBy(({ body, header, url }) =>
      WebhooksHelper.verifySignature({
        requestBody: body,
        signatureHeader: header('x-square-hmacsha256-signature'),
        signatureKey: secret,
        notificationUrl: url,
      }),
    )
  },
  async 'library-twilio'() {
    const { default: twilio } = await load('twilio')
    return verifiedBy(({ body, header, url }) =>
      twilio.validateRequestWithBody(secret, header('x-twilio-signature'), url, body),
    )
  },
  async 'library-adyen'() {
    const library = await load('@adyen/api-library')
    const Validator = (library.default ?? library).hmacValidator
    return verifiedBy(({ body, header }) =>
      new Validator().validateHMACSignature(secret, header('hmacsignature'), body),
    )
  },
  async 'library-plaid'() {
    const { importJWK, jwtVerify } = await load('jose')
    const key = await importJWK(JSON.parse(secret), 'ES256')
    return verifiedBy(async ({ body, header }) => {
      const { payload } = await jwtVerify(header('plaid-verification'), key, {
        algorithms: ['ES256'],
        maxTokenAge: '5 min',
      })
      return payload.request_body_sha256 === createHash('sha256').update(body).digest('hex')
    })
  },
}
