import type { Framing, HeaderPair } from '../../wire.ts'

/** Of one connection alone (RFC 9110, 7.6.1), and what was done already where a body was asked for. */
const ofTheConnection = [
  'connection',
  'keep-alive',
  'proxy-connection',
  'proxy-authorization',
  'te',
  'trailer',
  'upgrade',
  'expect',
]

/** The names that `Connection` says are of this connection alone, and those that always are. */
function droppedIn(headers: readonly HeaderPair[]): Set<string> {
  const named = headers
    .filter(([name]) => name.toLowerCase() === 'connection')
    .flatMap(([, value]) => value.split(',').map((one) => one.trim().toLowerCase()))
  return new Set([...ofTheConnection, ...named])
}

/** What of a captured request goes on. */
interface Passing {
  method: string
  /** What follows the endpoint's name. */
  rest: string
  /** Without its question mark. */
  query: string
  headers: readonly HeaderPair[]
  framing: Framing
  body: Buffer | null
}

/**
 * A captured request as it goes on to an address: what follows the endpoint's name and the query behind the address's own,
 * its headers as they came but for the host and those of the connection, framed as it was.
 */
export function outgoingOf({ method, rest, query, headers, framing, body }: Passing, to: string) {
  const address = new URL(to)
  const ownPath = rest === '' ? address.pathname : address.pathname.replace(/\/$/, '')
  const queries = [address.search.slice(1), query].filter((text) => text !== '').join('&')
  // As sent: read as a URL, it would be made shorter and encoded.
  const path = `${ownPath}${rest}${queries === '' ? '' : `?${queries}`}`
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
  }
}

/** The headers of an answer as they go back to the sender: all but those of the connection, which is another. */
export function passedHeaders(headers: readonly HeaderPair[]): HeaderPair[] {
  const dropped = droppedIn(headers).add('transfer-encoding')
  return headers.filter(([name]) => !dropped.has(name.toLowerCase()))
}
