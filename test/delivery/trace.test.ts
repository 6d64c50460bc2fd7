import { expect, test } from 'vitest'
import { readTraceparent } from '../../server/delivery/trace.ts'
import type { DeliveryRow } from '../../server/wire.ts'
import { startReceiver } from '../helpers/receiver.ts'
import { startSandbox } from '../helpers/sandbox.ts'
import { createWorld } from '../platform/successes.ts'

const caller = '00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-00'

// Values of the recommendation "Trace Context" of the W3C and of its test suite.
test.each([
  [
    'of version 0',
    '00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01',
    '4bf92f3577b34da6a3ce929d0e0e4736',
  ],
  [
    'of a later version with another field',
    'cc-12345678901234567890123456789012-1234567890123456-01-what',
    '12345678901234567890123456789012',
  ],
  [
    'of version 0 with another field',
    '00-12345678901234567890123456789012-1234567890123456-01-what',
    undefined,
  ],
  [
    'of a later version with text behind the flags',
    'cc-12345678901234567890123456789012-1234567890123456-01.what',
    undefined,
  ],
  ['of the forbidden version', 'ff-12345678901234567890123456789012-1234567890123456-01', undefined],
  ['with a trace of zeros', '00-00000000000000000000000000000000-1234567890123456-01', undefined],
  ['with a span of zeros', '00-12345678901234567890123456789012-0000000000000000-01', undefined],
  ['in capitals', '00-12345678901234567890123456789ABC-1234567890123456-01', undefined],
  ['with a short trace', '00-1234567890123456789012345678901-1234567890123456-01', undefined],
  ['without flags', '00-12345678901234567890123456789012-1234567890123456', undefined],
])('a traceparent %s', (_, text, traceId) => {
  expect(readTraceparent(text)?.traceId).toBe(traceId)
})

async function failedOnce(seed: number) {
  const receiver = await startReceiver([503, 200])
  const sandbox = await startSandbox({ seed })
  await sandbox.clock({ mode: 'manual', set: '2026-01-05T09:00:00Z' })
  await sandbox.subscribe(receiver.url)
  const { deliveries } = await sandbox.trigger('card.created')
  await sandbox.clock({ advance: '10m' })
  return { sandbox, receiver, id: deliveries[0]?.id ?? '' }
}

test('the attempts of a delivery share a trace and have a span each, as the receiver got them', async () => {
  const { sandbox, receiver, id } = await failedOnce(7)
  const attempts = await sandbox.attempts(id)
  expect(attempts).toHaveLength(2)
  expect(receiver.requests.map(({ headers }) => headers.traceparent)).toEqual(
    attempts.map(({ trace_id, span_id }) => `00-${trace_id}-${span_id}-01`),
  )
  expect(receiver.requests.map(({ headers }) => readTraceparent(`${headers.traceparent}`))).not.toContain(
    null,
  )
  expect(new Set(attempts.map(({ trace_id }) => trace_id)).size).toBe(1)
  expect(new Set(attempts.map(({ span_id }) => span_id)).size).toBe(2)

  const again = await sandbox.post<{ delivery: DeliveryRow }>(`/sandbox/deliveries/${id}/resend`, {})
  const other = await sandbox.trigger('card.created')
  await sandbox.settle()
  const [resent] = await sandbox.attempts(again.delivery.id)
  const [unlike] = await sandbox.attempts(other.deliveries[0]?.id ?? '')
  expect(resent?.trace_id).toBe(attempts[0]?.trace_id)
  expect(attempts.map(({ span_id }) => span_id)).not.toContain(resent?.span_id)
  expect(unlike?.trace_id).not.toBe(attempts[0]?.trace_id)
})

test('the same seed makes the same traces, another seed makes others', async () => {
  const tracesOf = async (seed: number) => {
    const { sandbox, id } = await failedOnce(seed)
    return (await sandbox.attempts(id)).map(({ trace_id, span_id }) => [trace_id, span_id])
  }
  expect(await tracesOf(7)).toEqual(await tracesOf(7))
  expect(await tracesOf(8)).not.toEqual(await tracesOf(7))
})

test.each([
  ['takes the place of it', caller, '4bf92f3577b34da6a3ce929d0e0e4736', '00f067aa0ba902b7'],
  ['is sent although it is invalid, and names no trace', 'none', null, null],
])('a traceparent of a resend %s', async (_, traceparent, trace_id, span_id) => {
  const { sandbox, receiver, id } = await failedOnce(7)
  const headers = { traceparent }
  const { delivery } = await sandbox.post<{ delivery: DeliveryRow }>(`/sandbox/deliveries/${id}/resend`, {
    headers,
  })
  await sandbox.settle()
  expect(await sandbox.attempts(delivery.id)).toMatchObject([{ trace_id, span_id }])
  expect(receiver.requests.at(-1)?.headers.traceparent).toBe(traceparent)
})

test('an event continues the trace of the call that caused it, at once or later', async () => {
  const sandbox = await startSandbox()
  await sandbox.clock({ mode: 'manual', set: '2026-01-05T09:00:00Z' })
  const { url, requests } = await startReceiver()
  await sandbox.subscribe(url)
  const traced = {
    ...sandbox,
    call: <Body>(method: string, path: string, body?: unknown) =>
      sandbox.call<Body>(method, path, body, {
        authorization: 'demo',
        identity: 'demo',
        traceparent: caller,
      }),
  }
  const world = createWorld(traced)
  await world.card({ account_id: await world.account() })
  await world.verification('123-45-6789')
  await sandbox.clock({ advance: '1d' })
  const seen = requests.map(({ headers, body }) => [JSON.parse(`${body}`).event, `${headers.traceparent}`])
  const names = seen.map(([name]) => name)
  expect(names).toContain('card.created')
  expect(names).toContain('kyc.verification.success')
  for (const [, traceparent] of seen)
    expect(traceparent).toMatch(/^00-4bf92f3577b34da6a3ce929d0e0e4736-(?!00f067aa0ba902b7)[\da-f]{16}-00$/)
})
