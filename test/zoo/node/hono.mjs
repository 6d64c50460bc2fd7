/** Receivers on Hono. Each has one defect, named by its key. */
import { getRequestListener } from '@hono/node-server'
import { Hono } from 'hono'
import { bodyLimit } from 'hono/body-limit'
import { csrf } from 'hono/csrf'
import { effects, handler, seen, wait } from './world.mjs'

/**
 * A receiver on Hono.
 * @param {{ before?: import('hono').MiddlewareHandler[], bytesOf?: (c: import('hono').Context) => Promise<Buffer>,
 *   defect?: import('./world.mjs').Defect }} [over]
 */
function app({ before = [], bytesOf = async (c) => Buffer.from(await c.req.arrayBuffer()), defect } = {}) {
  const made = new Hono()
  const handle = handler(defect)
  for (const middleware of before) made.use(middleware)
  made.post('/webhooks', async (c) => {
    const { status, text, headers } = await handle(await bytesOf(c), c.req.header())
    return new Response(text ?? null, { status, headers: headers ?? {} })
  })
  return getRequestListener(made.fetch)
}

/** @type {Record<string, () => any>} */
export const defects = {
  'hono-pretty-printed': () =>
    app({ bytesOf: async (c) => Buffer.from(JSON.stringify(await c.req.json(), null, 2)) }),
  'hono-keys-sorted': () =>
    app({
      async bytesOf(c) {
        const event = await c.req.json()
        return Buffer.from(JSON.stringify(Object.fromEntries(Object.entries(event).toSorted())))
      },
    }),
  'hono-body-limit': () => app({ before: [bodyLimit({ maxSize: 50 * 1024 })] }),
  'hono-guard-against-forged-forms': () =>
    app({
      before: [
        csrf(),
        async (c, next) => (c.req.header('origin') ? next() : c.text('Forbidden: CSRF token missing', 403)),
      ],
    }),
  // Hono answers 500 for what a handler throws.
  'hono-json-error-not-caught': () =>
    app({
      async bytesOf(c) {
        const body = Buffer.from(await c.req.arrayBuffer())
        JSON.parse(body.toString())
        return body
      },
    }),
  'hono-checks-then-inserts': () =>
    app({
      defect: {
        async work(id) {
          const isKnown = seen.has(id)
          await wait(50)
          if (isKnown) return
          seen.add(id)
          effects.push(id)
        },
      },
    }),
}

/** @type {Record<string, () => any>} */
export const rights = { 'hono-right': () => app() }
