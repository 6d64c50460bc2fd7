import { expect, test } from 'vitest'
import { z } from 'zod'
import { quietHost, startReceiver } from '../helpers/receiver.ts'
import { startSandbox } from '../helpers/sandbox.ts'
import { createWorld } from '../platform/successes.ts'

const value = z.union([
  z.strictObject({ stringValue: z.string() }),
  z.strictObject({ intValue: z.string().regex(/^\d+$/) }),
])
const attributes = z.array(z.strictObject({ key: z.string(), value }))
const nano = z.string().regex(/^[1-9]\d{18}$/)
const id = (digits: number) => z.string().regex(new RegExp(`^(?!0+$)[\\da-f]{${digits}}$`))
/**
 * The messages of trace.proto, resource.proto and common.proto by the JSON mapping of OTLP: names in lowerCamelCase, ids in
 * hex, 64-bit numbers as texts, enums as numbers.
 */
const document = z.strictObject({
  resourceSpans: z.array(
    z.strictObject({
      resource: z.strictObject({ attributes }),
      scopeSpans: z.array(
        z.strictObject({
          scope: z.strictObject({ name: z.string(), version: z.string() }),
          spans: z.array(
            z.strictObject({
              traceId: id(32),
              spanId: id(16),
              parentSpanId: id(16).optional(),
              name: z.string().min(1),
              kind: z.int().min(1).max(5),
              startTimeUnixNano: nano,
              endTimeUnixNano: nano,
              attributes,
              status: z.strictObject({ code: z.int().min(0).max(2) }),
            }),
          ),
        }),
      ),
    }),
  ),
})

/** The spans of a document, with their attributes as an object. */
function spansIn(given: unknown) {
  const [resource] = document.parse(given).resourceSpans
  return (resource?.scopeSpans ?? []).flatMap(({ spans }) =>
    spans.map(({ attributes, ...span }) => ({
      ...span,
      attributes: Object.fromEntries(attributes.map(({ key, value }) => [key, Object.values(value)[0]])),
    })),
  )
}

test('a trace has the event and a client span for each attempt, with the ids that the receiver got', async () => {
  const receiver = await startReceiver([503, 200])
  const sandbox = await startSandbox()
  await sandbox.clock({ mode: 'manual', set: '2026-01-05T09:00:00.000001Z' })
  const { id: subscription } = await sandbox.subscribe(receiver.url.replace('//', '//user:pass@'))
  const { events, deliveries } = await sandbox.trigger('card.created')
  await sandbox.clock({ advance: '10m' })
  const attempts = await sandbox.attempts(deliveries[0]?.id ?? '')
  const [event, first, second, ...others] = spansIn(await sandbox.get('/sandbox/deliveries.otlp'))
  expect(others).toEqual([])
  expect(event).toMatchObject({
    name: 'card.created',
    kind: 4,
    traceId: attempts[0]?.trace_id,
    startTimeUnixNano: '1767603600000001000',
    attributes: { 'webhook.event.id': events[0]?.id, 'webhook.event.source': 'trigger' },
  })
  expect(event).not.toHaveProperty('parentSpanId')
  expect(first).toMatchObject({
    name: 'POST',
    kind: 3,
    traceId: attempts[0]?.trace_id,
    spanId: attempts[0]?.span_id,
    parentSpanId: event?.spanId,
    startTimeUnixNano: '1767603600000001000',
    status: { code: 2 },
    attributes: {
      'http.request.method': 'POST',
      'http.response.status_code': '503',
      'error.type': '503',
      'url.full': receiver.url,
      'server.address': '127.0.0.1',
      'server.port': String(receiver.port),
      'network.protocol.version': '1.1',
      'webhook.delivery.id': deliveries[0]?.id,
      'webhook.attempt.id': attempts[0]?.id,
      'webhook.subscription.id': subscription,
    },
  })
  const spent = BigInt(first?.endTimeUnixNano ?? 0) - BigInt(first?.startTimeUnixNano ?? 0)
  expect(Number(spent)).toBe(Math.round((attempts[0]?.duration_ms ?? 0) * 1000) * 1000)
  expect(first?.attributes).not.toHaveProperty(['http.request.resend_count'])
  expect(second).toMatchObject({
    spanId: attempts[1]?.span_id,
    parentSpanId: event?.spanId,
    status: { code: 0 },
    attributes: { 'http.response.status_code': '200', 'http.request.resend_count': '1' },
  })
  expect(second?.attributes).not.toHaveProperty(['error.type'])
})

test('an attempt without a response has the kind of its outcome as its error', async () => {
  const sandbox = await startSandbox({ delivery: { retry_delays: [] } })
  const { url, close } = await startReceiver([], 0, quietHost)
  await close()
  await sandbox.subscribe(url)
  await sandbox.trigger('card.created')
  await sandbox.settle()
  const [, span] = spansIn(await sandbox.get('/sandbox/deliveries.otlp'))
  expect(span).toMatchObject({ status: { code: 2 }, attributes: { 'error.type': 'refused' } })
  expect(span?.attributes).not.toHaveProperty(['http.response.status_code'])
})

test('the event of a call with a trace is a child of the span of its caller', async () => {
  const sandbox = await startSandbox()
  const { url } = await startReceiver()
  await sandbox.subscribe(url)
  const traceparent = '00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01'
  const headers = { authorization: 'demo', identity: 'demo', traceparent }
  const world = createWorld({
    ...sandbox,
    call: <Body>(method: string, path: string, body?: unknown) =>
      sandbox.call<Body>(method, path, body, headers),
  })
  await world.card({ account_id: await world.account() })
  await sandbox.settle()
  const spans = spansIn(await sandbox.get('/sandbox/deliveries.otlp?event=card.created'))
  expect(spans).toHaveLength(2)
  expect(spans[0]).toMatchObject({
    traceId: '4bf92f3577b34da6a3ce929d0e0e4736',
    parentSpanId: '00f067aa0ba902b7',
  })
  expect(spans[1]).toMatchObject({ traceId: spans[0]?.traceId, parentSpanId: spans[0]?.spanId })
})

test('an attempt with the trace of a resend is no child of the event; filters are those of the list', async () => {
  const sandbox = await startSandbox()
  const { url } = await startReceiver()
  await sandbox.subscribe(url)
  const { deliveries } = await sandbox.trigger('card.created')
  await sandbox.trigger('customer.updated')
  await sandbox.post(`/sandbox/deliveries/${deliveries[0]?.id}/resend`, {
    headers: { traceparent: '00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01' },
  })
  await sandbox.settle()
  const query = `?event_id=${deliveries[0]?.event_id}`
  const spans = spansIn(await sandbox.get(`/sandbox/deliveries.otlp${query}`))
  expect(spans.map(({ name }) => name)).toEqual(['card.created', 'POST', 'POST'])
  expect(spans[2]).toMatchObject({ traceId: '4bf92f3577b34da6a3ce929d0e0e4736', spanId: '00f067aa0ba902b7' })
  expect(spans[2]).not.toHaveProperty('parentSpanId')
  expect(spansIn(await sandbox.get('/sandbox/deliveries.otlp?event=none.such'))).toEqual([])
  expect((await sandbox.request('GET', '/sandbox/deliveries.otlp?evnt=x')).status).toBe(400)
})
