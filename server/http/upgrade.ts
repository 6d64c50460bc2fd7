/** Lets requests that offer an upgrade, such as to HTTP/2, be answered as ordinary requests. */
import type { IncomingMessage, Server } from 'node:http'
import type { Duplex } from 'node:stream'
import { pairsOf } from '../wire/header-pairs.ts'
import type { HeaderPair } from '../wire.ts'

/** Node 25 and later reads the body of a request with an upgrade offer before it releases the connection. */
const readsBodies = Number(process.versions.node.split('.')[0]) >= 25

const strippedOf = new WeakMap<Duplex, string[]>()
const sentOf = new WeakMap<IncomingMessage, string[]>()

/** The header pairs as the client sent them, in order and case. */
export const sentHeaders = (request: IncomingMessage): HeaderPair[] =>
  pairsOf(sentOf.get(request) ?? request.rawHeaders)

/**
 * Whether Node may release the connection of a request that offers an upgrade. Releases before 22.21 and 24.9 do not ask. A
 * request whose body Node reads cannot be put back and is answered directly; Node drops what the client pipelines after it.
 */
export const isTakenOut = ({ headers }: IncomingMessage): boolean =>
  !readsBodies || (headers['transfer-encoding'] === undefined && Number(headers['content-length'] ?? 0) === 0)

/**
 * Java's HttpClient offers h2c with every first request (`Upgrade: h2c`). A server may ignore the offer, but with an upgrade
 * listener Node treats the request as an upgrade and leaves its body unread. So the sandbox puts the request back without
 * the offer.
 */
export function withoutUpgrade(server: Server, request: IncomingMessage, socket: Duplex, head: Buffer) {
  const { rawHeaders } = request
  const lines = [`${request.method} ${request.url} HTTP/${request.httpVersion}`]
  for (let i = 0; i < rawHeaders.length; i += 2) {
    if (rawHeaders[i]?.toLowerCase() !== 'upgrade') lines.push(`${rawHeaders[i]}: ${rawHeaders[i + 1]}`)
  }
  strippedOf.set(socket, rawHeaders)
  socket.unshift(Buffer.concat([Buffer.from(`${lines.join('\r\n')}\r\n\r\n`, 'latin1'), head]))
  server.emit('connection', socket)
}

/** Restores the original headers of a request that was put back. */
export function adoptHeaders(request: IncomingMessage) {
  const sent = strippedOf.get(request.socket)
  if (!sent) return
  strippedOf.delete(request.socket)
  sentOf.set(request, sent)
}
