/** Serves the built page, with the data that each view shows first. */
import { readFile } from 'node:fs/promises'
import { extname, join } from 'node:path'
import { setImmediate } from 'node:timers/promises'
import { type Context, Hono } from 'hono'
import { accepts } from 'hono/accepts'
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

/** The compressed forms that the build writes beside each file, the smallest first, by their content codings. */
const codings: Readonly<Record<string, string>> = { br: '.br', gzip: '.gz', identity: '' }

/** The addresses of the page's views. */
export const pagePaths = [
  '/',
  '/simulate',
  '/simulate/scenarios',
  '/simulate/traffic',
  '/simulate/clock',
  '/objects',
  '/subscriptions',
  '/endpoints',
  '/check',
  '/errors',
  '/lanes',
  '/settings',
]

/** Prefixes for programs. An unknown address below them is refused as JSON, even to a browser. */
const ofPrograms = /^\/(api|assets|in|sandbox)(\/|$)/

/** How long a response may delay the page. The page requests slower data itself. Real time, ms. */
const patienceMs = 150

/** The element of the page that holds the served data. */
const place = /<script\s+id="served"[^>]*>/

/** The words in one of its attributes. */
const wordsIn = (element: string, name: string): string[] =>
  (new RegExp(`data-${name}="([^"]*)"`).exec(element)?.[1] ?? '').split(' ').filter((word) => word !== '')

/**
 * Serves the built page from `folder`. Each view comes with the number of the newest record, so that the page can listen
 * from there. It also comes with its first responses: `ask` returns them for a path as JSON, or null if refused.
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

  /** One of the built files, or undefined if it does not exist. */
  async function file(name: string, cache: string, coding = 'identity'): Promise<Response | undefined> {
    try {
      const bytes = await readFile(join(folder, name + codings[coding]))
      const type = types[extname(name)] ?? 'application/octet-stream'
      return new Response(new Uint8Array(bytes), {
        headers: {
          ...pageHeaders,
          'content-type': type,
          'cache-control': cache,
          vary: 'accept-encoding',
          ...(coding !== 'identity' && { 'content-encoding': coding }),
        },
      })
    } catch {
      return undefined
    }
  }

  /** The data that a view is served with. */
  async function dataFor(paths: readonly string[]): Promise<string> {
    // Read before the lists: the socket reports what happens in between.
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
    // Escaped, so that captured content cannot open or close an element.
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
        // Sent first, so that the browser fetches the scripts while the lists are read.
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
  // An unknown part of the simulator still opens the simulator.
  app.get('/simulate/:part', view)
  for (const path of ['/check/:id', '/objects/:id']) app.get(path, view)
  // Asset names contain a hash, so their content never changes.
  app.get('/assets/:name{[A-Za-z0-9_.-]+}', async (c) => {
    const name = `assets/${c.req.param('name')}`
    const coding = accepts(c, {
      header: 'Accept-Encoding',
      supports: Object.keys(codings),
      default: 'identity',
      match: (accepted, { supports, default: none }) =>
        supports.find((one) => accepted.some(({ type, q }) => type === one && q > 0)) ?? none,
    })
    const forever = 'public, max-age=31536000, immutable'
    const asset = (await file(name, forever, coding)) ?? (await file(name, forever))
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
