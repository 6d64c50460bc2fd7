import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { Duplex } from 'node:stream'
import type { Config } from './config.ts'
import { guard } from './guards.ts'
import { type LiveSocket, livePath } from './live/socket.ts'
import { StartError } from './start-error.ts'
import { adoptHeaders, withoutUpgrade } from './upgrade.ts'

type Handler = (request: IncomingMessage, response: ServerResponse) => unknown

/**
 * Opens the one port. Whatever comes before `serve` is called waits in the backlog of this turn of the event loop only,
 * so compose the sandbox right after.
 */
export async function openPort({ host, port }: Pick<Config, 'host' | 'port'>): Promise<Server> {
  const server = createServer({ keepAliveTimeout: 65_000, requestTimeout: 0 })
  await new Promise<void>((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) => reject(portError(error, host, port)))
    server.listen({ host, port }, resolve)
  })
  return server
}

function portError(error: NodeJS.ErrnoException, host: string, port: number): StartError {
  switch (error.code) {
    case 'EADDRINUSE':
      return new StartError(
        `Port ${port} on ${host} is taken.`,
        `Stop what listens there, or choose another: --port ${port + 1}, or --port 0 for any free one.`,
      )
    case 'EACCES':
      return new StartError(
        `Port ${port} on ${host} may not be used: ${error.message}.`,
        'Choose one above 1023: --port 4400.',
      )
    default:
      return new StartError(
        `Cannot listen on ${host}: ${error.message}.`,
        'Choose an address of this machine: --host 127.0.0.1.',
      )
  }
}

/** Answers what arrives at the port: receivers before everything else, since they keep what a web-standard request loses. */
export function serve(
  server: Server,
  needs: { config: Config; receive: Handler; handle: Handler; live: LiveSocket },
) {
  const { config, receive, handle, live } = needs

  server.on('request', (request: IncomingMessage, response: ServerResponse) => {
    adoptHeaders(request)
    request.url = originForm(request.url ?? '')
    const isReceiver = request.url.startsWith('/in/')
    if (!isReceiver) return void handle(request, response)
    const refused = guard(guarded(request, false), config)
    if (!refused) return void receive(request, response)
    request.resume()
    response
      .writeHead(refused.status, { 'content-type': 'application/json' })
      .end(JSON.stringify(refused.body()))
  })

  server.on('upgrade', (request: IncomingMessage, socket: Duplex, head: Buffer) => {
    const wantsSocket = request.headers.upgrade?.toLowerCase() === 'websocket'
    if (!wantsSocket || !isLive(request)) return withoutUpgrade(server, request, socket, head)
    const refused = guard(guarded(request, true), config)
    if (!refused) return live.accept(request, socket, head)
    const body = JSON.stringify(refused.body())
    socket.end(
      `HTTP/1.1 ${refused.status} ${refused.status === 421 ? 'Misdirected Request' : 'Forbidden'}\r\nContent-Type: application/json\r\nContent-Length: ${Buffer.byteLength(body)}\r\nConnection: close\r\n\r\n${body}`,
    )
  })
}

/** A client may name the whole address, as it does to a proxy (RFC 9112, 3.2.2). */
const originForm = (target: string) => target.replace(/^https?:\/\/[^/?#]*/i, '') || '/'

const isLive = (request: IncomingMessage) => (request.url ?? '').split('?')[0] === livePath

const guarded = (request: IncomingMessage, isUpgrade: boolean) => ({
  method: request.method ?? '',
  host: request.headers.host,
  origin: request.headers.origin,
  localAddress: request.socket.localAddress,
  isUpgrade,
})
