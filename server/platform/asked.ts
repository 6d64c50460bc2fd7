/** Reads the requests to the emulated API. */
import type { Context } from 'hono'
import type { Given, Key } from '../api/given.ts'
import { textOf } from '../body/body-text.ts'
import { platformPrefix } from '../http/prefix.ts'
import { inCoding, isJsonType, readIncoming, readLimited } from '../http/read-limited.ts'
import { sentHeaders } from '../http/upgrade.ts'
import { repeatedKey } from '../json/json-source.ts'
import type { HeaderPair } from '../wire.ts'
import { plural } from '../words/plural.ts'
import { refuse } from './errors.ts'
import { malformedCode, type PlatformOperation } from './operation.ts'

/** A request to the emulated API. */
export interface Asked {
  method: string
  /** As sent, including the query. */
  url: string
  /** Without the prefix and the query, as routes match it. */
  path: string
  query: Record<string, string>
  params: Record<string, string>
  headers: HeaderPair[]
  header(name: string): string | null
  body: Buffer | 'too-large'
  /** false for a call made inside this process. */
  hasSocket: boolean
  /** The credentials of the run that makes the call. No request from outside has them. */
  runPair: Key | undefined
}

/** Reads a whole request. `limit` is the largest body in bytes. */
export async function readAsked(c: Context<{ Bindings: Given }>, limit: number): Promise<Asked> {
  // In-process requests (tests) have no socket.
  const incoming = c.env?.incoming
  const url = new URL(c.req.url)
  return {
    method: c.req.method,
    url: incoming?.url ?? `${url.pathname}${url.search}`,
    path: c.req.path.slice(platformPrefix.length) || '/',
    query: Object.fromEntries(url.searchParams),
    params: c.req.param() as Record<string, string>,
    headers: incoming ? sentHeaders(incoming) : [...c.req.raw.headers],
    header: (name) => c.req.raw.headers.get(name),
    body: await (incoming ? readIncoming(incoming, limit) : readLimited(c.req.raw, limit)),
    hasSocket: incoming !== undefined,
    runPair: c.env?.run?.pair,
  }
}

/** The fields of the query. If a field is repeated, the last counts, with a warning. */
export function queryFields({ url, query }: Asked, warn: (text: string) => void): Record<string, string> {
  const names = [...new URLSearchParams(/\?.*/s.exec(url)?.[0]).keys()]
  const repeated = names.find((name, at) => names.indexOf(name) < at)
  if (repeated !== undefined) warn(lastCounts(repeated, 'query'))
  return query
}

const lastCounts = (name: string, part: string) =>
  `${name.slice(0, 200)} is given more than once in the ${part}: the last counts`

/**
 * The fields of a JSON body, or a refusal. `limit` is for the message about a too large body. If a field is repeated, the
 * last counts, with a warning.
 */
export function bodyFields(
  asked: Asked,
  operation: PlatformOperation,
  { limit, warn }: { limit: number; warn(text: string): void },
): Record<string, unknown> {
  const code = malformedCode(operation)
  if (asked.body === 'too-large')
    return refuse(code, `The request body is larger than ${plural(limit, 'byte')}`)
  // A POST without a body, such as activating a card, needs no header.
  if (asked.body.length === 0 && asked.header('content-type') === null) return {}
  if (!isJsonType(asked.header('content-type'))) return refuse(code, 'Content-Type must be application/json')
  if (asked.body.length === 0) return {}
  const text = textOf(asked.body)
  if (text === undefined)
    return refuse(code, `The request body is not valid UTF-8${inCoding(asked.header('content-encoding'))}`)
  // The parser's message would show the mark itself, which is invisible.
  if (text.startsWith('\ufeff'))
    return refuse(code, 'Malformed JSON: it begins with a byte order mark (EF BB BF)')
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch (error) {
    return refuse(code, `Malformed JSON: ${error instanceof Error ? error.message : error}`)
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    return refuse(code, 'The request body must be a JSON object')
  const repeated = repeatedKey(text)
  if (repeated) warn(lastCounts(repeated.path.join('.'), 'body'))
  return value as Record<string, unknown>
}
