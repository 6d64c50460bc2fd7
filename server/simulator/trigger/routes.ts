/** The routes that trigger and show events. */
import { z } from 'zod'
import { listRoute } from '../../api/lists.ts'
import { objectIn } from '../../api/read.ts'
import { type ControlRoute, route } from '../../api/route.ts'
import { failUnknown } from '../../api/unknown-id.ts'
import type { Search } from '../../database/search.ts'
import type { EventStore } from '../../delivery/event-store.ts'
import { listCatalogue } from '../../events/catalogue.ts'
import * as wire from '../../wire.ts'
import type { Trigger } from './trigger.ts'

const countWords = 'must be a whole number from 1 to 100,000'
const yesOrNo = 'must be true or false'

const triggerBody = z.strictObject({
  event: z.string('must be the name of an event, such as card.created').meta({
    description: 'A name, or a pattern with `*`; every match is triggered, in the order of the catalogue',
    example: 'card.created',
  }),
  set: z
    .record(
      z.string(),
      z.unknown(),
      'must be an object of values by dotted path, such as {"card.last_four": "4242"}',
    )
    .optional()
    .meta({
      description:
        'Values by dotted path; an id selects the customer, account, card, business or transaction of the event',
      example: { 'card.last_four': '4242' },
    }),
  payload: z
    .union(
      [z.string(), z.record(z.string(), z.unknown())],
      'must be an object, or the text of one: the whole body of the event',
    )
    .optional()
    .meta({
      description:
        'The whole body: an object, which is sent as written here without the blanks between tokens, or its exact text, unless `set` changes it. Nothing happens on the platform',
    }),
  count: z.int(countWords).min(1, countWords).max(wire.firedAtMost, countWords).default(1),
  subscription_id: z
    .string('must be the id of a subscription')
    .optional()
    .meta({ description: 'Only this subscription, whatever its patterns' }),
  fault: z.string('must be a fault, such as duplicate(2)').optional().meta({
    description: 'A deliberate fault, from the catalogue of faults',
    example: 'tamper(signature)',
  }),
  force: z.boolean(yesOrNo).default(false).meta({
    description: 'Send the event even if its schema refuses the values, or no object can be in this state',
  }),
  with_history: z.boolean(yesOrNo).default(false).meta({
    description: 'Also send the earlier events, if an object is created for this event',
  }),
})

export function eventRoutes({
  events,
  trigger,
  search,
}: {
  events: EventStore
  trigger: Trigger
  search: Search
}): ControlRoute[] {
  return [
    route({
      method: 'GET',
      path: '/catalogue/events',
      operationId: 'listEventKinds',
      summary: 'Every event that can be sent, with its schema and an example',
      success: {
        status: 200,
        description: 'The catalogue',
        schema: z.object({ events: z.array(wire.catalogueEvent) }),
      },
      run: () => ({ events: listCatalogue() }),
    }),
    route({
      method: 'POST',
      path: '/events',
      operationId: 'triggerEvent',
      summary: 'Trigger an event',
      body: triggerBody,
      success: {
        status: 201,
        description: 'The events and deliveries; above 1,000 events only the counts',
        schema: z.object({
          events: z.array(wire.event),
          deliveries: z.array(wire.deliveryRow),
          counts: z.object({ events: z.int(), deliveries: z.int() }),
        }),
      },
      errors: [
        'event_name_unknown',
        'object_unknown',
        'event_impossible',
        'path_unknown',
        'payload_invalid',
        'subscription_unknown',
        'fault_invalid',
        'sandbox_reset',
      ],
      run: ({ body: { payload, ...request }, written }) =>
        trigger.trigger(
          typeof payload === 'string'
            ? { ...request, payload: objectIn(payload, 'payload'), payloadText: payload }
            : { ...request, payload, payloadText: payload && written('payload') },
        ),
    }),
    listRoute({
      path: '/events',
      operationId: 'listEvents',
      summary: 'Events, newest first',
      row: wire.eventRow,
      list: events.list,
      search,
    }),
    route({
      method: 'GET',
      path: '/events/{id}',
      operationId: 'getEvent',
      summary: 'One event with its payload',
      success: { status: 200, description: 'The event', schema: z.object({ event: wire.event }) },
      errors: ['event_unknown'],
      run({ params: { id = '' } }) {
        const event = events.find(id) ?? failUnknown('event_unknown', id)
        const text = events.textOf(id)?.payload
        return { event: text === JSON.stringify(event.payload) ? event : { ...event, payload_text: text } }
      },
    }),
  ]
}
