/** Opens the port and passes each request on: to the receivers, to the live socket, or to the app. */
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { Duplex } from 'node:stream'
import type { Config } from './config.ts'
import { askedOf } from './control/live-routes.ts'
import { Failure, PortTaken, StartError, toFailure } from './failures.ts'
import { watchDescriptors } from './http/descriptors.ts'
import { createDoor, type Door } from './http/door.ts'
import { createGuard, guarded, guardedHead, hostAsRead } from './http/guards.ts'
import { originForm, pathFlaw } from './http/origin-form.ts'
import { createPipelining } from './http/pipelining.ts'
import { type Connection, createRefuser } from './http/refuser.ts'
import { type UnreadHead, unreadHead } from './http/unread-head.ts'
import { adoptHeaders, isTakenOut, withoutUpgrade } from './http/upgrade.ts'
import { type LiveSocket, livePath } from './live/socket.ts'
import type { Outside } from './outside.ts'
import { pairsOf } from './wire/header-pairs.ts'

/** How long responses may take to finish once their connections are closed. Real time, ms. */
const mostEndMs = 500

type Handler = (request: IncomingMessage, response: ServerResponse) => Promise<unknown>
type Receiver = (
  request: IncomingMessage,
  response: ServerResponse,
  connection: Connection,
) => Promise<unknown>

/** The open port, and the door that holds requests until the sandbox can answer. */
export interface Port {
  server: Server
  door: Door
}

/**
 * How many connections may wait while the process is busy. Node's default of 511 is too few for a burst of deliveries. The
 * system may allow fewer.
 */
const mostUnaccepted = 4096

/** Opens the port. Requests that arrive before `serve` is called wait. */
export async function openPort(config: Pick<Config, 'host' | 'port' | 'receive_timeout_ms'>): Promise<Port> {
  const { host, port, receive_timeout_ms: timeout } = config
  const server = createServer({
    keepAliveTimeout: 65_000,
    headersTimeout: timeout,
    requestTimeout: timeout,
    connectionsCheckingInterval: Math.min(5000, Math.ceil(timeout / 4)),
    maxHeaderSize: 32_768,
    // Node's own refusal is a bare 400, which the sandbox could not report.
    requireHostHeader: false,
    ...{ shouldUpgradeCallback: isTakenOut },
  })
  // Node silently drops headers beyond 2000. The total size is limited anyway.
  server.maxHeadersCount = 0
  // A client that has finished sending may still wait for responses. By default Node would end the connection.
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
      return new PortTaken(
        `Port ${port} on ${host} is already in use.`,
        `Stop the program that uses it, or choose another port: --port ${port < 65_535 ? port + 1 : 4400}, or --port 0 for any free port.`,
      )
    case 'EACCES':
      return new StartError(
        `Port ${port} on ${host} is not permitted: ${error.message}.`,
        'Choose a port above 1023: --port 4400.',
      )
    default:
      return new StartError(
        `Cannot listen on ${host}: ${error.message}.`,
        // Some machines only have IPv6.
        `Choose an address of this machine: --host ${host === '127.0.0.1' ? '::1' : '127.0.0.1'}.`,
      )
  }
}

/** How many refused origins are shown and remembered. */
const mostOrigins = 100

/**
 * Answers everything that arrives at the port. Receivers come first, since a web-standard request loses what they must keep.
 */
export function serve(
  { server, door }: Port,
  needs: {
    config: Config
    outside: Pick<Outside, 'after'>
    receive: Receiver
    /** Records an unreadable request to an endpoint. Fulfilled when it is stored. */
    recordUnread(head: UnreadHead, failure: Failure, peer: string): Promise<void>
    handle: Handler
    live: LiveSocket
    /** Called if connections cannot be accepted. */
    onTrouble(error: unknown): void
    /** Called with one line about each unreadable request. */
    onRefused(line: string): void
  },
) {
  const { config, receive, handle, live } = needs
  const guard = createGuard(config)
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
    if (!isForEndpoint(head.target) || guard.refusal(guardedHead(head, socket))) return
    await needs.recordUnread(head, failure, peerOf(socket))
  }
  const tellRefused = ({ status, message }: Failure, socket: Duplex, fix = '') =>
    needs.onRefused(`Refused a request from ${addressOf(socket)}: ${status} ${message} ${fix}`.trim())
  refuser.listen(server)
  watchDescriptors(server, needs.onTrouble)
  /** A page may send many requests, so the refusal of each origin is shown once. */
  const originsTold = new Set<string>()
  const isNewOrigin = (origin: string) =>
    !originsTold.has(origin) && originsTold.size < mostOrigins && Boolean(originsTold.add(origin))
  const pipelining = createPipelining()
  const underWay = new Set<unknown>()

  /** A response may continue to read and write after its client has disconnected, so closing waits for it. */
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
      const refused =
        flaw ?? (asked.startsWith('/') ? pathFlaw(asked) : noPath(request)) ?? guard.refusal(guarded(request))
      if (refused) return turnAway(request, response, refused)
      if (holdsBack) response.writeContinue()
      request.url = asked
      // The HTTP adapter of the app refuses spellings that it does not know.
      request.headers.host = hostAsRead(request.headers.host)
      return keep(handle(request, response))
    }
    const asked = guarded(request)
    const refused = guard.refusal(asked)
    const shared = refused ? undefined : guard.sharing(asked)
    for (const [name, value] of Object.entries(shared ?? {})) response.setHeader(name, value)
    // Not captured: the browser asks, and the page has not sent its request yet.
    if (shared && guard.isQuestion(asked)) return void response.writeHead(204).end()
    if (!refused) {
      // A client that announces too large a body need not send it.
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
    // Not captured: foreign web pages must neither fill the record nor advance the steps of a reply.
    if (refused.code === 'host_refused' || isNewOrigin(asked.origin ?? ''))
      tellRefused(refused, request.socket, refused.fix)
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
  // Endpoints record an unknown Expect header like any other. Elsewhere the request is refused, as RFC 9110 requires.
  server.on('checkExpectation', (request, response) => {
    if (isReceived(request)) serveOne(request, response, false)
    else turnAway(request, response, notExpected(request))
  })
  server.on('connect', (request: IncomingMessage, socket: Duplex, rest: Buffer) => {
    // Node has released the socket, and an error event without a listener ends the process.
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
    const refused = headFlaw(request) ?? guard.refusal({ ...guarded(request), isUpgrade: true })
    const asked = refused ? { refused } : askedOf(request)
    if ('refused' in asked) return refuser.give(socket, asked.refused)
    live.accept({ request, socket, head, since: asked.since })
  })
  door.open()
  return {
    /** Waits for requests under way, up to a limit, since a held response may take very long. */
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

/**
 * RFC 9112, 3.2: HTTP/1.1 without a Host is refused, HTTP/1.0 needs none, and several are always refused. Node also accepts
 * other versions.
 */
function headFlaw({ httpVersion, headers, rawHeaders }: IncomingMessage): Failure | null {
  if (httpVersion !== '1.1' && httpVersion !== '1.0')
    return new Failure(
      'request_malformed',
      `The request cannot be read: its HTTP version is ${httpVersion}.`,
      'Send the request as HTTP/1.1.',
    )
  let hosts = 0
  if (headers.host !== undefined)
    for (let i = 0; i < rawHeaders.length; i += 2)
      if (rawHeaders[i]?.length === 4 && rawHeaders[i]?.toLowerCase() === 'host') hosts++
  if (hosts === 1 || (hosts === 0 && httpVersion !== '1.1')) return null
  return new Failure(
    'request_malformed',
    `The request cannot be read: HTTP/1.1 requires exactly one Host header, and the request has ${hosts === 0 ? 'none' : hosts}.`,
    'Send one Host header, such as Host: 127.0.0.1:4400.',
  )
}

/** How many responses of a connection are unanswered. */
const unanswered = new WeakMap<Duplex, number>()

/** Long-waiting responses end when the client ends its side of the connection: most such clients have disconnected. */
function leaveWithSender(response: ServerResponse) {
  const { socket } = response.req
  const count = (change: number) => unanswered.set(socket, (unanswered.get(socket) ?? 0) + change)
  // One listener for all requests of a connection, since a client may pipeline many.
  if (!unanswered.has(socket)) socket.on('end', () => void (unanswered.get(socket) && socket.end()))
  count(1)
  response.once('close', () => count(-1))
}

/** `OPTIONS *` asks about the server as a whole, for which the sandbox has no answer. */
const noPath = ({ method, url }: IncomingMessage) =>
  new Failure(
    'request_malformed',
    `${method} ${(url ?? '').slice(0, 200)} has no path.`,
    'Add a path, such as /sandbox/health.',
  )

/** Node treats such a connection as a tunnel and reads no body. */
const noTunnel = ({ url = '' }: IncomingMessage) =>
  isForEndpoint(url)
    ? new Failure(
        'request_malformed',
        'CONNECT opens a tunnel, and an endpoint is not a proxy.',
        'Use another method.',
      )
    : new Failure('request_malformed', `CONNECT ${url.slice(0, 200)} has a host but no path.`)

const notExpected = ({ headers }: IncomingMessage) =>
  new Failure('expectation_unknown', `Unknown expectation: ${headers.expect?.slice(0, 100)}.`)

const isForEndpoint = (target: string) => originForm(target).startsWith('/in/')
const isReceived = (request: IncomingMessage) => isForEndpoint(request.url ?? '')

/** Empty if the client has disconnected. */
const peerOf = (socket: Duplex): string =>
  'remoteAddress' in socket && typeof socket.remoteAddress === 'string' ? socket.remoteAddress : ''
const addressOf = (socket: Duplex): string => peerOf(socket) || 'a disconnected client'

const isLive = ({ method, url = '' }: IncomingMessage) =>
  method === 'GET' && originForm(url).split('?')[0] === livePath
