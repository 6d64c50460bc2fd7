import { beforeAll, onTestFinished } from 'vitest'
import { parseConfig } from '../../server/config.ts'
import { type Outside, realOutside } from '../../server/outside.ts'
import { startSandbox as start } from '../../server/sandbox.ts'
import type {
  Attempt,
  Capture,
  CaptureRow,
  Clock,
  Delivery,
  DeliveryRow,
  Event,
  EventRow,
  Subscription,
} from '../../server/wire.ts'
import { waitFor } from './waiting.ts'

export interface Answer<Body> {
  status: number
  headers: Headers
  body: Body
}

type Asked = [method: string, path: string, body?: unknown, headers?: Record<string, string>]

/** Takes what closes a sandbox, and calls it in the end. */
export type Ending = (close: () => void | Promise<void>) => void

/**
 * Starts something once for all tests of a group, which leave nothing behind in it.
 * @param start passes its argument to what it starts
 */
export function shared<World>(start: (ending: Ending) => Promise<World>): () => World {
  let world: World | undefined
  beforeAll(async () => {
    const closes: Parameters<Ending>[0][] = []
    world = await start((close) => void closes.push(close))
    return async () => {
      for (const close of closes) await close()
    }
  })
  return () => world as World
}

/** One sandbox for all tests of a group or file. */
export const sharedSandbox = (config: Record<string, unknown> = {}) =>
  shared((ending) => startSandbox(config, realOutside(), ending))

/** A real sandbox on a port of its own, closed when the test ends. Unless told otherwise it is bare, in memory, seed 7. */
export async function startSandbox(
  config: Record<string, unknown> = {},
  outside: Outside = realOutside(),
  ending: Ending = onTestFinished,
) {
  const troubles: unknown[] = []
  const refusals: string[] = []
  let stops = 0
  const sandbox = await start(parseConfig({ port: 0, data: ':memory:', seed: 7, bare: true, ...config }), {
    version: '0.0.0-test',
    ownsProcess: true,
    pageFolder: 'dist/ui',
    outside,
    onTrouble: (error) => troubles.push(error),
    onRefused: (line) => refusals.push(line),
    onStop: () => void stops++,
  })
  ending(() => sandbox.close())
  const { host } = new URL(sandbox.url)

  async function asked<Body>(
    ask: (request: Request) => Promise<Response>,
    ...[method, path, body, headers]: Asked
  ): Promise<Answer<Body>> {
    const response = await ask(
      new Request(`${sandbox.url}${path}`, {
        method,
        headers: { ...(body !== undefined && { 'content-type': 'application/json' }), ...headers },
        ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
      }),
    )
    const text = await response.text()
    return {
      status: response.status,
      headers: response.headers,
      body: text.startsWith('{') ? JSON.parse(text) : text,
    }
  }
  const overSocket = <Body>(...what: Asked) => asked<Body>(fetch, ...what)
  async function request<Body>(...[method, path, body, headers]: Asked): Promise<Answer<Body>> {
    if (path.startsWith('/in/')) return overSocket<Body>(method, path, body, headers)
    const answer = await asked<Body>(sandbox.fetch, method, path, body, { host, ...headers })
    // Who asks again and again until something is so leaves it time to become so.
    await new Promise(setImmediate)
    return answer
  }
  const get = async <Body>(path: string) => (await request<Body>('GET', path)).body
  const post = async <Body>(path: string, body?: unknown) => (await request<Body>('POST', path, body)).body
  const demo = { authorization: 'demo', identity: 'demo' }

  return {
    ...sandbox,
    troubles,
    /** How often a request asked for its end, which the test itself brings about. */
    stops: () => stops,
    /** The lines of what was refused. */
    refusals,
    /** Asks its app without a socket, which takes a test two thirds of the time; what is sent to an endpoint comes by one. */
    request,
    /** The same by a socket, for what is cut or held up there. */
    overSocket,
    get,
    post,
    /** A call to the emulated API as the identity `demo`, unless other headers are given. */
    call: <Body = Record<string, unknown>>(
      method: string,
      path: string,
      body?: unknown,
      headers: Record<string, string> = demo,
    ) => request<Body>(method, `/api/v0.1${path}`, body, headers),
    /** Subscribes through the emulated API. */
    async subscribe(url: string, over: Record<string, unknown> = {}): Promise<Subscription> {
      const { status, body } = await request<{ webhook_subscription: Subscription }>(
        'POST',
        '/api/v0.1/webhooks',
        { url, events: ['*'], ...over },
        demo,
      )
      if (status !== 201) throw new Error(`subscribe: ${JSON.stringify(body)}`)
      return body.webhook_subscription
    },
    trigger: (event: string, over: Record<string, unknown> = {}) =>
      post<{ events: EventRow[]; deliveries: DeliveryRow[]; counts: { events: number; deliveries: number } }>(
        '/sandbox/events',
        { event, ...over },
      ),
    clock: (order: Record<string, unknown>) =>
      post<{ clock: Clock; settled: boolean }>('/sandbox/clock', order),
    /** Waits until nothing is under way and nothing is due, without moving the clock; on when the sandbox has no patience left. */
    async settle() {
      for (;;) {
        const answer = await post<{ settled: boolean }>('/sandbox/clock', { advance: '0' })
        if (answer.settled !== false) return answer
      }
    },
    /** Waits until so many records match as the query asks for, and answers them. */
    waitFor: <Row = unknown>(query: string) => waitFor<Row>(get, query),
    event: async (id: string) => (await get<{ event: Event }>(`/sandbox/events/${id}`)).event,
    delivery: async (id: string) => (await get<{ delivery: Delivery }>(`/sandbox/deliveries/${id}`)).delivery,
    deliveries: async (query = '') =>
      (await get<{ deliveries: DeliveryRow[] }>(`/sandbox/deliveries${query}`)).deliveries,
    attempts: async (id: string): Promise<Attempt[]> =>
      (await get<{ delivery: Delivery }>(`/sandbox/deliveries/${id}`)).delivery.attempts,
    captures: async (query = '') =>
      (await get<{ captures: CaptureRow[] }>(`/sandbox/captures${query}`)).captures,
    capture: async (id: string) => (await get<{ capture: Capture }>(`/sandbox/captures/${id}`)).capture,
    /** The newest capture, whole, and explained unless nobody does. */
    async newestCapture(): Promise<Capture> {
      const [row] = (await get<{ captures: CaptureRow[] }>('/sandbox/captures?limit=1')).captures
      if (!row) throw new Error('nothing was captured')
      // A read waits for the explanation, but not for ever: a busy machine may need several.
      for (let left = 20; ; left--) {
        const { capture } = await get<{ capture: Capture }>(`/sandbox/captures/${row.id}`)
        if (capture.verdict.explained || left === 0) return capture
      }
    },
  }
}
export type TestSandbox = Awaited<ReturnType<typeof startSandbox>>
