/** Finds the event name and id in requests of well-known senders. */
import type { Recipes } from '../signing/recipes.ts'
import { eventHeaders } from '../verification/read.ts'
import { headerOf } from '../wire/header-pairs.ts'
import type { HeaderPair } from '../wire.ts'
import { eventSummary } from '../words/event.ts'
import type { Payload } from './payload.ts'
import { valueAt } from './reply/asking.ts'

type Body = Payload['value']

/** Where a sender's JSON names the event. */
interface Sender {
  /** Recognizes the sender's events, if the members alone do not. */
  is?: (body: Body, scheme: string | null) => boolean
  /** The path of the name, or several paths whose values are joined by a dot. */
  event: readonly string[]
  /** The member that is equal for every delivery of an event, if documented. */
  id?: string
}

/** Checked in this order. `type`, which many senders use, comes last. Source: the vendors' published documentation. */
const senders: Readonly<Record<string, Sender>> = {
  slack: { event: ['event.type'], id: 'event_id' },
  plaid: { event: ['webhook_type', 'webhook_code'] },
  adyen: { event: ['notificationItems.0.NotificationRequestItem.eventCode'] },
  increase: {
    is: (body, scheme) => scheme === 'increase-legacy' || body.type === 'event',
    event: ['category'],
    id: 'id',
  },
  paddle: { event: ['event_type'], id: 'event_id' },
  // Elsewhere `id` may be the id of the object that the event is about.
  stripe: {
    is: (body, scheme) => scheme === 'stripe' || body.object === 'event',
    event: ['type'],
    id: 'id',
  },
  // Standard Webhooks, Svix and Clerk have the same form, with ids in headers.
  square: { event: ['type'], id: 'event_id' },
}

/** Event names contain no spaces. Other values of `type` are not event names. */
const nameForm = /^[A-Za-z][\w.:/-]{0,199}$/
const longestId = 200

/** The event of a request, as far as known. */
export interface SentEvent {
  name: string | null
  /** The id in the body, for a request without one in a header. */
  id: string | null
}

const none: SentEvent = { name: null, id: null }

/**
 * Finds the event of a request: in the `event` member of JSON, as this platform and Zoom use it, in a header of the scheme,
 * or where the table of senders says.
 * @param request with the scheme of its verdict
 */
export function eventIn(
  recipes: Recipes,
  request: { headers: readonly HeaderPair[]; payload: Payload | undefined; scheme: string | null },
): SentEvent {
  const { headers, payload, scheme } = request
  if (typeof payload?.value.event === 'string') return { name: wellFormed(payload.value.event), id: null }
  for (const header of eventHeaders(recipes)) {
    const name = headerOf(headers, header)
    if (name) return { name, id: null }
  }
  return payload ? eventBySender(payload.value, scheme) : none
}

/** The meaning of an event of this platform in a few words. Null for another sender's event. */
export const summaryIn = (event: string | null, payload: Payload | undefined): string | null =>
  event !== null && payload?.value.event === event ? eventSummary(event, payload.value) : null

function eventBySender(body: Body, scheme: string | null): SentEvent {
  for (const { is, event: paths, id } of Object.values(senders)) {
    if (is && !is(body, scheme)) continue
    const names = paths.map((path) => valueAt(body, path))
    if (names.every((name) => typeof name === 'string' && nameForm.test(name)))
      return { name: names.join('.'), id: id === undefined ? null : idAt(body, id) }
  }
  return none
}

function idAt(body: Body, member: string): string | null {
  const id = body[member]
  return typeof id === 'string' && id !== '' && id.length <= longestId ? wellFormed(id) : null
}

/** A lone surrogate, which JSON can contain but UTF-8 cannot, becomes U+FFFD as elsewhere. */
const wellFormed = (text: string) => text.replace(/\p{Surrogate}/gu, '\ufffd')
