import { z } from 'zod'
import { bringUpToDate, filterFields } from '../api/lists.ts'
import { type ControlRoute, route } from '../api/route.ts'
import type { Explainer } from '../capture/explainer.ts'
import type { Filters } from '../database/asking.ts'
import { timeForm } from '../database/filters.ts'
import type { List } from '../database/list.ts'
import type { Search } from '../database/search.ts'
import { fail } from '../failures.ts'
import type { Bus } from '../live/bus.ts'
import type { Outside } from '../outside.ts'
import { queryNumber } from '../schema/fields.ts'
import * as wire from '../wire.ts'
import { suggest } from '../words/nearest.ts'
import { closestInOrder, closestMiss } from './wait/closest.ts'
import { type Order, orderIn } from './wait/order.ts'
import type { WaitRow } from './wait/rows.ts'
import { createWaiting } from './wait/waiting.ts'

const waitKinds = ['capture', 'delivery', 'event', 'call'] as const
type WaitKind = (typeof waitKinds)[number]

const longestMs = 600_000
/** How many records that do not match are told after a time-out. */
const toldInstead = 20
const mostInOrder = 50

const ownParameters = {
  kind: z.enum(waitKinds),
  count: queryNumber('must be a whole number from 1 to 1000', 1, 1000)
    .optional()
    .meta({ description: 'How many must match; 1 without it' }),
  none: z
    .enum(['true', 'false'])
    .optional()
    .meta({ description: 'true: nothing may match until the time is over; the first that does ends it' }),
  in_order: z.string().optional().meta({
    description:
      'Patterns of events with commas between, such as `card.created,card.status.*`: one record after the other must match them, others between allowed',
  }),
  since: z.string().default('0').meta({
    description:
      'Only records with a larger seq; or since a time such as 2026-01-01T09:00:00Z, or so long ago, such as 5m',
  }),
  timeout_ms: queryNumber(`must be a whole number of ms from 0 to ${longestMs}`, 0, longestMs).default(
    10_000,
  ),
}

const row = z.union([wire.captureRow, wire.deliveryRow, wire.eventRow, wire.callRow])
const miss = {
  missed: z.string().meta({
    description: 'The filter that it does not fit; `in_order` where it is not what was to come next',
  }),
  wanted: z.string(),
  got: z.string().nullable().meta({ description: 'What it has there' }),
}
const answer = z.object({
  met: z.boolean().meta({ description: 'Whether what was asked for is so' }),
  timed_out: z.boolean().meta({ description: 'Whether the time was over before anything ended it' }),
  matched: z.array(row).meta({ description: 'Oldest first' }),
  order: z
    .object({
      missing: z
        .array(z.string())
        .meta({ description: 'The patterns that nothing has come for in its turn' }),
      misplaced: z
        .array(z.object({ pattern: z.string(), record: row }))
        .meta({ description: 'What came for them before its turn' }),
    })
    .optional(),
  arrived_instead: z.array(row).optional(),
  closest: z
    .object({ record: row, ...miss, also_missed: z.array(z.object(miss)) })
    .nullable()
    .optional(),
})
type Answer = z.infer<typeof answer>

/** What a look finds. */
interface Seen {
  matched: WaitRow[]
  /** Where they were to come in an order, how it stands with the rest. */
  order?: Omit<Order<WaitRow>, 'matched'>
}
/** A look: whether it ends the wait, and the number of the newest record when it began. */
interface Look extends Seen {
  ends: boolean
  upTo: number
}

/** Answers when enough records match, or after a time with what arrived instead. */
export function waitRoutes(needs: {
  bus: Bus
  outside: Outside
  lists: Record<WaitKind, List<WaitRow>>
  search: Search
  explainer: Explainer
}): ControlRoute[] {
  const { lists, search, explainer } = needs
  const wait = createWaiting(needs)
  const allFilters: z.ZodRawShape = Object.assign({}, ...waitKinds.map((kind) => filterFields(lists[kind])))

  /** What arrived in place of what was waited for, and what came closest to it. */
  async function instead(
    kind: WaitKind,
    asked: { since: number; filters: Filters; upTo: number },
    found: Seen,
  ) {
    const { since, upTo } = asked
    const seen = new Set(found.matched.map(({ id }) => id))
    // What came during the last look was not looked at, and may match.
    const newest = lists[kind].page({ filters: {}, limit: toldInstead + seen.size, cursor: upTo + 1 }).rows
    const closest = found.order ? closestInOrder : closestMiss
    return {
      arrived_instead: newest.filter(({ id, seq }) => seq > since && !seen.has(id)).slice(0, toldInstead),
      closest: await closest(lists[kind], { ...asked, matched: seen, order: found.order }),
    }
  }

  return [
    route({
      method: 'GET',
      path: '/wait',
      operationId: 'wait',
      summary:
        'Wait until enough records match, until the time is over without one, or until events came in an order; what is kept already counts, oldest first',
      query: z.strictObject({ ...allFilters, ...ownParameters }),
      success: {
        status: 200,
        description:
          'What matched; where it is not met also what arrived instead, and the record that missed by the fewest filters',
        schema: answer,
      },
      async run({ query, signal: signalOf }): Promise<Answer> {
        const signal = signalOf()
        const { kind, count, none, in_order, since: after, timeout_ms: timeoutMs, ...rest } = query
        const { filters, since } = sinceIn(kind, after, rest as Filters)
        checkNames(kind, filters)
        const patterns = in_order === undefined ? undefined : patternsIn(in_order, kind)
        const [isNone, wanted] = [none === 'true', count ?? 1]
        checkTogether({ none: isNone, in_order, count, event: filters.event })

        async function look(isOver: () => boolean): Promise<Look> {
          const upTo = lists[kind].page({ filters: {}, limit: 1 }).rows[0]?.seq ?? 0
          if (patterns) {
            const { matched, ...order } = await orderIn(lists[kind], patterns, { filters, since, isOver })
            return { matched, order, ends: order.missing.length === 0, upTo }
          }
          const matched = await lists[kind].arrivedInTurns({ filters, limit: wanted, since, isOver })
          return { matched, ends: matched.length >= wanted, upTo }
        }
        async function catchUp() {
          await bringUpToDate(search, filters)
          if (kind === 'capture') await explainer.caughtUp()
        }
        const { ends, upTo, ...found } = await wait({ kind, catchUp, look, timeoutMs, signal })
        const told = { met: ends !== isNone, timed_out: !ends, ...found }
        if (told.met || isNone || signal.aborted) return told
        return { ...told, ...(await instead(kind, { since, filters, upTo }, found)) }
      },
    }),
  ]

  function checkNames(kind: WaitKind, filters: Filters) {
    const { names } = lists[kind]
    for (const name of Object.keys(filters))
      if (!names.includes(name))
        fail(
          'invalid_query',
          `${name} is no filter of ${kind === 'event' ? 'an' : 'a'} ${kind}.`,
          suggest(name, names),
        )
  }

  /** A number is the seq of a record; all else is a time, which the lists have a filter for. */
  function sinceIn(kind: WaitKind, since: string, filters: Filters) {
    if (/^\d{1,15}$/.test(since)) return { since: Number(since), filters }
    if (lists[kind].flawIn('since', since) !== undefined)
      fail('invalid_query', `since: must be the seq of a record, ${timeForm}.`)
    return { since: 0, filters: { ...filters, since } }
  }

  function patternsIn(text: string, kind: WaitKind): string[] {
    if (!lists[kind].names.includes('event'))
      return fail(
        'invalid_query',
        `in_order: a ${kind} has no event.`,
        'Wait for captures, deliveries or events.',
      )
    const patterns = text.split(',').map((pattern) => pattern.trim())
    if (patterns.includes('') || patterns.length > mostInOrder)
      return fail(
        'invalid_query',
        `in_order: must be 1 to ${mostInOrder} patterns of events with a comma between.`,
        'Write in_order=card.created,card.status.*.',
      )
    return patterns
  }
}

/** Refuses what says the same thing twice, each in its own way. */
function checkTogether(asked: {
  none: boolean
  in_order: string | undefined
  count: number | undefined
  event: string | undefined
}) {
  const given = [
    ...(asked.none ? ['none'] : []),
    ...(asked.in_order === undefined ? [] : ['in_order']),
    ...(asked.count === undefined ? [] : ['count']),
  ]
  if (given.length > 1)
    fail('invalid_query', `${given.join(' and ')} exclude each other.`, 'Ask for one of them at a time.')
  if (asked.in_order !== undefined && asked.event !== undefined)
    fail('invalid_query', 'in_order and event exclude each other.', 'in_order names the events itself.')
}
