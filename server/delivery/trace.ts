/** The trace of an event and the spans of its attempts, as W3C Trace Context writes them in the header `traceparent`. */
import { hash } from 'node:crypto'

/** The event that a trace belongs to. */
export interface Traced {
  eventId: string
  /** The `traceparent` of the call that caused the event, or null. */
  traceparent: string | null
}

/** What a `traceparent` says. */
export interface TraceParent {
  traceId: string
  spanId: string
  /** Two hex digits. The last bit says that the trace is recorded. */
  flags: string
}

/** Later versions may add fields. Ids of zeros are invalid. */
const form = /^(?!ff)([\da-f]{2})-(?!0{32})([\da-f]{32})-(?!0{16})([\da-f]{16})-([\da-f]{2})(-.*)?$/

/** Reads a `traceparent`. Null if there is none, or an invalid one. */
export function readTraceparent(text: string | null | undefined): TraceParent | null {
  const [, version, traceId, spanId, flags, more] = form.exec(text ?? '') ?? []
  if (traceId === undefined || spanId === undefined || flags === undefined) return null
  return version === '00' && more !== undefined ? null : { traceId, spanId, flags }
}

// Ids follow from the seed, and so must traces. Each id has its own hash, so no trace repeats.
const idOf = (label: string, length: number): string => hash('sha256', label, 'hex').slice(0, length)

/** The trace of an event: that of the call that caused it, or its own. */
export const traceIdOf = ({ eventId, traceparent }: Traced): string =>
  readTraceparent(traceparent)?.traceId ?? idOf(`trace:${eventId}`, 32)

/** The span of an event or an attempt, by its id. */
export const spanIdOf = (id: string): string => idOf(`span:${id}`, 16)

/** The header of an attempt: the trace of its event, which retries share, and a span of its own. */
export const traceparentOf = (event: Traced, attemptId: string): string =>
  `00-${traceIdOf(event)}-${spanIdOf(attemptId)}-${readTraceparent(event.traceparent)?.flags ?? '01'}`
