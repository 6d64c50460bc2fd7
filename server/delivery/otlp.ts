/** Exports events and attempts as traces, in the JSON of the OpenTelemetry protocol (OTLP). */
import { z } from 'zod'
import { filterFields } from '../api/lists.ts'
import { pagesOf } from '../api/many.ts'
import { type ControlRoute, route } from '../api/route.ts'
import type { Filters } from '../database/asking.ts'
import type { Counters } from '../database/counters.ts'
import type { Search } from '../database/search.ts'
import { streamed } from '../memory/streamed.ts'
import type { Attempt } from '../wire.ts'
import type { AttemptStore } from './attempts.ts'
import type { EventStore, TracedEvent } from './event-store.ts'
import type { DeliveryRecord } from './record.ts'
import type { DeliveryStore } from './store.ts'
import { readTraceparent, spanIdOf, traceIdOf } from './trace.ts'

/** The numbers of `SpanKind` and `StatusCode` in the protocol, which its JSON writes as numbers. */
const kinds = { client: 3, producer: 4 } as const
const statusCodes = { unset: 0, error: 2 } as const

const attribute = z.object({
  key: z.string(),
  value: z.union([z.object({ stringValue: z.string() }), z.object({ intValue: z.string() })]),
})
const nano = z
  .string()
  .meta({ description: 'Nanoseconds since 1970-01-01 UTC', example: '1544712660000000000' })
const span = z.object({
  traceId: z.string(),
  spanId: z.string(),
  parentSpanId: z.string().optional(),
  name: z.string(),
  kind: z.int(),
  startTimeUnixNano: nano,
  endTimeUnixNano: nano,
  attributes: z.array(attribute),
  status: z.object({ code: z.int() }),
})
type Span = z.infer<typeof span>
type Attributes = Span['attributes']

const traces = z
  .object({
    resourceSpans: z.array(
      z.object({
        resource: z.object({ attributes: z.array(attribute) }),
        scopeSpans: z.array(
          z.object({ scope: z.object({ name: z.string(), version: z.string() }), spans: z.array(span) }),
        ),
      }),
    ),
  })
  .meta({ description: 'OTLP/JSON: the body that a collector takes at /v1/traces' })

/** Attributes without those that are unknown. 64-bit numbers are texts. */
const attributesOf = (values: Record<string, string | number | null>): Attributes =>
  Object.entries(values).flatMap(([key, value]) => {
    if (value === null) return []
    return [{ key, value: typeof value === 'number' ? { intValue: String(value) } : { stringValue: value } }]
  })

/** Microseconds as nanoseconds. The product exceeds what a number can hold. */
const nanoOf = (micros: number): string => `${Math.round(micros)}000`

/** The moment at which an event happened. Its attempts are the children. */
function eventSpan(event: TracedEvent): Span {
  const at = nanoOf(event.occurredAt)
  const caller = readTraceparent(event.traceparent)
  return {
    traceId: traceIdOf({ eventId: event.id, traceparent: event.traceparent }),
    spanId: spanIdOf(event.id),
    ...(caller && { parentSpanId: caller.spanId }),
    name: event.event,
    kind: kinds.producer,
    startTimeUnixNano: at,
    endTimeUnixNano: at,
    attributes: attributesOf({
      'webhook.event.id': event.id,
      'webhook.event.name': event.event,
      'webhook.event.source': event.source,
    }),
    status: { code: statusCodes.unset },
  }
}

/** One request, by the conventions for HTTP clients. */
function attemptSpan(
  attempt: Pick<Attempt, 'id' | 'number' | 'trace_id' | 'span_id' | 'request' | 'response' | 'outcome'>,
  {
    event,
    delivery,
    startedAt,
    durationMs,
  }: {
    event: TracedEvent
    delivery: DeliveryRecord
    startedAt: number
    durationMs: number
  },
): Span {
  const { request, response, outcome } = attempt
  const url = new URL(request.url)
  // Passwords do not belong in traces.
  url.username = ''
  url.password = ''
  const status = response?.status ?? null
  const isWhole = outcome?.kind === 'responded'
  const failure = isWhole
    ? status !== null && status >= 400
      ? String(status)
      : null
    : (outcome?.kind ?? null)
  const traceId = traceIdOf({ eventId: event.id, traceparent: event.traceparent })
  return {
    traceId: attempt.trace_id ?? traceId,
    spanId: attempt.span_id ?? spanIdOf(attempt.id),
    // A resend may have sent the trace of somebody else.
    ...((attempt.trace_id ?? traceId) === traceId && { parentSpanId: spanIdOf(event.id) }),
    name: request.method,
    kind: kinds.client,
    startTimeUnixNano: nanoOf(startedAt),
    endTimeUnixNano: nanoOf(startedAt + durationMs * 1000),
    attributes: attributesOf({
      'http.request.method': request.method,
      'url.full': url.href,
      'server.address': url.hostname,
      'server.port': Number(url.port) || (url.protocol === 'https:' ? 443 : 80),
      'network.protocol.version': response?.http_version ?? request.http_version,
      'http.response.status_code': status,
      'http.request.resend_count': attempt.number > 1 ? attempt.number - 1 : null,
      'error.type': failure,
      'webhook.event.id': event.id,
      'webhook.delivery.id': delivery.id,
      'webhook.attempt.id': attempt.id,
      'webhook.subscription.id': delivery.subscriptionId,
    }),
    status: { code: failure === null ? statusCodes.unset : statusCodes.error },
  }
}

/** How many deliveries are read at a time. */
const pageRows = 50
const noBody = Buffer.alloc(0)

/** The route that exports the traces of deliveries. */
export function otlpRoutes(needs: {
  version: string
  counters: Counters
  search: Search
  events: EventStore
  deliveries: DeliveryStore
  attempts: AttemptStore
}): ControlRoute[] {
  const { events, deliveries, attempts, version } = needs
  const scope = { name: 'webhook-sandbox', version }
  const resource = { attributes: attributesOf({ 'service.name': scope.name, 'service.version': version }) }

  /** The ended attempts of deliveries, each event before its first attempt. */
  async function* spans(pages: AsyncIterable<DeliveryRecord[]>): AsyncGenerator<Span> {
    const told = new Set<number>()
    for await (const page of pages)
      for (const delivery of page) {
        const event = events.traced(delivery.eventSeq)
        if (event === undefined) continue
        if (!told.has(delivery.eventSeq)) yield eventSpan(event)
        told.add(delivery.eventSeq)
        for (const { attempt, record } of attempts.of(delivery.seq, noBody, 0))
          if (record.durationMs !== null)
            yield attemptSpan(attempt, {
              event,
              delivery,
              startedAt: record.startedAt,
              durationMs: record.durationMs,
            })
      }
  }

  async function* text(pages: AsyncIterable<DeliveryRecord[]>) {
    yield `{"resourceSpans":[{"resource":${JSON.stringify(resource)},"scopeSpans":[{"scope":${JSON.stringify(scope)},"spans":[\n`
    let before = ''
    for await (const one of spans(pages)) {
      yield before + JSON.stringify(one)
      before = ',\n'
    }
    yield '\n]}]}]}\n'
  }

  return [
    route({
      method: 'GET',
      path: '/deliveries.otlp',
      operationId: 'exportTraces',
      summary:
        'The ended attempts of all deliveries that match, as spans of the traces of their events, oldest first',
      query: z.strictObject(filterFields(deliveries.list)),
      success: { status: 200, description: 'The document', schema: traces },
      async run({ query, signal }) {
        const filters = query as Filters
        await needs.search.caughtUp()
        const upTo = needs.counters.current('seq')
        // An invalid filter must be refused before the response begins.
        deliveries.matching({ filters, since: upTo, limit: 1 })
        const stop = signal()
        const isOver = () => stop.aborted
        const pages = pagesOf(deliveries.matchingInTurns, { filters, upTo, limit: pageRows, isOver })
        return new Response(streamed(text(pages)), {
          headers: {
            'content-type': 'application/json',
            'content-disposition': 'attachment; filename="deliveries.otlp.json"',
          },
        })
      },
    }),
  ]
}
