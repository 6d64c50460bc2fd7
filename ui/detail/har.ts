import type { Attempt, Call, Delivery, HeaderPair } from '../../server/wire.ts'

const named = ([name, value]: HeaderPair) => ({ name, value })
const headerOf = (headers: readonly HeaderPair[], name: string): string =>
  headers.find(([one]) => one.toLowerCase() === name)?.[1] ?? ''
const sizeIn = (text: string): number => new TextEncoder().encode(text).length
/** An address in which everything that is no part of one is encoded. */
const legalUrl = (url: string): string => new URL(url).href

interface Exchange {
  at: string
  ms: number
  method: string
  url: string
  http: string
  headers: readonly HeaderPair[]
  body: { text: string; base64: string | null }
  answer: {
    status: number
    http: string
    headers: readonly HeaderPair[]
    body: { text: string; base64: string | null }
    size: number
  } | null
  timings: Record<string, number>
  about: Record<string, unknown>
}

const contentOf = ({ text, base64 }: Exchange['body']) => {
  if (base64 !== null) return { text: base64, encoding: 'base64' }
  return text === '' ? {} : { text }
}

/** One exchange as an entry of HAR 1.2; what the format has no place for stands under names with an underscore. */
function entryOf({ at, ms, method, url, http, headers, body, answer, timings, about }: Exchange) {
  const { text, base64 } = body
  const mimeType = headerOf(headers, 'content-type')
  const isEmpty = base64 === null && text === ''
  return {
    startedDateTime: at,
    time: ms,
    request: {
      method,
      url: legalUrl(url),
      httpVersion: `HTTP/${http}`,
      cookies: [],
      headers: headers.map(named),
      queryString: [...new URL(url).searchParams].map(named),
      ...(!isEmpty && {
        postData: base64 === null ? { mimeType, text } : { mimeType, text: base64, encoding: 'base64' },
      }),
      headersSize: -1,
      bodySize: base64 === null ? sizeIn(text) : atob(base64).length,
    },
    response: {
      status: answer?.status ?? 0,
      statusText: '',
      httpVersion: `HTTP/${answer?.http ?? http}`,
      cookies: [],
      headers: (answer?.headers ?? []).map(named),
      content: {
        size: answer?.size ?? 0,
        mimeType: (answer && headerOf(answer.headers, 'content-type')) || 'x-unknown',
        ...(answer && contentOf(answer.body)),
      },
      redirectURL: answer ? headerOf(answer.headers, 'location') : '',
      headersSize: -1,
      bodySize: answer?.size ?? -1,
    },
    cache: {},
    timings,
    ...about,
  }
}

const spent = (ms: number | null | undefined): number => ms ?? -1

function attemptEntry(attempt: Attempt, { id, event, event_id, scheme, state }: Delivery) {
  const { request, response, phases } = attempt
  return entryOf({
    at: attempt.started_at,
    ms: attempt.duration_ms ?? 0,
    method: request.method,
    url: request.url,
    http: request.http_version,
    headers: request.headers,
    body: { text: request.body, base64: request.body_base64 },
    answer: response && {
      status: response.status,
      http: response.http_version,
      headers: response.headers,
      body: { text: response.body, base64: response.body_base64 },
      size: response.size,
    },
    timings: {
      dns: spent(phases?.dns_ms),
      connect: spent(phases?.connect_ms),
      ssl: spent(phases?.tls_ms),
      send: phases?.send_ms ?? 0,
      // Where no answer came, the time went into the phases before.
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
  const { request, response, status } = call
  return entryOf({
    at: call.at,
    ms: call.duration_ms,
    method: call.method,
    url: base + call.path,
    http: '1.1',
    headers: request.headers,
    body: { text: request.body ?? '', base64: request.body_base64 ?? null },
    answer:
      status === 0
        ? null
        : {
            status,
            http: '1.1',
            headers: response.headers,
            body: { text: response.body, base64: null },
            size: sizeIn(response.body),
          },
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
  JSON.stringify({ log: { version: '1.2', creator: { name: 'webhook-sandbox', version }, entries } }, null, 2)

/** Every attempt of deliveries as HAR 1.2. */
export const harOfDeliveries = (deliveries: readonly Delivery[], version: string): string =>
  document(
    deliveries.flatMap((one) => one.attempts.map((attempt) => attemptEntry(attempt, one))),
    version,
  )

/** A call as HAR 1.2. */
export const harOfCall = (call: Call, base: string, version: string): string =>
  document([callEntry(call, base)], version)
