/** Makes the forwarded request from a capture, and the reply from its response. */
import { originForm } from '../../http/origin-form.ts'
import type { Framing, HeaderPair } from '../../wire.ts'

/** Headers of a single connection (RFC 9110, 7.6.1), and Expect, which is already handled. */
const ofTheConnection = [
  'connection',
  'keep-alive',
  'proxy-connection',
  'proxy-authorization',
  'te',
  'upgrade',
  'expect',
]

/** Always kept, whatever `Connection` says: they mark the end of the body. */
const ofTheBody = ['content-length', 'transfer-encoding']

/** The headers to drop: those that `Connection` names, and those that always belong to one connection. */
function droppedIn(headers: readonly HeaderPair[]): Set<string> {
  const named = headers
    .filter(([name]) => name.toLowerCase() === 'connection')
    .flatMap(([, value]) => value.split(',').map((one) => one.trim().toLowerCase()))
    .filter((name) => !ofTheBody.includes(name))
  return new Set([...ofTheConnection, ...named])
}

/** The parts of a captured request that are forwarded. */
interface Passing {
  method: string
  /** The path after the endpoint's name. */
  rest: string
  /** Without its question mark. */
  query: string
  /** As sent, or null if it equals path and query joined. */
  target: string | null
  headers: readonly HeaderPair[]
  trailers: readonly HeaderPair[]
  framing: Framing
  body: Buffer | null
}

/**
 * A captured request as it is forwarded: the rest of its path and its query are appended to the URL. Headers and trailers
 * are kept, except for the host and headers of the connection. The framing is kept.
 */
export function outgoingOf(passing: Passing, to: string) {
  const { method, rest, query, headers, trailers, framing, body } = passing
  const address = new URL(to)
  const ownPath = rest === '' ? address.pathname : address.pathname.replace(/\/$/, '')
  const queries = [address.search.slice(1), query].filter((text) => text !== '').join('&')
  const [, asked = '', fragment] = /^([^#]*)(.*)$/s.exec(originForm(passing.target ?? '')) ?? []
  const mark = queries !== '' || asked.endsWith('?') ? '?' : ''
  // As sent: parsing as a URL would normalize and encode it.
  const path = `${ownPath}${rest}${mark}${queries}${fragment}`
  const dropped = droppedIn(headers)
  const kept = headers.flatMap(([name, value]): HeaderPair[] => {
    if (name.toLowerCase() === 'host') return [[name, address.host]]
    return dropped.has(name.toLowerCase()) ? [] : [[name, value]]
  })
  const hasHost = kept.some(([name]) => name.toLowerCase() === 'host')
  return {
    method,
    url: to,
    path,
    fullUrl: address.origin + path,
    headers: hasHost ? kept : [['Host', address.host] as HeaderPair, ...kept],
    body: body ?? Buffer.alloc(0),
    chunked: framing === 'chunked',
    trailers: trailers.filter(([name]) => !dropped.has(name.toLowerCase())),
  }
}

/** The response headers for the sender, without those of the forwarding connection. */
export function passedHeaders(headers: readonly HeaderPair[]): HeaderPair[] {
  const dropped = droppedIn(headers).add('transfer-encoding').add('trailer')
  return headers.filter(([name]) => !dropped.has(name.toLowerCase()))
}

/** A response as it is passed back to the sender. */
export interface PassedAnswer {
  reason: string
  headers: HeaderPair[]
  body: Buffer
  /** For a sender with a chunked response. The header that names the trailers is not among the headers. */
  trailers: HeaderPair[]
}

/**
 * The parts of a response that are passed back: reason, headers, body and trailers, without those of the forwarding
 * connection.
 */
export function passedAnswer(answer: {
  reason: string
  headers: readonly HeaderPair[]
  body: Buffer
  trailers?: readonly HeaderPair[]
}): PassedAnswer {
  const { reason, headers, body, trailers = [] } = answer
  const dropped = droppedIn(headers)
  return {
    reason,
    headers: passedHeaders(headers),
    body,
    trailers: trailers.filter(([name]) => !dropped.has(name.toLowerCase())),
  }
}
