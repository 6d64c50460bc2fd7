import type { Outside } from '../outside.ts'
import type { Outcome } from '../wire.ts'
import type { Failed } from '../words/outcome.ts'
import type { Link } from './connect.ts'
import type { Message } from './frame.ts'
import type { Incoming } from './message.ts'
import { codeOf } from './outcome.ts'
import { createAnswerReader } from './parser.ts'
import { handshakeTrouble, isTlsError } from './tls-trouble.ts'

/** Told of one exchange; `answered` or `failed` is the last call. */
export interface ExchangeListener {
  /** The last byte was handed to the system, and no final answer has begun. */
  flushed(): void
  /** The first byte of the final answer came. */
  answering(): void
  answered(answer: Incoming): void
  /** `unsent` says that the message cannot have reached the receiver whole, and that the connection had served before. */
  failed(outcome: Outcome, unsent: boolean): void
}

export type Connection = ReturnType<typeof createConnection>

/** So long the bytes before a reset are left to be read, in milliseconds: a system may throw away what is not. */
const resetRestMs = 20
/** Who has read plain HTTP for so long does not take it for TLS. */
const noTlsMs = 1000

/**
 * One connection to a receiver, on which exchanges follow one another. It calls `rest` when it is free for the next one, and is
 * destroyed where that must not be. `mayBeTls` says whether nothing is known against the receiver speaking TLS, though it is
 * spoken to without.
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
  /** The last act is a reset, whatever the other side does meanwhile. */
  let resetting = false
  let cancelPause = () => {}
  /** What has come and is looked at when the turn is over. */
  let heldBack: (() => void)[] | undefined

  /**
   * Over TLS an answer may come before Node has told that the request was written: it is looked at behind that, since what was
   * sent by then decides what is recorded and whether the connection stays.
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

  /** Hands over the next slice; the head is one of its own where the body is slow. */
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
    // An answer may begin before the whole request has left.
    if (!isAnswering) on.flushed()
  }

  /**
   * Who refuses a body by its size answers and ends before he has read it. The answer is here then, and can be read; but Node
   * destroys a socket once it has told that a write failed, and one of TLS drops from then on what it has read. So it is held
   * for a turn, and what is here is taken at the door.
   */
  function readOn(error: Error) {
    const { destroy } = socket
    socket.push = (bytes: Buffer | null) => {
      if (bytes !== null) onData(bytes)
      return true
    }
    socket.destroy = (reason) => (reason === error ? socket : destroy.call(socket, reason))
    // The first comes before the next look at the network, the second behind it.
    setImmediate(() => setImmediate(() => destroy.call(socket, error)))
  }

  function resetAsAsked() {
    const listener = on
    over()
    link.reset()
    listener?.failed({ kind: 'reset', code: 'fault_reset', address: null, fault_bytes: sent }, false)
  }

  function onData(bytes: Buffer) {
    // Nobody asked: the other side is confused or saying goodbye.
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
    // Node does not tell any more of a write that was done, but which act failed: where that is no write, none had.
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

  /** How far it went. */
  function lost(code: string): Failed {
    const total = message?.bytes.length ?? 0
    const found = failed(code)
    if (reader.received() > 0) return { ...found, progress: reader.howFar() }
    if (sent < total) return { ...found, progress: { part: 'request', bytes: sent, total } }
    if (message?.ending === 'close') return { ...found, fault_bytes: sent }
    const perhaps = whyUnanswered(code)
    return perhaps === undefined ? found : { ...found, perhaps }
  }

  /** Why there may have been no answer. */
  function whyUnanswered(code: string): Failed['perhaps'] {
    // One that has served before may have been closed while this request was on its way.
    if (served > 1) return 'kept_open'
    // Servers of Node that speak TLS say nothing to plain HTTP, and that at once; another was restarted, or its worker killed.
    const atOnce = outside.elapsed() - begunAt < noTlsMs
    return code === 'closed' && atOnce && mayBeTls() ? 'speaks_tls' : undefined
  }

  link.feed(link.tellsWritesLate ? (bytes) => behindWrites(() => onData(bytes)) : onData)
  socket.on('end', () => behindWrites(onEnd))
  socket.on('error', (error) => behindWrites(() => onError(error)))
  socket.on('close', () => behindWrites(() => on && !resetting && fail(lost('closed'))))

  return {
    isUsable,
    /** Sends a message and reads its answer. */
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
    /** What has come of the answer to the last message; undefined before the end of its head. */
    answerSoFar: () => (reader.hasHead() ? reader.answer() : undefined),
    /** How many bytes of the last message were handed to the system. */
    sentBytes: () => sent,
    /** Whether the next bytes wait for their time, and not for the other side. */
    isPaced: () =>
      message !== undefined && message.pauseMs > 0 && sent === handed && sent < message.bytes.length,
    /** Ends the connection without a word to whom listened. */
    destroy() {
      over()
      socket.destroy()
    },
  }
}

const isOfWrite = (error: NodeJS.ErrnoException) => error.syscall === 'write'
