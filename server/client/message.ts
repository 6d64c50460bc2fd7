/** The data of one exchange with a receiver: request, response, outcome and timing. */
import type { Attempt, HeaderPair, Outcome } from '../wire.ts'

/** A request as sent over the network. */
export interface Outgoing {
  /** POST if left out. */
  method?: string
  url: string
  /** Replaces the path and query of `url` in the request line, unchanged. */
  path?: string
  /** All headers in their exact case and order, including those that frame the body. */
  headers: HeaderPair[]
  /** The bytes of the body before chunking. */
  body: Buffer
  /** The trailers after the last chunk of a chunked body. */
  trailers?: HeaderPair[]
  wire: WireShape
  /** How many bytes of the response body are kept. 64 KiB if left out. */
  keepBytes?: number
}

/** How a message is sent over the network. */
export interface WireShape {
  httpVersion: '1.1' | '1.0'
  /** Sends the body in chunks. The headers already contain the matching header. */
  chunked: boolean
  /** Sends only this many bytes of this part, counted before chunking, and then ends the connection. */
  cut: { at: 'headers' | 'body'; bytes: number; how: 'reset' | 'close' } | null
  /** The pace of the body. Null sends as fast as possible. */
  bytesPerSecond: number | null
}

/** An ordinary request without any fault. */
export const plainWire: WireShape = { httpVersion: '1.1', chunked: false, cut: null, bytesPerSecond: null }

/** A response as received. */
export interface Incoming {
  status: number
  httpVersion: string
  /** The text after the status. May be empty. */
  reason: string
  headers: readonly HeaderPair[]
  /** The trailers after the last chunk, if any. */
  trailers?: readonly HeaderPair[]
  /** The interim responses before this one (RFC 9110, 15.2), if any. */
  interim?: readonly { status: number; headers: readonly HeaderPair[] }[]
  /** How many bytes followed the response, if any. They belong to no response. */
  behind?: number
  /** The beginning of the body, up to the number of bytes that are kept. */
  body: Buffer
  /** The size of the whole body that was read. */
  size: number
  /** Whether `body` is incomplete. */
  truncated: boolean
}

/** The duration of each phase in milliseconds, with microseconds as decimals. Null for a phase that did not happen. */
export type Phases = NonNullable<Attempt['phases']>

/** The phases of an attempt that sent nothing. */
export const noPhases: Phases = {
  dns_ms: null,
  connect_ms: null,
  tls_ms: null,
  send_ms: null,
  wait_ms: null,
  read_ms: null,
}

/** How an attempt ended. */
export interface Sent {
  outcome: Outcome
  /** The response as far as it came, complete if the outcome is `responded`. Null without a complete head. */
  response: Incoming | null
  durationMs: number
  phases: Phases
  /** How many bytes of the message were passed to the system. */
  sentBytes: number
}

/** The result of an attempt that sent nothing. */
export const notSent = (outcome: Outcome): Sent => ({
  outcome,
  response: null,
  durationMs: 0,
  phases: noPhases,
  sentBytes: 0,
})

/** The complete response, or null. */
export const wholeAnswer = ({ outcome, response }: Pick<Sent, 'outcome' | 'response'>): Incoming | null =>
  outcome.kind === 'responded' ? response : null

/** An attempt under way. */
export interface Attempting {
  /** Never rejects. */
  done: Promise<Sent>
  /** Ends the attempt at once with this outcome. Does nothing if it has ended. */
  cut(outcome: Outcome): void
}
