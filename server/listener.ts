import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { Duplex } from 'node:stream'
import type { Config } from './config.ts'
import { askedOf } from './control/live-routes.ts'
import { Failure, StartError, toFailure } from './failures.ts'
import { createDoor, type Door } from './http/door.ts'
import { guard } from './http/guards.ts'
import { originForm } from './http/origin-form.ts'
import { createPipelining } from './http/pipelining.ts'
import { type Connection, createRefuser } from './http/refuser.ts'
import { type UnreadHead, unreadHead } from './http/unread-head.ts'
import { adoptHeaders, isTakenOut, withoutUpgrade } from './http/upgrade.ts'
import { type LiveSocket, livePath } from './live/socket.ts'
import type { Outside } from './outside.ts'
import { headerOf, pairsOf } from './wire/header-pairs.ts'

/** How long requests whose connections are closed may take to come to their end. Real time, ms. */
const mostEndMs = 500

type Handler = (request: IncomingMessage, response: ServerResponse) => Promise<unknown>
type Receiver = (
  request: IncomingMessage,
  response: ServerResponse,
  connection: Connection,
) => Promise<unknown>

/** The one port, and what holds back who comes before there is anybody to answer. */
export interface Port {
  server: Server
  door: Door
}

/** So many connections may come while this process is busy; Node's own 511 are fewer than a burst of deliveries. The system may hold fewer. */
const mostUnaccepted = 4096

/** Opens the one port. Whatever comes before `serve` is called waits for it. */
export async function openPort(config: Pick<Config, 'host' | 'port' | 'receive_timeout_ms'>): Promise<Port> {
  const { host, port, receive_timeout_ms: timeout } = config
  const server = createServer({
    keepAliveTimeout: 65_000,
    headersTimeout: timeout,
    requestTimeout: timeout,
    connectionsCheckingInterval: Math.min(5000, Math.ceil(timeout / 4)),
    maxHeaderSize: 32_768,
    // Node's own answer is a bare 400 that nobody hears of.
    requireHostHeader: false,
    ...{ shouldUpgradeCallback: isTakenOut },
  })
  // Node leaves out those beyond 2000 without a word; their size is limited anyway.
  server.maxHeadersCount = 0
  // Whoever has said all may still wait for answers; Node would end the connection.
  Object.assign(server, { httpAllowHalfOpen: true })
  const door = createDoor(server)
  await new Promise<void>((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) => reject(portError(error, host, port)))
    server.listen({ host, port, backlog: mostUnaccepted }, resolve)
  })
  return { server, door }
}

function portError(error: NodeJS.ErrnoException, host: string, port: number): StartError {
  switch (error.code) {
    case 'EADDRINUSE':
      return new StartError(
        `Port ${port} on ${host} is taken.`,
        `Stop what listens there, or choose another: --port ${port < 65_535 ? port + 1 : 4400}, or --port 0 for any free one.`,
      )
    case 'EACCES':
      return new StartError(
        `Port ${port} on ${host} may not be used: ${error.message}.`,
        'Choose one above 1023: --port 4400.',
      )
    default:
      return new StartError(
        `Cannot listen on ${host}: ${error.message}.`,
        // A machine may have IPv6 alone.
        `Choose an address of this machine: --host ${host === '127.0.0.1' ? '::1' : '127.0.0.1'}.`,
      )
  }
}

/** Answers what arrives at the port: receivers before everything else, since they keep what a web-standard request loses. */
export function serve(
  { server, door }: Port,
  needs: {
    config: Config
    outside: Pick<Outside, 'after'>
    receive: Receiver
    /** Records what was meant for an endpoint and could not be read; fulfilled when it is written down. */
    recordUnread(head: UnreadHead, failure: Failure, peer: string): Promise<void>
    handle: Handler
    live: LiveSocket
    /** Told of what could not be read, in a line. */
    onRefused(line: string): void
  },
) {
  const { config, receive, handle, live } = needs
  const refuser = createRefuser({
    outside: needs.outside,
    isReceived,
    async record({ raw, failure, socket }) {
      const head = unreadHead(raw)
      if (head) await recordHead(head, failure, socket)
    },
    onRefused: (failure, socket) => tellRefused(failure, socket),
  })
  async function recordHead(head: UnreadHead, failure: Failure, socket: Duplex) {
    if (!isForEndpoint(head.target) || guard(guardedHead(head, socket), config)) return
    await needs.recordUnread(head, failure, peerOf(socket))
  }
  const tellRefused = ({ status, message }: Failure, socket: Duplex, fix = '') =>
    needs.onRefused(`Refused a request of ${addressOf(socket)}: ${status} ${message} ${fix}`.trim())
  refuser.listen(server)
  const pipelining = createPipelining()
  const underWay = new Set<unknown>()

  /** An answer goes on when its sender is gone, and reads and writes. */
  function keep(answer: Promise<unknown>) {
    underWay.add(answer)
    void answer.finally(() => underWay.delete(answer))
  }

  function serveOne(request: IncomingMessage, response: ServerResponse, holdsBack: boolean) {
    adoptHeaders(request)
    refuser.seen(response)
    const inTurn = pipelining.enter(response)
    const flaw = headFlaw(request)
    if (!isReceived(request)) {
      leaveWithSender(response)
      const asked = originForm(request.url ?? '')
      const refused = flaw ?? (asked.startsWith('/') ? null : noPath(request))
      if (refused) return turnAway(request, response, refused)
      if (holdsBack) response.writeContinue()
      request.url = asked
      return keep(handle(request, response))
    }
    const refused = guard(guarded(request, { isUpgrade: false }), config)
    if (!refused) {
      // Who announces more than is taken need not send it.
      const isTooLarge = Number(request.headers['content-length']) > config.body_limit_bytes
      if (holdsBack && !isTooLarge) response.writeContinue()
      const connection = {
        refuseBody: refuser.refuseBody,
        inTurn,
        holdsBack: holdsBack && isTooLarge,
        refused: flaw,
      }
      return keep(receive(request, response, connection))
    }
    // No capture: what a web page elsewhere can send must neither fill the record nor move the steps of a reply.
    if (refused.code === 'host_refused') tellRefused(refused, request.socket, refused.fix)
    turnAway(request, response, refused)
  }

  function turnAway(request: IncomingMessage, response: ServerResponse, failure: Failure) {
    request.resume()
    const body = JSON.stringify(failure.body())
    response
      .writeHead(failure.status, {
        'content-type': 'application/json',
        'content-length': Buffer.byteLength(body),
        ...(failure.code === 'request_malformed' && { connection: 'close' }),
      })
      .end(body)
  }

  server.on('request', (request, response) => serveOne(request, response, false))
  server.on('checkContinue', (request, response) => serveOne(request, response, true))
  // An expectation that nobody knows is recorded like any other header; elsewhere it is refused, as RFC 9110 has it.
  server.on('checkExpectation', (request, response) => {
    if (isReceived(request)) serveOne(request, response, false)
    else turnAway(request, response, notExpected(request))
  })
  server.on('connect', (request: IncomingMessage, socket: Duplex, rest: Buffer) => {
    // Node has let go of the socket, and an error that nobody hears ends the process.
    socket.on('error', () => {})
    const refused = noTunnel(request)
    const { url: target = '', httpVersion, rawHeaders } = request
    const head = { method: 'CONNECT', target, httpVersion, headers: pairsOf(rawHeaders), rest }
    const recorded = recordHead(head, refused, socket).then(() => refused, toFailure)
    void recorded.then((failure) => refuser.give(socket, failure))
  })

  server.on('upgrade', (request: IncomingMessage, socket: Duplex, head: Buffer) => {
    const wantsSocket = request.headers.upgrade?.toLowerCase() === 'websocket'
    if (!wantsSocket || !isLive(request)) return withoutUpgrade(server, request, socket, head)
    const refused = guard(guarded(request, { isUpgrade: true }), config)
    const asked = refused ? { refused } : askedOf(request)
    if ('refused' in asked) return refuser.give(socket, asked.refused)
    live.accept({ request, socket, head, since: asked.since })
  })
  door.open()
  return {
    /** Waits for what is under way; an answer that is held back may take longer than anybody waits. */
    ended: () =>
      new Promise<void>((resolve) => {
        const cancel = needs.outside.after(mostEndMs, resolve)
        void Promise.allSettled(underWay).then(() => {
          cancel()
          resolve()
        })
      }),
  }
}

/** RFC 9112, 3.2: HTTP/1.1 without a Host is refused, HTTP/1.0 needs none; more than one is refused of either. Node reads other versions too. */
function headFlaw({ httpVersion, headers, rawHeaders }: IncomingMessage): Failure | null {
  if (httpVersion !== '1.1' && httpVersion !== '1.0')
    return new Failure(
      'request_malformed',
      `The request cannot be read: its first line says HTTP/${httpVersion}.`,
      'Have the sender speak HTTP/1.1.',
    )
  let hosts = 0
  if (headers.host !== undefined)
    for (let i = 0; i < rawHeaders.length; i += 2)
      if (rawHeaders[i]?.length === 4 && rawHeaders[i]?.toLowerCase() === 'host') hosts++
  if (hosts === 1 || (hosts === 0 && httpVersion !== '1.1')) return null
  return new Failure(
    'request_malformed',
    `The request cannot be read: HTTP/1.1 wants one Host header, and it has ${hosts === 0 ? 'none' : hosts}.`,
    'Have the sender name the host that it calls, such as Host: 127.0.0.1:4400.',
  )
}

/** What waits for news, for long perhaps, waits for nobody once the sender has ended its side: most who do are gone. */
function leaveWithSender(response: ServerResponse) {
  const { socket } = response.req
  const leave = () => socket.end()
  socket.once('end', leave)
  response.once('close', () => socket.off('end', leave))
}

/** `OPTIONS *` asks about the whole server, which has nothing to say. */
const noPath = ({ method, url }: IncomingMessage) =>
  new Failure(
    'request_malformed',
    `${method} ${(url ?? '').slice(0, 200)} names no path.`,
    'Name one, such as /sandbox/health.',
  )

/** Node gives such a connection away as a tunnel, and reads no body. */
const noTunnel = ({ url = '' }: IncomingMessage) =>
  isForEndpoint(url)
    ? new Failure(
        'request_malformed',
        'CONNECT asks for a tunnel, which no endpoint is.',
        'Use another method.',
      )
    : new Failure('request_malformed', `CONNECT ${url.slice(0, 200)} names a host and no path.`)

const notExpected = ({ headers }: IncomingMessage) =>
  new Failure('expectation_unknown', `Nobody here knows the expectation ${headers.expect?.slice(0, 100)}.`)

const isForEndpoint = (target: string) => originForm(target).startsWith('/in/')
const isReceived = (request: IncomingMessage) => isForEndpoint(request.url ?? '')

/** Empty once the sender is gone. */
const peerOf = (socket: Duplex): string =>
  'remoteAddress' in socket && typeof socket.remoteAddress === 'string' ? socket.remoteAddress : ''
const addressOf = (socket: Duplex): string => peerOf(socket) || 'a sender that is gone'

const isLive = ({ method, url = '' }: IncomingMessage) => method === 'GET' && url.split('?')[0] === livePath

const guarded = (
  { method = '', headers, socket }: IncomingMessage,
  { isUpgrade }: { isUpgrade: boolean },
) => ({
  method,
  host: headers.host,
  origin: headers.origin,
  fetchSite: headers['sec-fetch-site'],
  fetchDest: headers['sec-fetch-dest'],
  localAddress: socket.localAddress,
  isUpgrade,
  isCaptured: !isUpgrade,
})

const guardedHead = ({ method, headers }: UnreadHead, socket: Duplex) => ({
  method,
  host: headerOf(headers, 'host'),
  origin: headerOf(headers, 'origin'),
  localAddress: 'localAddress' in socket ? String(socket.localAddress) : undefined,
  isUpgrade: false,
  isCaptured: true,
})
