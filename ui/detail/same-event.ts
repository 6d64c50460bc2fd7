import type { Event } from '../../server/wire.ts'

/** The payload as it was written: numbers of many digits and repeated keys are not what JSON makes of them. */
export const payloadText = ({ payload, payload_text = JSON.stringify(payload) }: Event): string =>
  payload_text

/** Whether JSON makes the very text of a payload again. */
const isPlainJson = (event: Event): boolean => JSON.stringify(event.payload) === payloadText(event)

/** The payload to be read and edited: indented, or as it was written where that would be another. */
export const readablePayload = (event: Event): string =>
  isPlainJson(event) ? JSON.stringify(event.payload, null, 2) : payloadText(event)

/** The order that fires an event once more with its very payload, which may be one that its schema refuses. */
export const sameEvent = (fired: Event) => ({
  event: fired.event,
  payload: isPlainJson(fired) ? fired.payload : payloadText(fired),
  force: true,
})
