import { expect } from 'vitest'
import { type Outside, realOutside } from '../../../server/outside.ts'
import type { Attempt, Delivery, DeliveryRow } from '../../../server/wire.ts'
import { startSandbox, type TestSandbox } from '../../helpers/sandbox.ts'
import { type Message, messageIn, type Seen, startWireReceiver } from './wire-receiver.ts'

/** A sandbox on which time stands, and one receiver of all events that keeps every byte. */
export async function startWorld(
  options: {
    answer?: Parameters<typeof startWireReceiver>[0]
    config?: Record<string, unknown>
    outside?: Outside
    port?: number
  } = {},
) {
  const receiver = await startWireReceiver(options.answer, options.port)
  const sandbox = await startSandbox(options.config, options.outside ?? realOutside())
  await sandbox.clock({ mode: 'manual', set: '2026-01-01T00:00:00Z' })
  const subscription = await sandbox.subscribe(receiver.url)
  return {
    sandbox,
    receiver,
    subscription,
    patch: (settings: Record<string, unknown>) =>
      sandbox.request('PATCH', `/sandbox/subscriptions/${subscription.id}`, settings),
    /** Makes one delivery, with a fault where one is given, and answers its id at once. */
    async send(fault?: string, event = 'card.created'): Promise<string> {
      const { deliveries } = await sandbox.trigger(event, fault === undefined ? {} : { fault })
      return deliveries[0]?.id ?? ''
    },
    resend: (id: string, body: Record<string, unknown> = {}) => resend(sandbox, id, body),
  }
}
export type World = Awaited<ReturnType<typeof startWorld>>

/** Sends a delivery again and answers the id of the new one. */
export async function resend(sandbox: TestSandbox, id: string, body: Record<string, unknown> = {}) {
  const answer = await sandbox.request<{ delivery: DeliveryRow }>(
    'POST',
    `/sandbox/deliveries/${id}/resend`,
    body,
  )
  expect(answer.status, JSON.stringify(answer.body)).toBe(201)
  return answer.body.delivery.id
}

/** The exact body of an attempt as its record tells it. */
export const bodyOf = ({ request }: Attempt): Buffer =>
  request.body_base64 === null
    ? Buffer.from(request.body, 'utf8')
    : Buffer.from(request.body_base64, 'base64')

/** The value of a header that an attempt's record tells, whatever its case. */
export const headerOf = ({ request }: Attempt, name: string): string | undefined =>
  request.headers.find(([key]) => key.toLowerCase() === name)?.[1]

/** The head as the record tells it, byte for byte. */
function headOf({ request }: Attempt): Buffer {
  const { pathname, search } = new URL(request.url)
  const lines = [
    `${request.method} ${pathname}${search} HTTP/${request.http_version}`,
    ...request.headers.map(([name, value]) => `${name}: ${value}`),
  ]
  return Buffer.from(`${lines.join('\r\n')}\r\n\r\n`, 'latin1')
}

/** Holds what a receiver saw against the record of the attempt, byte for byte. */
export function expectRecorded(attempt: Attempt, seen: Seen) {
  expect(attempt.request.sent_bytes).toBe(seen.bytes.length)
  const head = headOf(attempt)
  expect(seen.bytes.subarray(0, head.length).toString('latin1')).toBe(
    head.subarray(0, seen.bytes.length).toString('latin1'),
  )
  if (seen.bytes.length < head.length) return
  const message = messageIn(seen.bytes) as Message
  const body = bodyOf(attempt)
  expect(message.body.equals(seen.end === 'whole' ? body : body.subarray(0, message.body.length))).toBe(true)
  if (!message.isChunked) expect(seen.bytes.length).toBe(head.length + message.body.length)
}

/** The state of a delivery and how each of its attempts ended. */
export const endOf = ({ state, attempts }: Delivery) => [
  state,
  ...attempts.map(({ outcome }) => (outcome?.kind === 'responded' ? outcome.status : outcome?.kind)),
]
