import type { Outgoing } from './message.ts'
import type { Target } from './target.ts'

/** Exactly what leaves, and how. */
export interface Message {
  bytes: Buffer
  headLength: number
  /** At most so many bytes are handed over at a time; the head is not cut into slices where there is a pause. */
  slice: number
  /** Milliseconds between two slices; 0 sends the next when the system has taken the last. */
  pauseMs: number
  /** What follows the last byte: nothing, the end of our side, or a reset. */
  ending: 'reset' | 'close' | null
  /** Whether we told the other side that the connection ends with this exchange. */
  closes: boolean
  /** What the answer has no body for, whatever its headers say (RFC 9110, 9.3.2). */
  isHead: boolean
  /** How many bytes of the answer's body are kept; the reader's own bound, without it. */
  keepBytes: number | undefined
}

/** Larger messages are handed over in slices of this size, so that it is known how much has left. */
const sliceBytes = 65_536
/** A slow body is sent about so often. */
const paceMs = 100
const largestChunk = 8192

/** Puts a request into bytes: its headers as they are, in latin1, and its body in the shape asked for. */
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
  // For the proxy alone, which takes it off; so it is no part of the record.
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

/** A chunk: its size, its bytes and its end. */
type Chunk = [size: Buffer, bytes: Buffer, end: Buffer]

const lastChunk = (trailers: Outgoing['trailers'] = []) =>
  Buffer.from(`0\r\n${trailers.map(([name, value]) => `${name}: ${value}\r\n`).join('')}\r\n`, 'latin1')

/** In at least two chunks where there are two bytes. */
function chunksOf(body: Buffer): Chunk[] {
  const size = Math.min(largestChunk, Math.ceil(body.length / 2))
  const chunks: Chunk[] = []
  for (let at = 0; at < body.length; at += size) {
    const piece = body.subarray(at, at + size)
    chunks.push([Buffer.from(`${piece.length.toString(16)}\r\n`), piece, Buffer.from('\r\n')])
  }
  return chunks
}

/** How many bytes of the chunks bring so many of what is in them. */
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
