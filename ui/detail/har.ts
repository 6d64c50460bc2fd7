/** Writes deliveries and calls as HAR 1.2. */
import type { Attempt, Call, Delivery } from '../../server/wire.ts'
import { harEntry, harLog, sizeIn } from '../../server/words/har.ts'

/** A URL with every invalid character encoded. */
const urlOf = (address: string) => {
  const { href: url, searchParams: query } = new URL(address)
  return { url, query }
}
const bodyOf = ({ body, body_base64 }: { body: string | null; body_base64?: string | null | undefined }) => ({
  text: body ?? '',
  base64: body_base64 ?? null,
})
const spent = (ms: number | null | undefined): number => ms ?? -1

function attemptEntry(attempt: Attempt, { id, event, event_id, scheme, state }: Delivery) {
  const { request, response, phases } = attempt
  const { method, headers, http_version: sent } = request
  const body = bodyOf(request)
  return harEntry({
    at: attempt.started_at,
    ms: attempt.duration_ms ?? 0,
    http: { sent, answered: response?.http_version ?? sent },
    request: { method, ...urlOf(request.url), headers, body, size: sizeIn(body) },
    status: response?.status ?? 0,
    answer: response && { headers: response.headers, body: bodyOf(response), size: response.size },
    timings: {
      dns: spent(phases?.dns_ms),
      connect: spent(phases?.connect_ms),
      ssl: spent(phases?.tls_ms),
      send: phases?.send_ms ?? 0,
      // Without a response, the time counts for the earlier phases.
      wait: (phases ? phases.wait_ms : attempt.duration_ms) ?? 0,
      receive: phases?.read_ms ?? 0,
    },
    about: {
      _id: attempt.id,
      _delivery_id: id,
      _event: event,
      _event_id: event_id,
      _attempt: attempt.number,
      _scheme: scheme,
      _state: state,
      _outcome: attempt.outcome,
      _fault: attempt.fault,
      _changes: attempt.changes,
    },
  })
}

function callEntry(call: Call, base: string) {
  const { request, response, status, method } = call
  const [body, answered] = [bodyOf(request), bodyOf({ body: response.body })]
  return harEntry({
    at: call.at,
    ms: call.duration_ms,
    http: { sent: '1.1', answered: '1.1' },
    request: { method, ...urlOf(base + call.path), headers: request.headers, body, size: sizeIn(body) },
    status,
    answer: status === 0 ? null : { headers: response.headers, body: answered, size: sizeIn(answered) },
    timings: { send: 0, wait: call.duration_ms, receive: 0 },
    about: {
      _id: call.id,
      _identity: call.identity,
      _error_code: call.error_code,
      _armed: call.armed,
      _outcome: call.outcome,
    },
  })
}

const document = (entries: readonly object[], version: string): string =>
  JSON.stringify({ log: { ...harLog(version), entries } }, null, 2)

/** Every attempt of the deliveries. */
export const harOfDeliveries = (deliveries: readonly Delivery[], version: string): string =>
  document(
    deliveries.flatMap((one) => one.attempts.map((attempt) => attemptEntry(attempt, one))),
    version,
  )

export const harOfCall = (call: Call, base: string, version: string): string =>
  document([callEntry(call, base)], version)
