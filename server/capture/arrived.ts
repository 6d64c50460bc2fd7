import type { IncomingMessage } from 'node:http'
import type { Failure } from '../failures.ts'
import { originForm } from '../http/origin-form.ts'
import { sentHeaders } from '../http/upgrade.ts'
import { headerOf } from '../wire/header-pairs.ts'
import type { Framing, HeaderPair } from '../wire.ts'
import { isEndpointName } from './endpoints.ts'
import type { ReadBody } from './read-body.ts'

/** The target of a request, taken apart. */
export interface Target {
  endpoint: string
  /** What follows the endpoint's name. */
  rest: string
  path: string
  /** Without its question mark. */
  query: string
  /** As sent, where it is not path and query put together; else null. */
  target: string | null
}

/** A request as it came over the wire. */
export interface Arrived extends Target, ReadBody {
  method: string
  httpVersion: string
  framing: Framing
  expectsContinue: boolean
  headers: HeaderPair[]
  trailers: HeaderPair[]
  receivedAt: number
  /** When it began, on the machine's monotonic clock, in ms. */
  began: number
  peer: string
  /** Whether it is a delivery of this very sandbox. */
  isOurs: boolean
  /** Why it cannot be taken as it came, where that was not for the sender's going away. */
  refused: Failure | null
}

/** The name behind `/in/`, what follows it, and the query; undefined when the name is none. A fragment is a part of none of them. */
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

/** What the head of a request says, before its body is read. */
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

/** How the end of a body is told: by nothing where the last coding of its transfer is not that of chunks (RFC 9112, 6.3). */
export function framingOf(headers: readonly HeaderPair[]): Framing {
  const codings = headerOf(headers, 'transfer-encoding')
  if (codings !== undefined) return /(^|[\s,])chunked\s*$/i.test(codings) ? 'chunked' : 'none'
  return headerOf(headers, 'content-length') === undefined ? 'none' : 'length'
}
