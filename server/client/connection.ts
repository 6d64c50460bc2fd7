/** One connection to a receiver, on which exchanges follow one another. */
import type { Outside } from '../outside.ts'
import type { Outcome } from '../wire.ts'
import type { Failed } from '../words/outcome.ts'
import type { Link } from './connect.ts'
import type { Message } from './frame.ts'
import type { Incoming } from './message.ts'
import { codeOf } from './outcome.ts'
import { createAnswerReader } from './parser.ts'
import { handshakeTrouble, isTlsError } from './tls-trouble.ts'

/** Called during one exchange. `answered` or `failed` is the last call. */
export interface ExchangeListener {
  /** The system has taken the last byte, and no final response has begun. */
  flushed(): void
  /** The first byte of the final response arrived. */
  answering(): void
  answered(answer: Incoming): void
  /**
   * `unsent` means that the message cannot have reached the receiver completely, and that the connection had been used
   * before.
   */
  failed(outcome: Outcome, unsent: boolean): void
}

export type Connection = ReturnType<typeof createConnection>

/** How long bytes before a reset may be read, in milliseconds. Some systems discard unread bytes at a reset. */
const resetRestMs = 20
/** A receiver that closes later than this did not take plain HTTP for broken TLS. */
const noTlsMs = 1000

/**
 * A connection to a receiver, used for one exchange after another. It calls `rest` when it is free, and is destroyed if it
 * cannot be reused. `mayBeTls` says that the receiver may speak TLS although it is addressed without.
 */
export function createConnection(
  link: Link,
  outside: Outside,
  { rest, mayBeTls }: { rest(idleS: number | null): void; mayBeTls(): boolean },
) {
  const { socket, proxy } = link
  let reader = createAnswerReader()
  let served = 0
  let begunAt = 0
  let message: Message | undefined
  let on: ExchangeListener | undefined
  let sent = 0
  let handed = 0
  let isAnswering = false
  /** The exchange ends with a reset, whatever the other side does. */
  let resetting = false
  let cancelPause = () => {}
  /** Received events that are handled after this turn. */
  let heldBack: (() => void)[] | undefined

  /**
   * With TLS, a response may arrive before Node has reported the write of the request. The response is handled after that
   * report, which decides what is recorded and whether the connection is kept.
   */
  function behindWrites(event: () => void) {
    if (heldBack !== undefined) return void heldBack.push(event)
    if (!link.tellsWritesLate || on === undefined || sent === handed) return event()
    heldBack = [event]
    setImmediate(() => {
      const events = heldBack ?? []
      heldBack = undefined
      for (const one of events) one()
    })
  }

  function over() {
    on = undefined
    cancelPause()
  }

  function fail(outcome: Outcome, unsent = false) {
    const listener = on
    over()
    socket.destroy()
    listener?.failed(outcome, unsent)
  }

  function conclude() {
    const listener = on
    const answer = reader.answer()
    const wholeSent = message !== undefined && sent === message.bytes.length
    const stays = wholeSent && !message?.closes && message?.ending === null && reader.keepsAlive()
    over()
    if (stays && isUsable()) rest(reader.idleS())
    else socket.destroy()
    listener?.answered(answer)
  }

  const isUsable = () => !socket.destroyed && socket.readable && socket.writable

  /** Sends the next slice. If the body is slow, the head is a slice of its own. */
  function push() {
    if (!on || !message) return
    const { bytes, headLength, slice, pauseMs } = message
    const to = pauseMs > 0 && sent < headLength ? headLength : sent + slice
    socket.write(sent === 0 && to >= bytes.length ? bytes : bytes.subarray(sent, to), wrote)
    handed = Math.min(to, bytes.length)
  }

  function wrote(error?: Error | null) {
    if (error && on) readOn(error)
    if (error || !on || !message) return
    const wasHead = sent < message.headLength
    sent = handed
    if (sent < message.bytes.length) {
      if (message.pauseMs > 0 && !wasHead) cancelPause = outside.after(message.pauseMs, push)
      else push()
      return
    }
    if (message.ending === 'reset') {
      resetting = true
      cancelPause = outside.after(resetRestMs, resetAsAsked)
      return
    }
    if (message.ending === 'close') socket.end()
    // A response may begin before the request is sent completely.
    if (!isAnswering) on.flushed()
  }

  /**
   * A receiver that refuses a large body may respond and close before reading it. Node destroys a socket after a failed
   * write, and a TLS socket then drops what it received. So destruction is delayed for a turn, and the response is read.
   */
  function readOn(error: Error) {
    const { destroy } = socket
    socket.push = (bytes: Buffer | null) => {
      if (bytes !== null) onData(bytes)
      return true
    }
    socket.destroy = (reason) => (reason === error ? socket : destroy.call(socket, reason))
    // The first callback runs before the next poll of the network, the second after it.
    setImmediate(() => setImmediate(() => destroy.call(socket, error)))
  }

  function resetAsAsked() {
    const listener = on
    over()
    link.reset()
    listener?.failed({ kind: 'reset', code: 'fault_reset', address: null, fault_bytes: sent }, false)
  }

  function onData(bytes: Buffer) {
    // Unrequested data: the receiver is confused or closing.
    if (!on) return void socket.destroy()
    if (resetting) return
    const progress = reader.take(bytes)
    if (!isAnswering && reader.hasBegun()) {
      isAnswering = true
      on.answering()
    }
    if (progress === 'done') conclude()
    else if (progress === 'bad') fail({ ...failed('unreadable'), ...reader.trouble() })
  }

  function onEnd() {
    if (resetting) return
    if (on && reader.endsHere()) conclude()
    else if (on) fail(lost('closed'))
    else socket.destroy()
  }

  function onError(error: Error) {
    if (!on || resetting) return
    if (isTlsError(error)) return fail(handshakeTrouble(error))
    const code = codeOf(error)
    // Node no longer reports successful writes, but names the failed operation. If that is not a write, all writes
    // succeeded.
    if (link.tellsWritesLate && !isOfWrite(error)) sent = handed
    const unsent = served > 1 && sent === 0 && reader.received() === 0
    const isReset = code === 'ECONNRESET' || code === 'EPIPE'
    fail(isReset ? lost(code) : { ...failed(code || 'lost'), text: error.message }, unsent)
  }

  const failed = (code: string): Failed => ({
    kind: 'reset',
    code,
    address: null,
    ...(proxy !== null && { proxy }),
  })

  /** How far the exchange came. */
  function lost(code: string): Failed {
    const total = message?.bytes.length ?? 0
    const found = failed(code)
    if (reader.received() > 0) return { ...found, progress: reader.howFar() }
    if (sent < total) return { ...found, progress: { part: 'request', bytes: sent, total } }
    if (message?.ending === 'close') return { ...found, fault_bytes: sent }
    const perhaps = whyUnanswered(code)
    return perhaps === undefined ? found : { ...found, perhaps }
  }

  /** A possible reason for the missing response. */
  function whyUnanswered(code: string): Failed['perhaps'] {
    // The receiver may have closed a used connection while this request was on its way.
    if (served > 1) return 'kept_open'
    // Node's TLS servers close at once after plain HTTP. A later close has another reason, such as a restart.
    const atOnce = outside.elapsed() - begunAt < noTlsMs
    return code === 'closed' && atOnce && mayBeTls() ? 'speaks_tls' : undefined
  }

  link.feed(link.tellsWritesLate ? (bytes) => behindWrites(() => onData(bytes)) : onData)
  socket.on('end', () => behindWrites(onEnd))
  socket.on('error', (error) => behindWrites(() => onError(error)))
  socket.on('close', () => behindWrites(() => on && !resetting && fail(lost('closed'))))

  return {
    isUsable,
    /** Sends a message and reads the response. */
    exchange(next: Message, listener: ExchangeListener) {
      served++
      begunAt = outside.elapsed()
      reader = createAnswerReader(next)
      message = next
      on = listener
      sent = 0
      handed = 0
      isAnswering = false
      push()
    },
    localPort: () => socket.localPort,
    /** The response to the last message as far as it came. Undefined until its head is complete. */
    answerSoFar: () => (reader.hasHead() ? reader.answer() : undefined),
    /** How many bytes of the last message were passed to the system. */
    sentBytes: () => sent,
    /** Whether the next bytes wait for their time rather than for the receiver. */
    isPaced: () =>
      message !== undefined && message.pauseMs > 0 && sent === handed && sent < message.bytes.length,
    /** Closes the connection without a further call to the listener. */
    destroy() {
      over()
      socket.destroy()
    },
  }
}

const isOfWrite = (error: NodeJS.ErrnoException) => error.syscall === 'write'
