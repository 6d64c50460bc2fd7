import Fastify from 'fastify'
import { Webhook } from 'standardwebhooks'

/** The app. `cards` holds each card that was created, by the id of its event. */
export function createApp(secret, cards = new Map()) {
  const webhook = new Webhook(secret)
  const app = Fastify()
  // The raw body: a parsed body no longer has the bytes that were signed.
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body))
  app.post('/webhooks', async (request, reply) => {
    let event
    try {
      event = webhook.verify(request.body ?? '', request.headers)
    } catch {
      return reply.code(401).send()
    }
    if (event.event === 'card.created') cards.set(request.headers['webhook-id'], event)
    return reply.code(200).send()
  })
  return app
}
