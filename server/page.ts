import { readFile } from 'node:fs/promises'
import { extname, join } from 'node:path'
import { setImmediate } from 'node:timers/promises'
import { type Context, Hono } from 'hono'
import { stream } from 'hono/streaming'
import { notFoundPage } from './docs/not-found.ts'
import { pageHeaders } from './http/page-headers.ts'
import type { Outside } from './outside.ts'

const types: Record<string, string> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
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
  '/settings',
]

/** What answers programs: to a browser too it says in their words what there is not. */
const ofPrograms = /^\/(api|assets|in|sandbox)(\/|$)/

/** How long an answer may hold the page up: one that takes longer is left to the page to ask for. Real time, ms. */
const patienceMs = 150

/** The element of the page that is to hold what it is served with. */
const place = /<script\s+id="served"[^>]*>/

/** The words of one of its attributes. */
const wordsIn = (element: string, name: string): string[] =>
  (new RegExp(`data-${name}="([^"]*)"`).exec(element)?.[1] ?? '').split(' ').filter((word) => word !== '')

/**
 * Serves the built page from `folder`. Each view comes with the number of the newest record, so that it can listen from there
 * on, and with the answers that it begins with, as `ask` has them for a path: JSON, or null where it is refused.
 */
export function createPageApp(
  folder: string,
  needs: {
    newest(): number
    ask(path: string): Promise<string | null>
    outside: Pick<Outside, 'after'>
    onTrouble(error: unknown): void
  },
) {
  const app = new Hono()

  /** One of the built files; undefined where it is not there. */
  async function file(name: string, cache: string): Promise<Response | undefined> {
    try {
      const bytes = await readFile(join(folder, name))
      const type = types[extname(name)] ?? 'application/octet-stream'
      return new Response(new Uint8Array(bytes), {
        headers: { ...pageHeaders, 'content-type': type, 'cache-control': cache },
      })
    } catch {
      return undefined
    }
  }

  /** What a view is served with, as data. */
  async function dataFor(paths: readonly string[]): Promise<string> {
    // Before the lists are read: what comes meanwhile is told by the socket.
    const seq = needs.newest()
    let cancel = () => {}
    const late = new Promise<null>((resolve) => {
      cancel = needs.outside.after(patienceMs, () => resolve(null))
    })
    const answers = await Promise.all(paths.map((path) => Promise.race([needs.ask(path), late])))
    cancel()
    const named = answers.flatMap((answer, at) =>
      answer === null ? [] : `${JSON.stringify(paths[at])}:${answer}`,
    )
    // No element ends or begins within it, whatever was caught.
    return `{"seq":${seq},"answers":{${named.join()}}}`.replaceAll('<', '\\u003c')
  }

  const view = async (c: Context) => {
    const page = await file('index.html', 'no-store')
    if (!page) return c.text('The page is not built. Run: npm run build\n', 404)
    const html = await page.text()
    const [element] = place.exec(html) ?? []
    if (element === undefined || c.req.method === 'HEAD')
      return c.html(html, 200, Object.fromEntries(page.headers))
    const at = html.indexOf(element) + element.length
    for (const [name, value] of page.headers) c.header(name, value)
    const isFiltered = wordsIn(element, 'filters').some((name) => c.req.query(name) !== undefined)
    const paths = [...wordsIn(element, 'answers'), ...(isFiltered ? [] : wordsIn(element, 'lists'))]
    return stream(
      c,
      async (answer) => {
        // The browser fetches the scripts that this names while the lists are read.
        await answer.write(html.slice(0, at))
        await setImmediate()
        if (answer.aborted) return
        await answer.write(await dataFor(paths))
        await answer.write(html.slice(at))
      },
      async (error) => needs.onTrouble(error),
    )
  }
  for (const path of pagePaths) app.get(path, view)
  // A part that the simulator does not have leads to those it has.
  app.get('/simulate/:part', view)
  // Names of assets carry their hash, so that they never change.
  app.get('/assets/:name{[A-Za-z0-9_.-]+}', async (c) => {
    const asset = await file(`assets/${c.req.param('name')}`, 'public, max-age=31536000, immutable')
    return asset ?? c.notFound()
  })
  app.get('*', async (c, next) => {
    const { path } = c.req
    const isForProgram = ofPrograms.test(path) || c.req.header('accept')?.includes('text/html') !== true
    if (isForProgram) return next()
    const bare = path.replace(/(?<!\/)\/+$/, '')
    if (pagePaths.includes(bare)) return c.redirect(`${bare}${new URL(c.req.url).search}`)
    const others = pagePaths.filter((one) => one !== '/')
    return c.html(notFoundPage(path, others), 404, {
      ...pageHeaders,
      'content-type': 'text/html; charset=utf-8',
    })
  })
  return app
}
