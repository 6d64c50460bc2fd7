import express from 'express'
import { Webhook } from 'standardwebhooks'

/** The app. `cards` holds each card that was created, by the id of its event. */
export function createApp(secret, cards = new Map()) {
  const webhook = new Webhook(secret)
  const app = express()
  // The raw body: a parsed body no longer has the bytes that were signed.
  app.post('/webhooks', express.raw({ type: '*/*' }), (request, response) => {
    let event
    try {
      event = webhook.verify(request.body, request.headers)
    } catch {
      return response.sendStatus(401)
    }
    if (event.event === 'card.created') cards.set(request.headers['webhook-id'], event)
    response.sendStatus(200)
  })
  return app
}
