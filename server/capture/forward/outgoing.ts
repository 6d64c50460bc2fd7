import { originForm } from '../../http/origin-form.ts'
import type { Framing, HeaderPair } from '../../wire.ts'

/** Of one connection alone (RFC 9110, 7.6.1), and what was done already where a body was asked for. */
const ofTheConnection = [
  'connection',
  'keep-alive',
  'proxy-connection',
  'proxy-authorization',
  'te',
  'upgrade',
  'expect',
]

/** Without them nobody would know where the body ends, whatever `Connection` says. */
const ofTheBody = ['content-length', 'transfer-encoding']

/** The names that `Connection` says are of this connection alone, and those that always are. */
function droppedIn(headers: readonly HeaderPair[]): Set<string> {
  const named = headers
    .filter(([name]) => name.toLowerCase() === 'connection')
    .flatMap(([, value]) => value.split(',').map((one) => one.trim().toLowerCase()))
    .filter((name) => !ofTheBody.includes(name))
  return new Set([...ofTheConnection, ...named])
}

/** What of a captured request goes on. */
interface Passing {
  method: string
  /** What follows the endpoint's name. */
  rest: string
  /** Without its question mark. */
  query: string
  /** As sent; null where it is path and query put together. */
  target: string | null
  headers: readonly HeaderPair[]
  trailers: readonly HeaderPair[]
  framing: Framing
  body: Buffer | null
}

/**
 * A captured request as it goes on to an address: what follows the endpoint's name and the query behind the address's own,
 * its headers and trailers as they came but for the host and those of the connection, framed as it was.
 */
export function outgoingOf(passing: Passing, to: string) {
  const { method, rest, query, headers, trailers, framing, body } = passing
  const address = new URL(to)
  const ownPath = rest === '' ? address.pathname : address.pathname.replace(/\/$/, '')
  const queries = [address.search.slice(1), query].filter((text) => text !== '').join('&')
  const [, asked = '', fragment] = /^([^#]*)(.*)$/s.exec(originForm(passing.target ?? '')) ?? []
  const mark = queries !== '' || asked.endsWith('?') ? '?' : ''
  // As sent: read as a URL, it would be made shorter and encoded.
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

/** The headers of an answer as they go back to the sender: all but those of the connection, which is another. */
export function passedHeaders(headers: readonly HeaderPair[]): HeaderPair[] {
  const dropped = droppedIn(headers).add('transfer-encoding').add('trailer')
  return headers.filter(([name]) => !dropped.has(name.toLowerCase()))
}

/** An answer as it goes back to the sender. */
export interface PassedAnswer {
  reason: string
  headers: HeaderPair[]
  body: Buffer
  /** For a sender whose answer goes out in chunks; the header that names them is none of the headers. */
  trailers: HeaderPair[]
}

/** What of an answer goes back: its words, its headers, its body and its trailers, but for what belongs to that connection. */
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
