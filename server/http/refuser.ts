/** Answers requests that Node's parser cannot read, with the reason, and records those meant for an endpoint. */
import { type IncomingMessage, type Server, type ServerResponse, STATUS_CODES } from 'node:http'
import type { Duplex } from 'node:stream'
import { type Failure, toFailure } from '../failures.ts'
import type { Outside } from '../outside.ts'
import { answerBytes, type ParserError, refusalOf } from './unreadable.ts'

/** How long a client may take to read a refusal while the rest of its request is discarded. Real time, ms. */
const lingerMs = 5000
/** How long a disconnected client may take to reject the beginning of a response. Real time, ms. */
const probeMs = 20

/**
 * Replaces Node's bare 400 for unreadable requests. The refusal comes after the responses to earlier requests, states the
 * reason, and reaches a client that is still sending.
 */
export function createRefuser(needs: {
  outside: Pick<Outside, 'after'>
  /** Whether an endpoint reads the body of this request. The endpoint gets an `error` event and records the fault. */
  isReceived(request: IncomingMessage): boolean
  /** Records a request with an unreadable head. Fulfilled when it is stored. */
  record(unread: { raw: Buffer; failure: Failure; socket: Duplex }): Promise<void>
  /** Called for every refusal. */
  onRefused(failure: Failure, socket: Duplex): void
}) {
  const newest = new WeakMap<Duplex, ServerResponse>()
  /** For pipelined requests: the response that must go out before this one. */
  const before = new WeakMap<ServerResponse, ServerResponse>()
  const refused = new WeakSet<Duplex>()

  const isOver = (response: ServerResponse) => response.writableFinished || response.destroyed
  const over = (response: ServerResponse | undefined) =>
    new Promise<void>((resolve) => {
      if (!response || isOver(response)) resolve()
      else response.once('close', resolve)
    })

  /** Ends a connection, after a last response if there is one. */
  function end(socket: Duplex, bytes = '') {
    // Node removes its error listener from an upgraded socket, and an error event without a listener ends the process.
    socket.on('error', () => {})
    if (!socket.writable) return void socket.destroy()
    // Closing while sent bytes are unread would reset the connection and lose the response.
    const cut = needs.outside.after(lingerMs, () => socket.destroy())
    socket.once('close', cut)
    socket.end(bytes)
  }

  const give = (socket: Duplex, failure: Failure) =>
    end(socket, answerBytes(failure, STATUS_CODES[failure.status] ?? ''))

  async function refuse(error: ParserError, socket: Duplex) {
    // The parser repeats the error for everything after a fault.
    if (refused.has(socket)) return
    refused.add(socket)
    const failure = refusalOf(error)
    if (!failure) return void socket.destroy()
    needs.onRefused(failure, socket)
    const response = newest.get(socket)
    if (response && !response.req.complete) {
      // Nobody reads the body of a request that was refused by its head.
      if (response.writableEnded) return over(response).then(() => end(socket))
      if (!needs.isReceived(response.req)) return refuseBody(response, failure)
      if (error.code === 'HPE_INVALID_EOF_STATE') return refuseEnded(response, failure)
      // The parser reads no body after a head that does not define the body's length.
      if (error.code === 'HPE_INVALID_TRANSFER_ENCODING' && error.rawPacket)
        response.req.emit('data', error.rawPacket.subarray(error.bytesParsed))
      return void response.req.emit('error', failure)
    }
    // After an earlier request, the packet may begin with that request's bytes.
    const raw = response && !isOver(response) ? undefined : error.rawPacket
    const told = raw ? await recorded({ raw, failure, socket }) : failure
    await over(response)
    give(socket, told)
  }

  /** The refusal to send: the unreadable request's own, or the reason why it could not be stored. */
  const recorded = (unread: { raw: Buffer; failure: Failure; socket: Duplex }): Promise<Failure> =>
    needs.record(unread).then(() => unread.failure, toFailure)

  /** Sends a refusal in place of the response, in its turn. */
  async function refuseBody(response: ServerResponse, failure: Failure) {
    await over(before.get(response))
    give(response.req.socket, failure)
  }

  /**
   * A half-closed connection does not show whether the client disconnected or only finished sending. A disconnected client
   * rejects data, which the next write notices. So the refusal is sent in two parts, and is recorded as sent if both went
   * out.
   */
  async function refuseEnded(response: ServerResponse, failure: Failure) {
    await over(before.get(response))
    const { socket } = response.req
    if (!socket.writable) return void socket.destroy()
    const bytes = answerBytes(failure, STATUS_CODES[failure.status] ?? '')
    socket.once('finish', () => {
      // An error event needs a listener, which only exists if the body is being read.
      if (response.req.listenerCount('error') > 0) response.req.emit('error', failure)
    })
    socket.write(bytes.slice(0, -1))
    needs.outside.after(probeMs, () => end(socket, bytes.slice(-1)))
  }

  return {
    /** Registers every request, so that responses keep their order. */
    seen(response: ServerResponse) {
      const { socket } = response.req
      const last = newest.get(socket)
      if (last && !isOver(last)) before.set(response, last)
      newest.set(socket, response)
    },
    listen: (server: Server) =>
      void server.on('clientError', (error: ParserError, socket: Duplex) => void refuse(error, socket)),
    give,
    refuseBody,
  }
}
type Refuser = ReturnType<typeof createRefuser>

/** What the connection of a request offers. */
export interface Connection {
  /** Refuses a request in the middle of its body. */
  refuseBody: Refuser['refuseBody']
  /** Whether the client waits for 100 Continue, which was not sent. */
  holdsBack: boolean
  /** Runs work for this request in its turn among those of the connection. */
  inTurn<T>(work: () => Promise<T>): Promise<T>
  /** Why the request is refused regardless of its body. It is recorded all the same. */
  refused: Failure | null
}
