/** Loads receivers of Node one after the other, each with the environment of its own, and tells where they listen. */
import { pathToFileURL } from 'node:url'

/** @type {{ scheme: string, file: string, env: Record<string, string> }[]} */
const receivers = JSON.parse(process.argv[2] ?? '[]')
const { console: shown } = globalThis

for (const { scheme, file, env } of receivers) {
  Object.assign(process.env, env)
  /** @type {Promise<string>} */
  const listening = new Promise((resolve) => {
    shown.log = (/** @type {unknown} */ text) => {
      const [, url] = /^Listening on (\S+)$/.exec(String(text)) ?? []
      if (url) resolve(url)
    }
  })
  const { POST } = await import(pathToFileURL(file).href)
  const url = POST ? await serveRoute(POST) : await listening
  process.stdout.write(`${JSON.stringify({ scheme, url })}\n`)
}
shown.log = () => {}

/**
 * A route of Next is a function of a request; Next answers 405 to a method without one.
 * @param {(request: Request) => Promise<Response>} fetch
 * @returns {Promise<string>}
 */
async function serveRoute(fetch) {
  const { serve } = await import('@hono/node-server')
  return new Promise((resolve) => {
    const route = (/** @type {Request} */ request) =>
      request.method === 'POST' ? fetch(request) : new Response(null, { status: 405 })
    serve({ fetch: route, hostname: '127.0.0.1', port: 0 }, ({ port }) =>
      resolve(`http://127.0.0.1:${port}/webhooks`),
    )
  })
}
