import type { IncomingMessage, Server } from 'node:http'
import type { Duplex } from 'node:stream'
import { pairsOf } from '../wire/header-pairs.ts'
import type { HeaderPair } from '../wire.ts'

/** From 25 on Node reads the body of a request that offers an upgrade before it lets go of the connection. */
const readsBodies = Number(process.versions.node.split('.')[0]) >= 25

const strippedOf = new WeakMap<Duplex, string[]>()
const sentOf = new WeakMap<IncomingMessage, string[]>()

/** Header pairs as the client sent them, in order and case. */
export const sentHeaders = (request: IncomingMessage): HeaderPair[] =>
  pairsOf(sentOf.get(request) ?? request.rawHeaders)

/**
 * Whether Node may take a request out of the connection for its offer; releases before 22.21 and 24.9 do not ask. One whose
 * body Node reads cannot be put back, and is answered where it stands: what its sender adds without waiting Node then drops.
 */
export const isTakenOut = ({ headers }: IncomingMessage): boolean =>
  !readsBodies || (headers['transfer-encoding'] === undefined && Number(headers['content-length'] ?? 0) === 0)

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
