/** How a route of the control API is declared, asked and answered. Over 300 lines: the way of one request through all of it. */
import type { Context, Hono } from 'hono'
import { z } from 'zod'
import { Failure, type FailureCode, fail, toFailure } from '../failures.ts'
import {
  inCoding,
  isJsonType,
  readIncoming,
  readLimited,
  SenderGone,
  utf8Text,
} from '../http/read-limited.ts'
import { sentHeaders } from '../http/upgrade.ts'
import { repeatedKey, sourceAt, withoutBlanks } from '../json/json-source.ts'
import { inPart, issuesOf, keysAt, meantBy, saidOf, schemaAt, toLeaveOut } from '../schema/issues.ts'
import type { HeaderPair } from '../wire.ts'
import { suggest } from '../words/nearest.ts'
import { plural } from '../words/plural.ts'
import type { Given } from './given.ts'

/** Of an answer that is no JSON. */
export type RawType = 'bytes' | 'text' | 'lines' | 'html' | 'css'

/** One route of the sandbox's own API: a row of its slice's table, and of the OpenAPI document. */
export interface ControlRoute {
  method: 'GET' | 'POST' | 'PATCH' | 'DELETE'
  /** Behind `/sandbox`, OpenAPI style: `/deliveries/{id}`. */
  path: string
  operationId: string
  summary: string
  query?: z.ZodObject
  body?: z.ZodType
  success: { status: 101 | 200 | 201; description: string; schema: z.ZodType | RawType }
  errors: readonly FailureCode[]
  /** How many bytes its body may have, where that is not body_limit_bytes. */
  bodyLimit?: number
  /** It has a body and changes nothing all the same. */
  isHarmless?: true
  run(input: {
    params: Record<string, string>
    query: unknown
    body: unknown
    /** A field of the body as it was written but for the blanks between, so that numbers keep their digits; undefined where it is not there. */
    written(field: string): string | undefined
    /** Aborted once the sender is gone. */
    signal(): AbortSignal
    /** The run whose step asks for it; undefined where somebody else does. */
    runId?: string | undefined
  }): unknown
}

/** Fits the types of a route's query and body and of its code together. */
export function route<
  Query extends z.ZodObject = z.ZodObject<Record<never, never>>,
  Body extends z.ZodType = z.ZodUndefined,
>(
  row: Omit<ControlRoute, 'query' | 'body' | 'run'> & {
    query?: Query
    body?: Body
    run(input: {
      params: Record<string, string>
      query: z.output<Query>
      body: z.output<Body>
      written(field: string): string | undefined
      signal(): AbortSignal
      runId?: string | undefined
    }): unknown
  },
): ControlRoute {
  return row as ControlRoute
}

/** Told of each request that may change something as it comes; the answer, if there is one, of how it ended. */
type Watch = (request: {
  method: string
  path: string
  headers: HeaderPair[]
  hasSocket: boolean
}) => ((end: { body: Buffer | 'too-large'; status: number; answer?: unknown }) => void) | undefined

/** Puts routes onto an app. What they answer is JSON, unless it is a Response already. */
export function mountRoutes(
  app: Hono,
  routes: readonly ControlRoute[],
  { bodyLimit, watch }: { bodyLimit: number; watch?: Watch },
) {
  for (const row of routes) {
    const limit = row.bodyLimit ?? bodyLimit
    const changes = row.method !== 'GET' && !row.isHarmless
    app.on(row.method, `/sandbox${row.path.replace(/\{(\w+)\}/g, ':$1')}`, async (c) => {
      const ended = changes ? watch?.(requestOf(c)) : undefined
      let bytes: Buffer | 'too-large' = Buffer.alloc(0)
      try {
        const query = readQuery(row.query ?? noQuery, searchOf(c.req.url))
        if (row.body) bytes = await readBytes(c, limit)
        const answer = await answerOf(row, {
          params: c.req.param() as Record<string, string>,
          query,
          body: row.body && readJson(c, bytes, { schema: row.body, limit }),
          written: (field) => writtenIn(bytes, field),
          // Asking for it makes a whole web-standard request, which few routes need.
          signal: () => c.req.raw.signal,
          runId: givenWith(c).run?.id,
        })
        ended?.({ body: bytes, status: row.success.status, answer })
        // Where a socket is taken over, whoever is answered here has asked for none and gets a Response.
        return answer instanceof Response ? answer : c.json(answer, row.success.status as 200 | 201)
      } catch (error) {
        if (!(error instanceof SenderGone)) ended?.({ body: bytes, status: toFailure(error).status })
        throw error
      }
    })
  }
}

/** What a route answers. A list that reads a search does not know whether it stood in a query or in a body. */
async function answerOf({ run, body }: ControlRoute, input: Parameters<ControlRoute['run']>[0]) {
  try {
    return await run(input)
  } catch (error) {
    const isOfBody = body && error instanceof Failure && error.code === 'invalid_query'
    throw isOfBody ? error.as('invalid_field') : error
  }
}

const givenWith = (c: Context) => (c.env ?? {}) as Given

/** The request behind a route, undefined where it was made inside this process. */
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

/** The query of a URL, which is taken apart only where there is one: that costs more than most routes do. */
const searchOf = (url: string): URLSearchParams =>
  url.includes('?') ? new URL(url).searchParams : new URLSearchParams()

const noQuery = z.strictObject({})

/** A query by its schema; refuses what that does not know, and what is given more than once. */
export function readQuery<Query extends z.ZodObject>(schema: Query, given: URLSearchParams): z.output<Query> {
  const known = Object.keys(schema.shape)
  const seen = new Set<string>()
  for (const name of given.keys()) {
    if (!known.includes(name))
      fail(
        'invalid_query',
        `${name} is no parameter here.`,
        known.length > 0 ? suggest(name, known) : 'Leave it out.',
      )
    if (seen.has(name))
      fail(
        'invalid_query',
        `${name} is given more than once.`,
        'Give it once: a filter takes several values with commas between.',
      )
    seen.add(name)
  }
  return parse(schema, Object.fromEntries(given), 'invalid_query') as z.output<Query>
}

function readBytes(c: Context, limit: number): Promise<Buffer | 'too-large'> {
  const incoming = incomingOf(c)
  return incoming ? readIncoming(incoming, limit) : readLimited(c.req.raw, limit)
}

function readJson(
  c: Context,
  bytes: Buffer | 'too-large',
  { schema, limit }: { schema: z.ZodType; limit: number },
): unknown {
  if (bytes === 'too-large')
    return fail('body_too_large', `The body is larger than ${plural(limit, 'byte')}.`)
  // A body is optional where every field is: a bare POST needs no header either.
  if (bytes.length === 0) return parseNothing(schema)
  if (!isJsonType(c.req.header('content-type') ?? null))
    fail('content_type', 'The body is not declared as JSON.')
  const text = utf8Text(bytes)
  if (text === undefined)
    return fail(
      'body_malformed',
      `The body is not UTF-8${inCoding(c.req.header('content-encoding') ?? null)}.`,
    )
  const value = objectIn(text, 'body')
  refuseRepeated(text)
  return parse(schema, value, 'invalid_field')
}

/** What is in these is sent or answered as it is written, and may be odd on purpose. */
const asWritten = ['payload', 'body']

/** Refuses a key that stands twice in one object: all but the last would be dropped without a word. */
function refuseRepeated(text: string) {
  const repeated = repeatedKey(text, asWritten)
  if (repeated)
    fail(
      'invalid_field',
      `${repeated.path.join('.').slice(0, 200)}: is given more than once.`,
      'Give it once.',
    )
}

function writtenIn(bytes: Buffer | 'too-large', field: string): string | undefined {
  const source = bytes === 'too-large' ? undefined : sourceAt(bytes.toString('utf8'), [field])
  return source === undefined ? undefined : withoutBlanks(source)
}

/** What a schema makes of a body that is not there; where it wants more than nothing, refuses with what to send. */
function parseNothing(schema: z.ZodType): unknown {
  const parsed = schema.safeParse({})
  if (parsed.success) return parsed.data
  const issues = issuesOf(parsed.error, {})
  const names = issues.flatMap(({ path: [name] }) => (name === undefined ? [] : [String(name)]))
  const wanted = issues.map((issue) => [...issue.path, saidOf(issue)].join(' ')).join('; ')
  return fail('body_malformed', `The request has no body: ${wanted}.`, whatToSend(schema, names))
}

/** The fields to send, with values where all have an example; undefined where none is named. */
function whatToSend(schema: z.ZodType, names: readonly string[]): string | undefined {
  if (names.length === 0) return undefined
  const known = names.map((name) => [name, schemaAt(schema, [name])?.meta()?.example])
  return known.every(([, example]) => example !== undefined)
    ? `Send a JSON object, such as ${JSON.stringify(Object.fromEntries(known))}.`
    : `Send a JSON object with ${names.join(' and ')}.`
}

/**
 * The object that a JSON text is; refuses any other text.
 * @param name what it is, in the words of a refusal
 */
export function objectIn(text: string, name: string): Record<string, unknown> {
  // What the parser says of it shows nothing but the mark, which nobody sees.
  if (text.startsWith('\ufeff'))
    fail(
      'body_malformed',
      `The ${name} is no JSON: it begins with a byte order mark (EF BB BF).`,
      'Save it as UTF-8 without a byte order mark.',
    )
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch (error) {
    return fail(
      'body_malformed',
      `The ${name} is no JSON: ${error instanceof Error ? error.message : error}.`,
    )
  }
  if (!isObject(value)) return fail('invalid_field', `${name}: must be one JSON object.`)
  const flaw = flawIn(value)
  return flaw === undefined ? value : fail('invalid_field', `${name}: ${flaw}.`)
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** How deep a body may be nested: far deeper than any event, and far from where writing it as JSON again would fail. */
const deepest = 500

/** What is wrong with a body that no schema would tell, or undefined. */
function flawIn(body: unknown): string | undefined {
  let level = [body]
  for (let depth = 0; level.length > 0; depth++) {
    if (depth > deepest) return `it is nested more than ${deepest} deep`
    const objects = level.filter((value) => typeof value === 'object' && value !== null)
    // Schemas drop it without a word.
    if (objects.some((value) => Object.hasOwn(value, '__proto__'))) return 'the key __proto__ is not taken'
    level = objects.flatMap((value) => Object.values(value))
  }
  return undefined
}

/** @param known those of all forms that the object may have: a key may be one of another form than was meant */
const fixOfKey = (unknown: string, known: readonly string[]): string =>
  known.includes(unknown)
    ? `${unknown} does not go with what stands beside it: leave out one or the other.`
    : suggest(unknown, known)

function parse(schema: z.ZodType, value: unknown, code: FailureCode): unknown {
  const parsed = schema.safeParse(value)
  if (parsed.success) return parsed.data
  const issues = issuesOf(parsed.error, value)
  const [fix] = issues.flatMap((issue) => {
    const [unknown] = issue.code === 'unrecognized_keys' ? issue.keys : []
    if (unknown !== undefined) return fixOfKey(unknown, keysAt(schema, issue.path))
    const needless = toLeaveOut(issue, value, schema)
    if (needless !== undefined) return `null is no value of ${needless}: leave it out.`
    const meant = meantBy(issue, value)
    return meant === undefined ? [] : `Did you mean ${meant}?`
  })
  // A value may break several rules that are told in the same words.
  const said = new Set(issues.map((issue) => `${issue.path.join('.') || 'body'}: ${saidOf(issue)}`))
  return fail(code, `${inPart([...said]).join('; ')}.`, fix)
}
