/** The forms in which a record can be copied. */
import type { Attempt, Call, Capture, Delivery, Event } from '../../server/wire.ts'
import { curlOf } from '../../server/words/curl.ts'
import { attemptCurl, notAgain, replayCommand, resendCommand, sandboxCurl } from '../commands/curl.ts'
import { triggerCommand } from '../commands/simulator-commands.ts'
import { handlerLanguage } from '../kit/preferences.ts'
import { health } from '../live/health.ts'
import { attemptTo } from '../live/refusal.ts'
import { getCurl, getHandlerCode, getHar, type HandlerOf } from '../live/routes/capture.ts'
import { getCall, getCapture } from '../live/routes/records.ts'
import { getDelivery, listRows } from '../live/routes.ts'
import { placeOf } from '../place/navigation.ts'
import { writePlace } from '../place/place.ts'
import type { Thing } from '../stream/grouping-family.ts'
import { attemptTest, callTest, captureTest, eventTest, fetchCode } from './as-test.ts'
import type { CopyItem } from './copy-menu.tsx'
import { harOfCall, harOfDeliveries } from './har.ts'
import { readablePayload, sameEvent } from './same-event.ts'

const version = () => health.value?.version ?? ''
const linkTo = (id: string) => location.origin + writePlace({ ...placeOf('stream'), open: id })
const whole = {
  delivery: async (id: string) => (await attemptTo(getDelivery(id)))?.delivery ?? null,
  capture: async (id: string) => (await attemptTo(getCapture(id)))?.capture ?? null,
  call: async (id: string) => (await attemptTo(getCall(id)))?.call ?? null,
}

/** Builds text from a record that is loaded on demand. */
const made =
  <T>(read: () => Promise<T | null>, write: (value: T) => string | null) =>
  async () => {
    const value = await read()
    return value === null ? null : write(value)
  }

const handler = (of: HandlerOf) => async () =>
  (await attemptTo(getHandlerCode(of, handlerLanguage.value)))?.code.text ?? null

function ofDelivery({ id, event_id, subscription_id, attempts }: Delivery): CopyItem[] {
  const read = () => whole.delivery(id)
  const ofLast = (write: (delivery: Delivery, attempt: Attempt) => string) =>
    made(read, (delivery) => {
      const last = delivery.attempts.at(-1)
      return last === undefined ? null : write(delivery, last)
    })
  const last = attempts.at(-1)
  const without = (by: 'curl' | 'fetch') =>
    last === undefined
      ? undefined
      : notAgain(last, by)
          .map(({ fault }) => fault)
          .join(', ') || undefined
  const sent: CopyItem[] = [
    {
      title: 'as curl',
      about: 'bytes as sent',
      without: without('curl'),
      text: ofLast((_, attempt) => attemptCurl(attempt)),
    },
    {
      title: 'as test',
      about: 'tests the receiver (node --test)',
      without: without('fetch'),
      text: ofLast(attemptTest),
    },
    { title: 'as HAR', about: 'all attempts', text: made(read, (one) => harOfDeliveries([one], version())) },
  ]
  return [
    { title: 'as command', about: 'resends the delivery', text: resendCommand(id) },
    ...(attempts.length === 0 ? [] : sent),
    { title: 'as code', about: 'handler that verifies the signature', text: handler({ subscription_id }) },
    { title: 'id', about: id, text: id },
    { title: 'event id', about: event_id, text: event_id },
    { title: 'link', about: 'to this page', text: linkTo(id) },
  ]
}

function ofCapture(capture: Capture): CopyItem[] {
  const { id, webhook_id } = capture
  return [
    { title: 'as command', about: 'replays the capture', text: replayCommand(id, {}) ?? '' },
    { title: 'as curl', about: 'bytes as received', text: () => attemptTo(getCurl(id)) },
    {
      title: 'as test',
      about: 'tests the sender (node --test)',
      text: captureTest(capture, location.origin),
    },
    { title: 'as HAR', about: 'with its verdict', text: () => attemptTo(getHar(id)) },
    { title: 'as code', about: 'handler that verifies the signature', text: handler({ capture_id: id }) },
    { title: 'id', about: id, text: id },
    ...(webhook_id === null
      ? []
      : [{ title: 'webhook id', about: webhook_id, text: webhook_id } satisfies CopyItem]),
    { title: 'link', about: 'to this page', text: linkTo(id) },
  ]
}

/** Every delivery of an event with whole bodies; of very many, the newest. */
async function deliveriesOf(event: string): Promise<Delivery[] | null> {
  const found = await attemptTo(listRows('delivery', { event_id: event, limit: 50 }))
  if (found === null) return null
  const read = await Promise.all(found.rows.map(({ id }) => whole.delivery(id)))
  return read.filter((one) => one !== null)
}

function ofEvent(event: Event): CopyItem[] {
  const { id, event: name } = event
  const fire = sameEvent(event)
  const url = `${location.origin}/sandbox/events`
  return [
    { title: 'as command', about: 'triggers the event again', text: triggerCommand({ event: name }) },
    {
      title: 'as curl',
      about: 'triggers the event with this payload',
      text: sandboxCurl('POST', '/sandbox/events', fire),
    },
    { title: 'as test', about: 'tests the receivers (node --test)', text: eventTest(event, location.origin) },
    {
      title: 'as HAR',
      about: 'all deliveries and attempts',
      text: made(
        () => deliveriesOf(id),
        (all) => harOfDeliveries(all, version()),
      ),
    },
    { title: 'as code', about: 'fetch that triggers the event', text: fireCode(url, fire) },
    { title: 'id', about: id, text: id },
    { title: 'payload', about: 'as JSON', text: readablePayload(event) },
    { title: 'link', about: 'to this page', text: linkTo(id) },
  ]
}

const fireCode = (url: string, body: object): string =>
  fetchCode({
    method: 'POST',
    url,
    headers: [['content-type', 'application/json']],
    body: JSON.stringify(body),
  })

/** A call as it would be sent again. */
const asSent = ({ method, path, request }: Call) => ({
  method,
  url: location.origin + path,
  headers: request.headers,
  body: request.body ?? '',
  body_base64: request.body_base64,
})

function ofCall({ id }: Call): CopyItem[] {
  const read = () => whole.call(id)
  return [
    { title: 'as curl', about: 'repeats the call', text: made(read, (call) => curlOf(asSent(call))) },
    {
      title: 'as test',
      about: 'tests the response (node --test)',
      text: made(read, (call) => callTest(call, location.origin)),
    },
    {
      title: 'as HAR',
      about: 'request and response',
      text: made(read, (call) => harOfCall(call, location.origin, version())),
    },
    {
      title: 'as code',
      about: 'fetch that repeats the call',
      text: made(read, (call) => fetchCode(asSent(call))),
    },
    { title: 'id', about: id, text: id },
    { title: 'link', about: 'to this page', text: linkTo(id) },
  ]
}

/** The copy forms of a record; large parts load on demand. */
export function copiesOf(thing: Thing): CopyItem[] {
  switch (thing.kind) {
    case 'delivery':
      return ofDelivery(thing.data)
    case 'capture':
      return ofCapture(thing.data)
    case 'event':
      return ofEvent(thing.data)
    case 'call':
      return ofCall(thing.data)
  }
}
