/** Describes a request that arrived at an endpoint: its target, head and framing. */
import type { IncomingMessage } from 'node:http'
import type { Failure } from '../failures.ts'
import { originForm } from '../http/origin-form.ts'
import { sentHeaders } from '../http/upgrade.ts'
import { headerOf } from '../wire/header-pairs.ts'
import type { Framing, HeaderPair } from '../wire.ts'
import { isEndpointName } from './endpoints.ts'
import type { ReadBody } from './read-body.ts'

/** The parts of a request target. */
export interface Target {
  endpoint: string
  /** The path after the endpoint's name. */
  rest: string
  path: string
  /** Without its question mark. */
  query: string
  /** The target as sent, if it differs from path and query joined. Otherwise null. */
  target: string | null
}

/** A request as received. */
export interface Arrived extends Target, ReadBody {
  method: string
  httpVersion: string
  framing: Framing
  expectsContinue: boolean
  headers: HeaderPair[]
  trailers: HeaderPair[]
  receivedAt: number
  /** When it began, by a monotonic clock, in ms. */
  began: number
  peer: string
  /** Whether this sandbox itself sent it as a delivery. */
  isOurs: boolean
  /** Why it cannot be accepted. Null if it can, or if the client disconnected. */
  refused: Failure | null
}

/** The name after `/in/`, the rest of the path, and the query. Undefined for an invalid name. A fragment is ignored. */
export function splitTarget(sent: string): Target | undefined {
  const [asked = ''] = originForm(sent).split('#', 1)
  const at = asked.indexOf('?')
  const path = at < 0 ? asked : asked.slice(0, at)
  const query = at < 0 ? '' : asked.slice(at + 1)
  const slash = path.indexOf('/', 4)
  const endpoint = path.slice(4, slash < 0 ? undefined : slash)
  if (!path.startsWith('/in/') || !isEndpointName(endpoint)) return undefined
  const isWhole = sent === asked && (at < 0 || query !== '')
  return { endpoint, rest: slash < 0 ? '' : path.slice(slash), path, query, target: isWhole ? null : sent }
}

/** The head of a request, before its body is read. */
export function headOf(request: IncomingMessage) {
  const headers = sentHeaders(request)
  return {
    method: request.method ?? '',
    httpVersion: request.httpVersion,
    framing: framingOf(headers),
    expectsContinue: request.headers.expect?.toLowerCase() === '100-continue',
    headers,
  }
}

/** How the body's end is marked. It is not if the last transfer coding is not chunked (RFC 9112, 6.3). */
export function framingOf(headers: readonly HeaderPair[]): Framing {
  const codings = headerOf(headers, 'transfer-encoding')
  if (codings !== undefined) return /(^|[\s,])chunked\s*$/i.test(codings) ? 'chunked' : 'none'
  return headerOf(headers, 'content-length') === undefined ? 'none' : 'length'
}
