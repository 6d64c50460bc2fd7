// The least that hono can do on the addresses of the platform's API: parse a JSON body, answer JSON.
import { serve } from '@hono/node-server'
import { Hono } from 'hono'

const app = new Hono()
app.get('/api/v0.1/webhooks', (c) => c.json({ webhook_subscriptions: [] }))
app.post('/api/v0.1/webhooks', async (c) => c.json({ webhook_subscription: await c.req.json() }, 201))
process.on('disconnect', () => process.exit())
serve({ fetch: app.fetch, port: 0, hostname: '127.0.0.1' }, ({ port }) =>
  process.send?.({ kind: 'ready', port }),
)
