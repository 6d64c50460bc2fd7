import type { IncomingMessage } from 'node:http'
import { sentHeaders } from '../upgrade.ts'
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
}

/** The name behind `/in/`, what follows it, and the query; undefined when the name is none. */
export function splitTarget(target: string): Target | undefined {
  const at = target.indexOf('?')
  const path = at < 0 ? target : target.slice(0, at)
  const query = at < 0 ? '' : target.slice(at + 1)
  const [, endpoint = '', rest = ''] = /^\/in\/([^/]*)(.*)$/s.exec(path) ?? []
  return isEndpointName(endpoint) ? { endpoint, rest, path, query } : undefined
}

/** What the head of a request says, before its body is read. */
export const headOf = (request: IncomingMessage) => ({
  method: request.method ?? '',
  httpVersion: request.httpVersion,
  framing: framingOf(request),
  expectsContinue: request.headers.expect?.toLowerCase() === '100-continue',
  headers: sentHeaders(request),
})

function framingOf({ headers }: IncomingMessage): Framing {
  if (headers['transfer-encoding'] !== undefined) return 'chunked'
  return headers['content-length'] === undefined ? 'none' : 'length'
}
