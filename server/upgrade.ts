import type { IncomingMessage, Server } from 'node:http'
import type { Duplex } from 'node:stream'
import { pairsOf } from './header-pairs.ts'
import type { HeaderPair } from './wire.ts'

const strippedOf = new WeakMap<Duplex, string[]>()
const sentOf = new WeakMap<IncomingMessage, string[]>()

/** Header pairs as the client sent them, in order and case. */
export const sentHeaders = (request: IncomingMessage): HeaderPair[] =>
  pairsOf(sentOf.get(request) ?? request.rawHeaders)

/**
 * Java's HttpClient offers h2c with every first request (`Upgrade: h2c`). A server may ignore an offer, but Node takes
 * the request for an upgrade once anybody listens for one, and leaves its body unread. So it is put back without the offer.
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

/** Gives a request that was put back the headers it came with. */
export function adoptHeaders(request: IncomingMessage) {
  const sent = strippedOf.get(request.socket)
  if (!sent) return
  strippedOf.delete(request.socket)
  sentOf.set(request, sent)
}
