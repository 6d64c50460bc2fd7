/** Repeats an event with its exact payload. */
import type { Event } from '../../server/wire.ts'

/** The payload as written: JSON.parse would lose digits and repeated keys. */
export const payloadText = ({ payload, payload_text = JSON.stringify(payload) }: Event): string =>
  payload_text

/** Whether JSON.stringify restores the exact text. */
const isPlainJson = (event: Event): boolean => JSON.stringify(event.payload) === payloadText(event)

/** The payload for reading and editing: indented, or as written if indenting would change it. */
export const readablePayload = (event: Event): string =>
  isPlainJson(event) ? JSON.stringify(event.payload, null, 2) : payloadText(event)

/** The order that triggers the event again with its exact payload, even if the schema refuses it. */
export const sameEvent = (fired: Event) => ({
  event: fired.event,
  payload: isPlainJson(fired) ? fired.payload : payloadText(fired),
  force: true,
})
