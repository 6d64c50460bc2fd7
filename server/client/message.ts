import type { Attempt, HeaderPair, Outcome } from '../wire.ts'

/** A request as it goes over the wire. */
export interface Outgoing {
  /** POST, without it. */
  method?: string
  url: string
  /** What stands in the request line in place of the path and query of `url`, as it is. */
  path?: string
  /** All headers in their exact case and order, those that frame the body included. */
  headers: HeaderPair[]
  /** The bytes of the body, before they are put into chunks. */
  body: Buffer
  /** What stands behind the last chunk; of a body that goes out in chunks. */
  trailers?: HeaderPair[]
  wire: WireShape
  /** How many bytes of the answer's body are kept; 64 KiB, without it. */
  keepBytes?: number
}

/** How a message is put on the wire. */
export interface WireShape {
  httpVersion: '1.1' | '1.0'
  /** The body goes out as chunks; the header that says so is among the headers. */
  chunked: boolean
  /** Sends only this many bytes of that part of the message, the body counted before it is put into chunks, and ends the connection so. */
  cut: { at: 'headers' | 'body'; bytes: number; how: 'reset' | 'close' } | null
  /** The pace of the body; null is as fast as it goes. */
  bytesPerSecond: number | null
}

/** An ordinary request, without any defect. */
export const plainWire: WireShape = { httpVersion: '1.1', chunked: false, cut: null, bytesPerSecond: null }

/** An answer as it came. */
export interface Incoming {
  status: number
  httpVersion: string
  /** The words behind the status; empty where there are none. */
  reason: string
  headers: readonly HeaderPair[]
  /** What stood behind the last chunk, where something did. */
  trailers?: readonly HeaderPair[]
  /** The interim answers before it (RFC 9110, 15.2), where some came. */
  interim?: readonly { status: number; headers: readonly HeaderPair[] }[]
  /** How many bytes came right behind it, where some did: they are no part of any answer. */
  behind?: number
  /** The beginning of the body, at most as many bytes as are kept. */
  body: Buffer
  /** How many bytes of the body were read in all. */
  size: number
  /** Whether `body` is not the whole. */
  truncated: boolean
}

/** How long each phase took, in milliseconds with microseconds behind the point; null for one that did not happen. */
export type Phases = NonNullable<Attempt['phases']>

/** Of an attempt of which nothing left. */
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
  /** The answer as far as it came, whole where the outcome is `responded`; null where its head did not. */
  response: Incoming | null
  durationMs: number
  phases: Phases
  /** How many bytes of the message were handed to the system. */
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

/** The answer that came to its end; null where none did. */
export const wholeAnswer = ({ outcome, response }: Pick<Sent, 'outcome' | 'response'>): Incoming | null =>
  outcome.kind === 'responded' ? response : null

/** An attempt under way. */
export interface Attempting {
  /** Never rejected. */
  done: Promise<Sent>
  /** Ends the attempt at once with this outcome; does nothing once it has ended. */
  cut(outcome: Outcome): void
}
