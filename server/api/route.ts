/** Declares the routes of the control API, and calls them. */
import type { Context, Hono } from 'hono'
import { z } from 'zod'
import { Failure, type FailureCode, toFailure } from '../failures.ts'
import { readIncoming, readLimited, SenderGone } from '../http/read-limited.ts'
import { sentHeaders } from '../http/upgrade.ts'
import { type Pausable, runAtOnce, runInSlices, sliceMs } from '../memory/in-slices.ts'
import { streamed } from '../memory/streamed.ts'
import type { HeaderPair } from '../wire.ts'
import { answerPieces, isLongAnswer } from './answer-text.ts'
import type { Given } from './given.ts'
import { readingJson, readQuery, writtenIn } from './read.ts'

/** The header by which the command line names the session that a request is part of. */
export const sessionHeader = 'sandbox-session'

/** Of an answer that is no JSON. */
export type RawType = 'bytes' | 'text' | 'lines' | 'html' | 'css'

/** One route of the sandbox's own API, and its entry in the OpenAPI document. */
export interface ControlRoute {
  method: 'GET' | 'POST' | 'PATCH' | 'DELETE'
  /** The path behind `/sandbox`, in OpenAPI style: `/deliveries/{id}`. */
  path: string
  operationId: string
  /** The operation in one short sentence without a full stop. */
  summary: string
  /** The rest, in sentences. */
  description?: string
  query?: z.ZodObject
  body?: z.ZodType
  success: { status: 101 | 200 | 201 | 202; description: string; schema: z.ZodType | RawType }
  errors: readonly FailureCode[]
  /** The largest body in bytes, if it differs from body_limit_bytes. */
  bodyLimit?: number
  /** The route has a body but changes nothing. */
  isHarmless?: true
  run(input: {
    params: Record<string, string>
    query: unknown
    body: unknown
    /**
     * A field of the body as written, without the blanks between tokens, so numbers keep their digits.
     * Undefined if it is missing.
     */
    written(field: string): string | undefined
    /** Aborted when the client disconnects. */
    signal(): AbortSignal
    /** The run whose step makes the call, or undefined. */
    runId?: string | undefined
    /** The session that the request names in `Sandbox-Session`. */
    session?: Session | undefined
  }): unknown
}

/** Commands of one script or terminal. */
export interface Session {
  /** Its waits count records with larger numbers. */
  since: number
  /** The numbers of the records that its waits have matched since then. */
  matched: Set<number>
}

/** The codes of every route, since each reads its query, and the codes of a route with a body. */
const ofQuery = ['invalid_query'] as const
const ofBody = ['invalid_field', 'body_malformed', 'content_type', 'body_too_large'] as const

/**
 * Declares a route. `run` gets the types of its query and body. `errors` lists the codes besides those for an invalid query
 * or body.
 */
export function route<
  Query extends z.ZodObject = z.ZodObject<Record<never, never>>,
  Body extends z.ZodType = z.ZodUndefined,
>(
  row: Omit<ControlRoute, 'query' | 'body' | 'run' | 'errors'> & {
    errors?: readonly FailureCode[]
    query?: Query
    body?: Body
    run(input: {
      params: Record<string, string>
      query: z.output<Query>
      body: z.output<Body>
      written(field: string): string | undefined
      signal(): AbortSignal
      runId?: string | undefined
      session?: Session | undefined
    }): unknown
  },
): ControlRoute {
  const errors = new Set([...(row.errors ?? []), ...ofQuery, ...(row.body ? ofBody : [])])
  return { ...row, errors: [...errors] } as ControlRoute
}

/** Called for each request that may change something. It may return a function, which is called with the outcome. */
type Watch = (request: {
  method: string
  path: string
  headers: HeaderPair[]
  hasSocket: boolean
}) => ((end: { body: Buffer | 'too-large'; status: number; answer?: unknown }) => void) | undefined

/** From this size in bytes, reading a body takes as long as a slice. */
const largeBody = 50_000

/** Adds routes to an app. Their results are sent as JSON unless they are a Response. */
export function mountRoutes(
  app: Hono,
  routes: readonly ControlRoute[],
  {
    bodyLimit,
    watch,
    sessionOf,
    elapsed,
  }: {
    bodyLimit: number
    watch?: Watch
    sessionOf?(header: string, operationId: string): Session
    /** A monotonic time in ms, see `Outside`. */
    elapsed(): number
  },
) {
  /** Reads a large body in slices. Turns for a small one would only delay the answer. */
  const read = async (reading: Pausable<unknown>, size: number) =>
    size > largeBody ? runInSlices(reading, sliceMs, elapsed) : runAtOnce(reading)
  for (const row of routes) {
    const limit = row.bodyLimit ?? bodyLimit
    const changes = row.method !== 'GET' && !row.isHarmless
    app.on(row.method, `/sandbox${row.path.replace(/\{(\w+)\}/g, ':$1')}`, async (c) => {
      const ended = changes ? watch?.(requestOf(c)) : undefined
      let bytes: Buffer | 'too-large' = Buffer.alloc(0)
      try {
        const query = readQuery(row.query ?? noQuery, searchOf(c.req.url))
        if (row.body) bytes = await readBytes(c, limit)
        const session = incomingOf(c)?.headers[sessionHeader]
        const answer = await answerOf(row, {
          params: c.req.param() as Record<string, string>,
          query,
          body: row.body && (await read(readingJson(c, bytes, { schema: row.body, limit }), bytes.length)),
          written: (field) => writtenIn(bytes, field),
          // Reading the signal creates a web-standard Request, which few routes need.
          signal: () => c.req.raw.signal,
          runId: givenWith(c).run?.id,
          session: typeof session === 'string' ? sessionOf?.(session, row.operationId) : undefined,
        })
        ended?.({ body: bytes, status: row.success.status, answer })
        // The socket route answers here only if the client did not ask for a WebSocket. Its answer is a
        // Response.
        if (answer instanceof Response) return answer
        const status = row.success.status as 200 | 201 | 202
        if (!isLongAnswer(answer)) return c.json(answer, status)
        return c.body(streamed(answerPieces(answer)), status, { 'content-type': 'application/json' })
      } catch (error) {
        if (!(error instanceof SenderGone)) ended?.({ body: bytes, status: toFailure(error).status })
        throw error
      }
    })
  }
}

/**
 * Calls a route. A list refuses a bad search as `invalid_query`; if the search came in a body, the code is `invalid_field`.
 */
async function answerOf({ run, body }: ControlRoute, input: Parameters<ControlRoute['run']>[0]) {
  try {
    return await run(input)
  } catch (error) {
    const isOfBody = body && error instanceof Failure && error.code === 'invalid_query'
    throw isOfBody ? error.as('invalid_field') : error
  }
}

const givenWith = (c: Context) => (c.env ?? {}) as Given

/** The Node request behind a route, or undefined for a call made inside this process. */
const incomingOf = (c: Context) => givenWith(c).incoming

function requestOf(c: Context) {
  const incoming = incomingOf(c)
  return {
    method: c.req.method,
    path: incoming?.url ?? pathOf(c.req.url),
    headers: incoming ? sentHeaders(incoming) : [...c.req.raw.headers],
    hasSocket: incoming !== undefined,
  }
}

function pathOf(url: string): string {
  const { pathname, search } = new URL(url)
  return pathname + search
}

/** The query of a URL. Parsing costs more than most routes do, so a URL without a query is not parsed. */
const searchOf = (url: string): URLSearchParams =>
  url.includes('?') ? new URL(url).searchParams : new URLSearchParams()

const noQuery = z.strictObject({})

function readBytes(c: Context, limit: number): Promise<Buffer | 'too-large'> {
  const incoming = incomingOf(c)
  return incoming ? readIncoming(incoming, limit) : readLimited(c.req.raw, limit)
}
