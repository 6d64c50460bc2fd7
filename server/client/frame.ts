/** Turns a request into the exact bytes to send, and their pace. */
import type { Outgoing } from './message.ts'
import type { Target } from './target.ts'

/** The bytes to send, and how to send them. */
export interface Message {
  bytes: Buffer
  headLength: number
  /** The most bytes sent at once. With a pause between slices, the head is one slice. */
  slice: number
  /** Milliseconds between two slices. 0 sends the next slice when the system has taken the last. */
  pauseMs: number
  /** What follows the last byte: nothing, closing our side, or a reset. */
  ending: 'reset' | 'close' | null
  /** Whether the request announces that the connection closes after this exchange. */
  closes: boolean
  /** The response has no body, whatever its headers say (RFC 9110, 9.3.2). */
  isHead: boolean
  /** How many bytes of the response body are kept. Undefined uses the reader's own limit. */
  keepBytes: number | undefined
}

/** Larger messages are sent in slices of this size, so that the sandbox knows how much was sent. */
const sliceBytes = 65_536
/** The interval between the slices of a slow body. */
const paceMs = 100
const largestChunk = 8192

/** Turns a request into bytes: its headers unchanged, in latin1, and its body in the requested form. */
export function frame(request: Outgoing, target: Target): Message {
  const { method = 'POST', path, headers, body, wire } = request
  const asked = path === undefined ? target.requestTarget : target.prefix + path
  let head = `${method} ${asked} HTTP/${wire.httpVersion}\r\n`
  const headersFrom = head.length
  let closes = wire.httpVersion === '1.0'
  for (const [name, value] of headers) {
    head += `${name}: ${value}\r\n`
    if (name.length === 10 && name.toLowerCase() === 'connection') closes ||= /\bclose\b/i.test(value)
  }
  // A header for the proxy, which removes it. So it is not recorded.
  if (target.plainProxyHeader !== null) head += target.plainProxyHeader
  head += '\r\n'
  const pieces = wire.chunked ? chunksOf(body) : undefined
  const framed = pieces === undefined ? body : Buffer.concat([...pieces.flat(), lastChunk(request.trailers)])
  const whole = Buffer.allocUnsafe(head.length + framed.length)
  whole.write(head, 'latin1')
  framed.copy(whole, head.length)
  const cutAt = ({ at, bytes }: { at: 'headers' | 'body'; bytes: number }) => {
    if (at === 'headers') return Math.min(headersFrom + bytes, head.length)
    return head.length + (pieces === undefined ? bytes : framedLength(pieces, bytes))
  }
  const bytes = wire.cut === null ? whole : whole.subarray(0, cutAt(wire.cut))
  const slow = wire.bytesPerSecond
  const slice = slow === null ? sliceBytes : Math.max(1, Math.round((slow * paceMs) / 1000))
  return {
    bytes,
    headLength: head.length,
    slice,
    pauseMs: slow === null ? 0 : (slice / slow) * 1000,
    ending: wire.cut?.how ?? null,
    closes,
    isHead: method === 'HEAD',
    keepBytes: request.keepBytes,
  }
}

/** A chunk: its size line, its bytes and its end. */
type Chunk = [size: Buffer, bytes: Buffer, end: Buffer]

const lastChunk = (trailers: Outgoing['trailers'] = []) =>
  Buffer.from(`0\r\n${trailers.map(([name, value]) => `${name}: ${value}\r\n`).join('')}\r\n`, 'latin1')

/** At least two chunks if the body has at least two bytes. */
function chunksOf(body: Buffer): Chunk[] {
  const size = Math.min(largestChunk, Math.ceil(body.length / 2))
  const chunks: Chunk[] = []
  for (let at = 0; at < body.length; at += size) {
    const piece = body.subarray(at, at + size)
    chunks.push([Buffer.from(`${piece.length.toString(16)}\r\n`), piece, Buffer.from('\r\n')])
  }
  return chunks
}

/** The number of framed bytes that contain the first `bytes` bytes of the body. */
function framedLength(chunks: readonly Chunk[], bytes: number): number {
  let [framed, left] = [0, bytes]
  for (const [size, piece, end] of chunks) {
    if (left === 0) break
    if (left <= piece.length) return framed + size.length + left
    framed += size.length + piece.length + end.length
    left -= piece.length
  }
  return framed
}
