/** The routes that serve the API references as pages. */
import { type ControlRoute, route } from '../api/route.ts'
import { pageHeaders } from '../http/page-headers.ts'
import type { Referred } from './pages.ts'

const headers = {
  ...pageHeaders,
  // A reference page may only show text and its style sheet: no scripts, no connections.
  'content-security-policy':
    "default-src 'none'; style-src 'self'; img-src data:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
  'cache-control': 'no-cache',
}
const answer = (type: string, text: string) =>
  new Response(text, { headers: { ...headers, 'content-type': `${type}; charset=utf-8` } })

const pages = () => import('./pages.ts')

/** The references of both APIs. The routes are read at each request, since the documents are routes themselves. */
export function docsRoutes(needs: Referred): ControlRoute[] {
  // Operations and address do not change while the sandbox runs, so each page is made once, at its first request.
  const once = (make: () => Promise<string>) => {
    let made: Promise<string> | undefined
    return () => (made ??= make())
  }
  const platformPage = once(async () => (await pages()).platformPage(needs))
  const controlPage = once(async () => (await pages()).controlPage(needs))

  return [
    route({
      method: 'GET',
      path: '/docs',
      operationId: 'readPlatformReference',
      summary: 'The emulated API as a page: operations, events and errors',
      success: { status: 200, description: 'A page', schema: 'html' },
      run: async () => answer('text/html', await platformPage()),
    }),
    route({
      method: 'GET',
      path: '/docs/sandbox',
      operationId: 'readSandboxReference',
      summary: "The sandbox's own API as a page",
      success: { status: 200, description: 'A page', schema: 'html' },
      run: async () => answer('text/html', await controlPage()),
    }),
    route({
      method: 'GET',
      path: '/docs/style.css',
      operationId: 'getReferenceStyle',
      summary: 'The style sheet of both references',
      success: { status: 200, description: 'A style sheet', schema: 'css' },
      run: async () => answer('text/css', (await pages()).style),
    }),
  ]
}
