/** Receivers on Fastify. Each has one defect, named by its key. */
import { load } from '../../code/frameworks/load.mjs'
import { handler, once } from './world.mjs'

const { default: Fastify } = await load('fastify')

/**
 * A receiver on Fastify.
 * @param {{ options?: object, parse?: (body: Buffer) => unknown, schema?: object, bytesOf?: (request: any) => Buffer,
 *   defect?: import('./world.mjs').Defect }} [over]
 */
async function app({
  options = {},
  parse = (body) => body,
  schema,
  bytesOf = ({ body }) => body ?? Buffer.alloc(0),
  defect,
} = {}) {
  const made = Fastify(options)
  const handle = handler(defect)
  made.addContentTypeParser(
    'application/json',
    { parseAs: 'buffer' },
    (/** @type {any} */ request, /** @type {Buffer} */ body, /** @type {any} */ done) => {
      request.rawBytes = body
      try {
        done(null, parse(body))
      } catch (error) {
        done(Object.assign(new Error('not JSON'), { cause: error, statusCode: 400 }))
      }
    },
  )
  made.post(
    '/webhooks',
    { schema: schema && { body: schema } },
    async (/** @type {any} */ request, /** @type {any} */ reply) => {
      const { status, text = '', headers = {} } = await handle(bytesOf(request), request.headers)
      return reply.code(status).headers(headers).send(text)
    },
  )
  await made.ready()
  return made.routing
}

/** @param {Buffer} body */
const json = (body) => JSON.parse(body.toString())
const rawBytes = (/** @type {any} */ request) => request.rawBytes ?? Buffer.alloc(0)
const strictly = { ajv: { customOptions: { removeAdditional: false } } }

/** @type {Record<string, () => Promise<any>>} */
export const defects = {
  'fastify-parsed-and-written-again': () =>
    app({ parse: json, bytesOf: ({ body }) => Buffer.from(JSON.stringify(body) ?? '') }),
  'fastify-unknown-field-refused': () =>
    app({
      options: strictly,
      parse: json,
      bytesOf: rawBytes,
      schema: {
        type: 'object',
        required: ['event'],
        additionalProperties: false,
        properties: { event: {}, occurred_at: {}, card: {}, customer: {}, account: {} },
      },
    }),
  'fastify-nested-field-refused': () =>
    app({
      options: strictly,
      parse: json,
      bytesOf: rawBytes,
      schema: {
        type: 'object',
        required: ['event'],
        properties: {
          card: {
            type: 'object',
            additionalProperties: false,
            properties: { status: {}, card_account_id: {}, last_four: {}, card_id: {}, customer_id: {} },
          },
        },
      },
    }),
  'fastify-event-of-a-list': () =>
    app({
      parse: json,
      bytesOf: rawBytes,
      schema: {
        type: 'object',
        required: ['event'],
        properties: { event: { type: 'string', pattern: '^(card|customer|account|kyc|kyb|transaction)' } },
      },
    }),
  'fastify-body-limit': () => app({ options: { bodyLimit: 32_768 } }),
  'fastify-500-on-wrong-type': () =>
    app({
      defect: {
        work(id, event) {
          event.card?.last_four.slice(0, 1)
          once(id)
        },
      },
    }),
}

/** @type {Record<string, () => Promise<any>>} */
export const rights = {
  'fastify-right': () => app(),
  'fastify-right-schema': () =>
    app({
      parse: json,
      bytesOf: rawBytes,
      schema: { type: 'object', required: ['event'], properties: { event: { type: 'string' } } },
    }),
}
