import { getRequestListener, type HttpBindings, RequestError } from '@hono/node-server'
import { Hono } from 'hono'
import type { Given } from './api/given.ts'
import { type KnownCall, unknownRoute } from './api/known-calls.ts'
import { type ControlRoute, mountRoutes } from './api/route.ts'
import type { Config } from './config.ts'
import { createSessions } from './control/wait/sessions.ts'
import { Failure, toFailure } from './failures.ts'
import { guard } from './http/guards.ts'
import { pageHeaders } from './http/page-headers.ts'
import { SenderGone } from './http/read-limited.ts'
import type { Recorder } from './inputs/recorder.ts'
import type { Bus } from './live/bus.ts'
import type { Outside } from './outside.ts'
import { createPageApp } from './page.ts'

/** Everything but the receivers and the live socket: the page, the emulated API, the sandbox's own API. */
export function createApp(needs: {
  config: Config
  bus: Bus
  platform: Hono<{ Bindings: Given }>
  /** All that can be called, once the sandbox has started. */
  calls: readonly KnownCall[]
  recorder: Recorder
  pageFolder: string
  outside: Outside
  onTrouble(error: unknown): void
}) {
  const { config } = needs
  const app = new Hono<{ Bindings: HttpBindings }>()

  app.use(async (c, next) => {
    const { method } = c.req
    const refused = guard(
      {
        method,
        host: c.req.header('host'),
        origin: c.req.header('origin'),
        localAddress: c.env?.incoming?.socket.localAddress,
        isUpgrade: false,
      },
      config,
    )
    if (refused) throw refused
    await next()
    for (const name of ['x-content-type-options', 'cross-origin-resource-policy'] as const)
      c.res.headers.set(name, pageHeaders[name])
  })

  app.route('/', needs.platform)

  app.notFound((c) => {
    const failure = unknownRoute(needs.calls, c.req.method, new URL(c.req.url).pathname)
    return c.json(failure.body(), 404)
  })
  app.onError((error) => {
    if (error instanceof SenderGone) return new Response(null, { status: 400 })
    const failure = toFailure(error)
    if (failure.code === 'internal') needs.onTrouble(error)
    return Response.json(failure.body(), { status: failure.status })
  })
  return {
    fetch: app.fetch,
    /** Serves the sandbox's own API and the page, before the first request: runs of scenarios ask the app by their routes. */
    mount(routes: readonly ControlRoute[]) {
      const control = new Hono()
      mountRoutes(control, routes, {
        bodyLimit: config.body_limit_bytes,
        watch: needs.recorder.watch,
        sessionOf: createSessions(needs),
      })
      app.route('/', control)
      const page = createPageApp(needs.pageFolder, {
        newest: needs.bus.newest,
        ask: async (path) => {
          const answer = await app.request(path)
          return answer.ok ? answer.text() : null
        },
        outside: needs.outside,
        onTrouble: needs.onTrouble,
      })
      app.route('/', page)
    },
  }
}

/** Hands the app what comes by a socket. */
export const handlerOf = ({ fetch }: ReturnType<typeof createApp>) =>
  getRequestListener(fetch, {
    overrideGlobalObjects: true,
    // HTTP/1.0 may leave the host out.
    hostname: 'localhost',
    errorHandler(error) {
      const failure = toFailure(error instanceof RequestError ? unreadable(error) : error)
      return Response.json(failure.body(), { status: failure.status })
    },
  })

const unreadable = ({ message }: RequestError) =>
  new Failure(
    'request_malformed',
    `The request cannot be read: its path and its host make no address (${message}).`,
    'Percent-encode what may not stand in a path, and name the host as it is told at the start.',
  )
