import type { Recipes } from '../signing/recipes.ts'
import { eventHeaders } from '../verification/read.ts'
import { headerOf } from '../wire/header-pairs.ts'
import type { HeaderPair } from '../wire.ts'
import type { Payload } from './payload.ts'
import { valueAt } from './reply/asking.ts'

type Body = Payload['value']

/** How a sender names an event in JSON. */
interface Sender {
  /** Whether it is one of its events, where the members alone do not show that. */
  is?: (body: Body, scheme: string | null) => boolean
  /** Where the name stands: one path, or several whose values are joined by a dot. */
  event: readonly string[]
  /** The member that is the same however often the event is sent; none where the sender documents none. */
  id?: string
}

/** In this order: `type`, which many write, goes last. Source: the vendors' published documentation. */
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
  // The `id` of others may be that of the object which the event is about.
  stripe: {
    is: (body, scheme) => scheme === 'stripe' || body.object === 'event',
    event: ['type'],
    id: 'id',
  },
  // So do Standard Webhooks, Svix and Clerk, whose ids are in headers.
  square: { event: ['type'], id: 'event_id' },
}

/** Words without spaces: what else stands in a `type` is the name of no event. */
const nameForm = /^[A-Za-z][\w.:/-]{0,199}$/
const longestId = 200

/** The event of a request, as far as it says. */
export interface SentEvent {
  name: string | null
  /** That in the body, for a request that has none in a header. */
  id: string | null
}

const none: SentEvent = { name: null, id: null }

/**
 * Finds the event of a request where its sender puts it: in the `event` member of a JSON body, as this platform and Zoom do, in
 * a header of a scheme, or in the members that the table of senders knows.
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

/** Half a character, which JSON can write and no UTF-8 can hold, is replaced as elsewhere: by one U+FFFD. */
const wellFormed = (text: string) => text.replace(/\p{Surrogate}/gu, '\ufffd')
