/**
 * Route handlers of Next, called as Next calls them: a function of a Request for each method, and 405 for the others. Next
 * itself is not installed. Each has one defect, named by its key.
 */
import { getRequestListener } from '@hono/node-server'
import { effects, handler, seen } from './world.mjs'

/** @typedef {(request: Request) => Promise<Response>} Route */

/** @param {Partial<Record<string, Route>>} route */
const served = (route) =>
  getRequestListener(async (request) => {
    try {
      return (await route[request.method]?.(request)) ?? new Response(null, { status: 405 })
    } catch {
      return new Response('Internal Server Error', { status: 500, headers: { 'x-powered-by': 'Next.js' } })
    }
  })

/**
 * @param {{ bytesOf?: (request: Request) => Promise<Buffer>, defect?: import('./world.mjs').Defect }} [over]
 * @returns {Route}
 */
const routeOf = ({ bytesOf = async (request) => Buffer.from(await request.text()), defect } = {}) => {
  const handle = handler(defect)
  return async (request) => {
    const {
      status,
      text,
      headers = {},
    } = await handle(await bytesOf(request), Object.fromEntries(request.headers))
    return new Response(text ?? null, { status, headers: { 'x-powered-by': 'Next.js', ...headers } })
  }
}

/** @type {Record<string, () => any>} */
export const defects = {
  'next-parsed-and-written-again': () =>
    served({
      POST: routeOf({ bytesOf: async (request) => Buffer.from(JSON.stringify(await request.json())) }),
    }),
  // What is thrown becomes a 500.
  'next-verification-not-caught': () =>
    served({
      POST: routeOf({
        defect: {
          refuse(error) {
            throw error
          },
        },
      }),
    }),
  'next-put-as-post': () => {
    const route = routeOf()
    return served({ POST: route, PUT: route })
  },
  // The form is read, and no field of it is there.
  'next-form-expected': () =>
    served({
      POST: routeOf({
        bytesOf: async (request) => {
          const form = new URLSearchParams(await request.text())
          return Buffer.from(form.get('payload') ?? '')
        },
        defect: { parse: () => ({ event: 'card.created' }) },
      }),
    }),
  'next-two-handlers': () =>
    served({
      POST: routeOf({
        defect: {
          work(id) {
            if (seen.has(id)) return
            seen.add(id)
            effects.push(id)
            effects.push(id)
          },
        },
      }),
    }),
}

/** @type {Record<string, () => any>} */
export const rights = { 'next-right': () => served({ POST: routeOf() }) }
