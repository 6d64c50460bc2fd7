/** Puts the page, the emulated API and the sandbox's own API together in one app. */
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { HttpBindings } from '@hono/node-server'
import { Hono } from 'hono'
import type { Given } from './api/given.ts'
import { type KnownCall, unknownRoute } from './api/known-calls.ts'
import { type ControlRoute, mountRoutes } from './api/route.ts'
import type { Config } from './config.ts'
import { createSessions } from './control/wait/sessions.ts'
import { Failure, toFailure } from './failures.ts'
import { createGuard, guardedBy } from './http/guards.ts'
import { pageHeaders } from './http/page-headers.ts'
import { SenderGone } from './http/read-limited.ts'
import type { Recorder } from './inputs/recorder.ts'
import type { Bus } from './live/bus.ts'
import type { Outside } from './outside.ts'
import { createPageApp } from './page.ts'

/** Where libraries such as jose expect a JWK set. */
const jwksPath = '/.well-known/jwks.json'

/** Everything except receivers and the live socket: the page, the emulated API and the sandbox's own API. */
export function createApp(needs: {
  config: Config
  bus: Bus
  platform: Hono<{ Bindings: Given }>
  /** Every call that the sandbox answers once it has started. */
  calls: readonly KnownCall[]
  recorder: Recorder
  /** The folder of the built page; without it, no page is served. */
  pageFolder: string | undefined
  outside: Outside
  version: string
  baseUrl(): string
  onTrouble(error: unknown): void
}) {
  const { config } = needs
  const guard = createGuard(config)
  const app = new Hono<{ Bindings: HttpBindings }>()

  app.use(async (c, next) => {
    const { method, path } = c.req
    const request = {
      ...guardedBy({ method, path }, (name) => c.req.header(name)),
      localAddress: c.env?.incoming?.socket.localAddress,
    }
    const refused = guard.refusal(request)
    if (refused) throw refused
    const shared = guard.sharing(request)
    if (shared && guard.isQuestion(request)) c.res = c.body(null, 204)
    else await next()
    for (const [name, value] of Object.entries(shared ?? {})) c.res.headers.set(name, value)
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
    /**
     * Adds the sandbox's own API and the page. This must happen before the first request, since scenario runs
     * call these routes.
     */
    mount(routes: readonly ControlRoute[]) {
      const control = new Hono()
      mountRoutes(control, routes, {
        bodyLimit: config.body_limit_bytes,
        watch: needs.recorder.watch,
        sessionOf: createSessions(needs),
        elapsed: needs.outside.elapsed,
      })
      app.route('/', control)
      // Verifiers look for a sender's keys here (RFC 8615). The prefix of the API cannot hold the path.
      app.get(jwksPath, () => control.request('/sandbox/keys'))
      app.all(
        '/mcp',
        assistantsOf(needs, (request) => Promise.resolve(app.fetch(request))),
      )
      const { pageFolder } = needs
      if (pageFolder === undefined) return
      const page = createPageApp(pageFolder, {
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

/** Answers assistants at `/mcp`. The SDK is loaded at the first request. */
function assistantsOf(
  needs: { outside: Outside; version: string; baseUrl(): string },
  fetch: (request: Request) => Promise<Response>,
) {
  let made: Promise<(request: Request) => Promise<Response>> | undefined
  const make = async () => {
    const { createHandler } = await import('./mcp/http.ts')
    return createHandler({ ...needs, base: needs.baseUrl(), fetch })
  }
  return async ({ req }: { req: { raw: Request } }): Promise<Response> => {
    made ??= make()
    const answer = await made
    return answer(req.raw)
  }
}

type Listener = (request: IncomingMessage, response: ServerResponse) => Promise<unknown>

/**
 * Passes requests from a socket to the app.
 * @param how.ownsProcess replaces the global Request and Response by faster ones
 */
export function handlerOf(
  { fetch }: ReturnType<typeof createApp>,
  { ownsProcess = false }: { ownsProcess?: boolean },
): Listener {
  let made: Promise<Listener> | undefined
  // Loaded for the first request: a sandbox inside a test is mostly called without a socket.
  async function make(): Promise<Listener> {
    const { getRequestListener, RequestError } = await import('@hono/node-server')
    return getRequestListener(fetch, {
      overrideGlobalObjects: ownsProcess,
      // HTTP/1.0 may omit the Host header.
      hostname: 'localhost',
      errorHandler(error) {
        const failure = toFailure(error instanceof RequestError ? unreadable(error) : error)
        return Response.json(failure.body(), { status: failure.status })
      },
    })
  }
  return async (request, response) => {
    made ??= make()
    const listener = await made
    return listener(request, response)
  }
}

const unreadable = ({ message }: Error) =>
  new Failure(
    'request_malformed',
    `The request cannot be read: its path and host do not form a URL (${message}).`,
    'Percent-encode special characters in the path, and use the host that the sandbox printed at its start.',
  )
