/** The routes that show the platform's objects. */
import { z } from 'zod'
import { bringUpToDate, listRoute, patienceMs } from '../../api/lists.ts'
import { type ControlRoute, route } from '../../api/route.ts'
import { failUnknown } from '../../api/unknown-id.ts'
import type { Filters } from '../../database/asking.ts'
import type { List } from '../../database/list.ts'
import type { Search } from '../../database/search.ts'
import { queryNumber } from '../../schema/fields.ts'
import * as wire from '../../wire.ts'
import type { ObjectView } from './view.ts'

/** A list whose records have ids. */
type Ids = Pick<List<{ id: string }>, 'pageInTurns'>

export function objectRoutes({
  objects,
  search,
  calls,
  events,
  deliveries,
}: {
  objects: ObjectView
  search: Search
  calls: Ids
  events: Ids
  deliveries: Ids
}): ControlRoute[] {
  async function idsOf(list: Ids, filters: Filters, limit: number) {
    const { rows, next } = await list.pageInTurns({ filters, limit })
    return { ids: rows.map(({ id }) => id), isMore: next !== null }
  }

  return [
    listRoute({
      path: '/objects',
      operationId: 'listObjects',
      summary: "The platform's objects, newest first",
      description: 'Transactions only if asked for by their kind.',
      row: wire.platformObjectRow,
      list: objects.list,
      // The words of objects are read from the objects themselves.
      search: { caughtUp: async () => 0 },
    }),
    route({
      method: 'GET',
      path: '/objects/{id}',
      operationId: 'getObject',
      summary: 'One object with its fields, its relations and the ids of its calls, events and deliveries',
      success: {
        status: 200,
        description: 'The object',
        schema: z.object({ object: wire.platformObject }),
      },
      query: z.strictObject({
        limit: queryNumber('must be a whole number from 1 to 100', 1, 100)
          .default(50)
          .meta({ description: 'At most how many calls, events and deliveries; at most 100' }),
      }),
      errors: ['platform_object_unknown'],
      async run({ params, query: { limit } }) {
        const object = objects.find(params.id ?? '') ?? failUnknown('platform_object_unknown', params.id)
        const named = { q: `"${object.id}"` }
        const lag = await bringUpToDate(search, named, { withinMs: patienceMs })
        const called = await idsOf(calls, named, limit)
        const happened = await idsOf(events, named, limit)
        const sent =
          happened.ids.length === 0
            ? { ids: [], isMore: false }
            : await idsOf(deliveries, { event_id: happened.ids.join(',') }, limit)
        return {
          object: {
            ...object,
            calls: called.ids,
            events: happened.ids,
            deliveries: sent.ids,
            more: {
              calls: called.isMore,
              events: happened.isMore,
              deliveries: happened.isMore || sent.isMore,
            },
            ...(lag > 0 && { index_lag: lag }),
          },
        }
      },
    }),
  ]
}
