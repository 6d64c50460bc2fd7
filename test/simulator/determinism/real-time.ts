/**
 * What two runs of the same script may differ in, and why. Everything else has to be the same byte for byte.
 */
const ofRealTime: Record<string, string> = {
  duration_ms: 'how long an attempt, a call or a capture really took',
  last_duration_ms: 'the same, of the newest attempt of a delivery',
  phases: 'how long name, connection, TLS, sending, waiting and reading really took',
  offset_ms: 'how far the clock is from the wall clock',
  lag_ms: 'how late, on real time, traffic was made',
  per_second: 'traffic by seconds of real time',
}
/** A receiver elsewhere dates its answers by its own clock; the sandbox's own endpoints by the sandbox's. */
const ofReceivers = 'date'

/** Leaves out what is of real time. */
export function withoutRealTime(value: unknown, receiver: string): unknown {
  if (Array.isArray(value)) return value.map((one) => withoutRealTime(one, receiver))
  if (typeof value !== 'object' || value === null) return value
  const kept = Object.entries(value).filter(([name]) => !(name in ofRealTime))
  const cleaned = Object.fromEntries(kept.map(([name, one]) => [name, withoutRealTime(one, receiver)]))
  return isAttemptTo(cleaned, receiver) ? undated(cleaned) : cleaned
}

interface AttemptLike {
  request: { url: string }
  response: { headers: [string, string][] } | null
}
const isAttemptTo = (value: object, receiver: string): value is AttemptLike =>
  'response' in value && (value as Partial<AttemptLike>).request?.url === receiver

const undated = (attempt: AttemptLike) => ({
  ...attempt,
  response: attempt.response && {
    ...attempt.response,
    headers: attempt.response.headers.filter(([name]) => name.toLowerCase() !== ofReceivers),
  },
})
