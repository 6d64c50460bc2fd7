import { type IncomingMessage, type Server, type ServerResponse, STATUS_CODES } from 'node:http'
import type { Duplex } from 'node:stream'
import { type Failure, toFailure } from '../failures.ts'
import type { Outside } from '../outside.ts'
import { answerBytes, type ParserError, refusalOf } from './unreadable.ts'

/** How long a sender may take to read why it is refused, while what it still sends is thrown away. Real time, ms. */
const lingerMs = 5000
/** How long a sender that is gone may take to refuse the beginning of an answer. Real time, ms. */
const probeMs = 20

/**
 * Answers what Node's parser cannot read, in place of its bare 400: after the requests that came before on the same
 * connection, with the reason, and so that the sender sees it although it may still be sending.
 */
export function createRefuser(needs: {
  outside: Pick<Outside, 'after'>
  /** Whether an endpoint reads the body of a request; it is told of the fault by an `error` event, and records it. */
  isReceived(request: IncomingMessage): boolean
  /** Records a request whose head could not be read; fulfilled when it is written down. */
  record(unread: { raw: Buffer; failure: Failure; socket: Duplex }): Promise<void>
  /** Told of every refusal. */
  onRefused(failure: Failure, socket: Duplex): void
}) {
  const newest = new WeakMap<Duplex, ServerResponse>()
  /** Where requests come without waiting, the one whose answer goes first. */
  const before = new WeakMap<ServerResponse, ServerResponse>()
  const refused = new WeakSet<Duplex>()

  const isOver = (response: ServerResponse) => response.writableFinished || response.destroyed
  const over = (response: ServerResponse | undefined) =>
    new Promise<void>((resolve) => {
      if (!response || isOver(response)) resolve()
      else response.once('close', resolve)
    })

  /** Ends a connection, with a last answer where there is one to give. */
  function end(socket: Duplex, bytes = '') {
    // Node has let go of a socket that asks for something else than HTTP, and an error that nobody hears ends the process.
    socket.on('error', () => {})
    if (!socket.writable) return void socket.destroy()
    // Closed while bytes of the sender are unread, the connection would be reset and the answer lost.
    const cut = needs.outside.after(lingerMs, () => socket.destroy())
    socket.once('close', cut)
    socket.end(bytes)
  }

  const give = (socket: Duplex, failure: Failure) =>
    end(socket, answerBytes(failure, STATUS_CODES[failure.status] ?? ''))

  async function refuse(error: ParserError, socket: Duplex) {
    // The parser says the same of everything that follows a fault.
    if (refused.has(socket)) return
    refused.add(socket)
    const failure = refusalOf(error)
    if (!failure) return void socket.destroy()
    needs.onRefused(failure, socket)
    const response = newest.get(socket)
    if (response && !response.req.complete) {
      // Nobody reads the body of what was refused by its head.
      if (response.writableEnded) return over(response).then(() => end(socket))
      if (!needs.isReceived(response.req)) return refuseBody(response, failure)
      if (error.code === 'HPE_INVALID_EOF_STATE') return refuseEnded(response, failure)
      // It has made no body of what follows a head that does not tell where its body ends.
      if (error.code === 'HPE_INVALID_TRANSFER_ENCODING' && error.rawPacket)
        response.req.emit('data', error.rawPacket.subarray(error.bytesParsed))
      return void response.req.emit('error', failure)
    }
    // Where something came before, the packet may begin with that.
    const raw = response && !isOver(response) ? undefined : error.rawPacket
    const told = raw ? await recorded({ raw, failure, socket }) : failure
    await over(response)
    give(socket, told)
  }

  /** What the sender is told: that it could not be read, or why that could not even be written down. */
  const recorded = (unread: { raw: Buffer; failure: Failure; socket: Duplex }): Promise<Failure> =>
    needs.record(unread).then(() => unread.failure, toFailure)

  /** In place of the response, in its turn. */
  async function refuseBody(response: ServerResponse, failure: Failure) {
    await over(before.get(response))
    give(response.req.socket, failure)
  }

  /**
   * Whether the sender is gone or only has no more to say, its connection does not tell: one that is gone refuses what is
   * written to it, which the next write meets. So the answer leaves in two, and is on record where both went.
   */
  async function refuseEnded(response: ServerResponse, failure: Failure) {
    await over(before.get(response))
    const { socket } = response.req
    if (!socket.writable) return void socket.destroy()
    const bytes = answerBytes(failure, STATUS_CODES[failure.status] ?? '')
    socket.once('finish', () => {
      // Nobody listens where the body is not asked for.
      if (response.req.listenerCount('error') > 0) response.req.emit('error', failure)
    })
    socket.write(bytes.slice(0, -1))
    needs.outside.after(probeMs, () => end(socket, bytes.slice(-1)))
  }

  return {
    /** Every request is made known, so that answers stay in order. */
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

/** How a connection is that a request came by. */
export interface Connection {
  /** Refuses a request in the middle of its body. */
  refuseBody: Refuser['refuseBody']
  /** Whether the sender holds its body back until it is told to go on; it was not. */
  holdsBack: boolean
  /** Does work for this request when its turn has come among those of the same connection. */
  inTurn<T>(work: () => Promise<T>): Promise<T>
  /** Why it is refused whatever its body is; it is recorded all the same. */
  refused: Failure | null
}
