import { readFile } from 'node:fs/promises'
import { extname, join } from 'node:path'
import { Hono } from 'hono'

const types: Record<string, string> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
}

/** What the page may do: load its own files and talk to its own sandbox, nothing else. */
export const pageHeaders = {
  'content-security-policy':
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; font-src 'self'; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
}

/** The views of the page: each is an address of its own. */
export const pagePaths = [
  '/',
  '/simulate',
  '/simulate/scenarios',
  '/simulate/traffic',
  '/simulate/clock',
  '/subscriptions',
  '/endpoints',
  '/errors',
  '/lanes',
  '/lanes/charts',
  '/settings',
]

/**
 * Serves the built page from `folder`. Each view comes with the number of the newest record, so that it can ask for its
 * lists at once and listen from there on.
 */
export function createPageApp(folder: string, newest: () => number) {
  const app = new Hono()

  async function file(name: string, cache: string, more: Record<string, string> = {}): Promise<Response> {
    try {
      const bytes = await readFile(join(folder, name))
      const type = types[extname(name)] ?? 'application/octet-stream'
      return new Response(new Uint8Array(bytes), {
        headers: { ...pageHeaders, ...more, 'content-type': type, 'cache-control': cache },
      })
    } catch {
      return new Response('The page is not built. Run: npm run build\n', {
        status: 404,
        headers: { 'content-type': 'text/plain' },
      })
    }
  }

  const view = () => file('index.html', 'no-cache', { 'server-timing': `seq;desc="${newest()}"` })
  for (const path of pagePaths) app.get(path, view)
  // A part that the simulator does not have leads to those it has.
  app.get('/simulate/:part', view)
  // Names of assets carry their hash, so that they never change.
  app.get('/assets/:name{[A-Za-z0-9_.-]+}', (c) =>
    file(`assets/${c.req.param('name')}`, 'public, max-age=31536000, immutable'),
  )
  return app
}
