/** The routes that serve the API references as pages. */
import { type ControlRoute, route } from '../api/route.ts'
import { pageHeaders } from '../http/page-headers.ts'
import { runInSlices, sliceMs } from '../memory/in-slices.ts'
import { once } from '../memory/once-for.ts'
import type { Outside } from '../outside.ts'
import type { Referred } from './pages.ts'

const headers = {
  ...pageHeaders,
  // A reference page may only show text and its style sheet: no scripts, no connections.
  'content-security-policy':
    "default-src 'none'; style-src 'self'; img-src data:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
  'cache-control': 'no-cache',
}
const answer = (type: string, content: string | Uint8Array<ArrayBuffer>) =>
  new Response(content, { headers: { ...headers, 'content-type': `${type}; charset=utf-8` } })

const pages = () => import('./pages.ts')

/** The references of both APIs. The routes are read at each request, since the documents are routes themselves. */
export function docsRoutes(needs: Referred & { outside: Outside }): ControlRoute[] {
  // Operations and address do not change while the sandbox runs, so each page is made once, at its first request.
  const page = (name: 'platformPage' | 'controlPage') =>
    once(async () => {
      const { [name]: make } = await pages()
      const text = await runInSlices(make(needs), sliceMs, needs.outside.elapsed)
      // As bytes, since a string of this length would be encoded again for each request.
      return Buffer.from(String(text))
    })
  const [platformPage, controlPage] = [page('platformPage'), page('controlPage')]

  return [
    route({
      method: 'GET',
      path: '/docs',
      operationId: 'readPlatformReference',
      summary: 'The emulated API as a page',
      description: 'Operations, events and errors.',
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
