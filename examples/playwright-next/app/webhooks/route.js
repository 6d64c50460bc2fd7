import { Webhook } from 'standardwebhooks'
import { cards } from '../../cards.js'

export async function POST(request) {
  let event
  try {
    // The raw body: a parsed body no longer has the bytes that were signed.
    event = new Webhook(process.env.WEBHOOK_SECRET).verify(
      await request.text(),
      Object.fromEntries(request.headers),
    )
  } catch {
    return new Response(null, { status: 401 })
  }
  if (event.event === 'card.created') cards.set(request.headers.get('webhook-id'), event)
  return new Response()
}
