/** The route that waits until enough matching records exist. */
import { z } from 'zod'
import { bringUpToDate, filterFields, usesIndex } from '../api/lists.ts'
import { type ControlRoute, route, type Session } from '../api/route.ts'
import type { Explainer } from '../capture/explainer.ts'
import type { Filters } from '../database/asking.ts'
import { timeForm } from '../database/filters.ts'
import type { List } from '../database/list.ts'
import type { Search } from '../database/search.ts'
import { fail, failField } from '../failures.ts'
import type { Bus } from '../live/bus.ts'
import type { Outside } from '../outside.ts'
import { queryNumber } from '../schema/fields.ts'
import * as wire from '../wire.ts'
import { suggest } from '../words/nearest.ts'
import { timeOf } from '../words/wait.ts'
import { closestInOrder, closestMiss } from './wait/closest.ts'
import { type Order, orderIn } from './wait/order.ts'
import { createWaiting } from './wait/waiting.ts'

const longestMs = 600_000
/** How many other records a timeout reports. */
const toldInstead = 20
const mostInOrder = 50

const ownParameters = {
  kind: z.enum(wire.waitKinds),
  count: queryNumber('must be a whole number from 1 to 1000', 1, 1000)
    .optional()
    .meta({ description: 'How many records must match; 1 if left out' }),
  none: z
    .enum(['true', 'false'])
    .optional()
    .meta({ description: 'true: no record may match until the timeout; the first match ends the wait' }),
  in_order: z.string().optional().meta({
    description:
      'Event patterns separated by commas, such as `card.created,card.status.*`. Records must match them in this order; other records may come between',
  }),
  since: z.string().optional().meta({
    description:
      'Count only records with a larger seq, or since a time such as 2026-01-01T09:00:00Z, or of the last 5m; `start` counts every kept record. The header `Sandbox-Session` sets another default: the last trigger, resend, scenario run or reset of that session, else its beginning',
  }),
  timeout_ms: queryNumber(
    `must be a whole number of milliseconds from 0 to ${longestMs}`,
    0,
    longestMs,
  ).default(10_000),
}

/** The result of a look at the records. */
interface Seen {
  matched: wire.WaitRow[]
  /** For a wait in order: the missing patterns and the records that came too early. */
  order?: Omit<Order<wire.WaitRow>, 'matched'>
}
/** A look: whether it ends the wait, and the newest `seq` when it began. */
interface Look extends Seen {
  ends: boolean
  upTo: number
}

/** Answers when enough records match, or after the timeout with what arrived instead. */
export function waitRoutes(needs: {
  bus: Bus
  outside: Outside
  lists: Record<wire.WaitKind, List<wire.WaitRow>>
  search: Search
  explainer: Explainer
}): ControlRoute[] {
  const { lists, search, explainer } = needs
  const wait = createWaiting(needs)
  const allFilters: z.ZodRawShape = Object.assign(
    {},
    ...wire.waitKinds.map((kind) => filterFields(lists[kind])),
  )

  /** The records that arrived without a match, and the closest of them. */
  async function instead(
    kind: wire.WaitKind,
    asked: { since: number; filters: Filters; upTo: number; skipped: ReadonlySet<number> },
    found: Seen,
  ) {
    const { since, upTo, skipped } = asked
    const seen = new Set([...skipped, ...found.matched.map(({ seq }) => seq)])
    // What came during the last look was not looked at, and may match.
    const newest = lists[kind].page({ filters: {}, limit: toldInstead + seen.size, cursor: upTo + 1 }).rows
    const closest = found.order ? closestInOrder : closestMiss
    return {
      arrived_instead: newest.filter(({ seq }) => seq > since && !seen.has(seq)).slice(0, toldInstead),
      closest: await closest(lists[kind], { ...asked, matched: seen, order: found.order }),
    }
  }

  /** The records that fit the filters and do not count. */
  async function earlier(
    kind: wire.WaitKind,
    asked: { since: number; filters: Filters; upTo: number; skipped: ReadonlySet<number> },
    fitting: Filters,
  ) {
    const fitsIn = async (filters: Filters) =>
      (await lists[kind].pageInTurns({ filters, limit: wire.mostEarlier, cursor: asked.upTo + 1 })).rows
    const counts = ({ seq }: wire.WaitRow) => seq > asked.since && !asked.skipped.has(seq)
    const counted = new Set(
      (await fitsIn({ ...asked.filters, ...fitting })).filter(counts).map(({ seq }) => seq),
    )
    const others = (await fitsIn(fitting)).filter(({ seq }) => !counted.has(seq))
    const [newest] = others
    return newest ? { count: others.length, newest_at: timeOf(newest) } : null
  }

  return [
    route({
      method: 'GET',
      path: '/wait',
      operationId: 'wait',
      summary:
        'Wait until enough records match, until a timeout passes without a match, or until events came in an order',
      description: 'Existing records count, oldest first.',
      query: z.strictObject({ ...allFilters, ...ownParameters }),
      success: {
        status: 200,
        description:
          'The matching records. If the condition was not met, also the records that arrived instead and the closest miss',
        schema: wire.waited,
      },
      async run({ query, signal: signalOf, session }): Promise<wire.Waited> {
        const signal = signalOf()
        const { kind, count, none, in_order, since: after, timeout_ms: timeoutMs, ...rest } = query
        const given = rest as Filters
        const { filters, since } = sinceIn(kind, after ?? String(session?.since ?? 0), given)
        const skipped = (after !== everything && session?.matched) || new Set<number>()
        checkNames(kind, filters)
        const patterns = in_order === undefined ? undefined : patternsIn(in_order, kind)
        const fitting = patterns === undefined ? given : { ...given, event: patterns.join(',') }
        const list = without(lists[kind], skipped)
        const [isNone, wanted] = [none === 'true', count ?? 1]
        checkTogether({ none: isNone, in_order, count, event: filters.event })

        async function look(isOver: () => boolean): Promise<Look> {
          const upTo = lists[kind].page({ filters: {}, limit: 1 }).rows[0]?.seq ?? 0
          if (patterns) {
            const { matched, ...order } = await orderIn(list, patterns, { filters, since, isOver })
            return { matched, order, ends: order.missing.length === 0, upTo }
          }
          const matched = await list.arrivedInTurns({ filters, limit: wanted, since, isOver })
          return { matched, ends: matched.length >= wanted, upTo }
        }
        async function catchUp(isOver: () => boolean) {
          const lag = await bringUpToDate(search, filters, { isOver })
          if (kind === 'capture') await explainer.caughtUp()
          return lag
        }
        const lag = () => (usesIndex(filters) ? search.lag() : 0)
        const { seen, indexLag } = await wait({ kind, catchUp, lag, look, timeoutMs, signal })
        const { ends, upTo, ...found } = seen
        // A record that is not in the index yet may match.
        const met = isNone ? !ends && indexLag === 0 : ends
        if (met) for (const { seq } of found.matched) session?.matched.add(seq)
        const [newest] = (await lists[kind].pageInTurns({ filters: fitting, limit: 1 })).rows
        const newest_match_at = newest ? timeOf(newest) : null
        const told = {
          met,
          timed_out: !ends,
          since,
          newest_match_at,
          ...(indexLag > 0 && { index_lag: indexLag }),
          ...found,
        }
        if (met || isNone || signal.aborted) return told
        const asked = { since, filters, upTo, skipped }
        return {
          ...told,
          ...(await instead(kind, asked, found)),
          earlier:
            since === 0 && filters === given && skipped.size === 0
              ? null
              : await earlier(kind, asked, fitting),
        }
      },
    }),
  ]

  function checkNames(kind: wire.WaitKind, filters: Filters) {
    const { names } = lists[kind]
    for (const name of Object.keys(filters))
      if (!names.includes(name))
        fail(
          'invalid_query',
          `Unknown filter "${name}" for ${kind === 'event' ? 'an' : 'a'} ${kind}.`,
          suggest(name, names),
        )
  }

  /** A number is the seq of a record. Anything else is a time, for which lists have a filter. */
  function sinceIn(kind: wire.WaitKind, since: string, filters: Filters) {
    if (since === everything) return { since: 0, filters }
    if (/^\d{1,15}$/.test(since)) return { since: Number(since), filters }
    if (lists[kind].flawIn('since', since) !== undefined)
      failField(
        'since',
        `must be ${everything}, the seq of a record, ${timeForm}`,
        undefined,
        'invalid_query',
      )
    return { since: 0, filters: { ...filters, since } }
  }

  function patternsIn(text: string, kind: wire.WaitKind): string[] {
    if (!lists[kind].names.includes('event'))
      return failField(
        'in_order',
        `a ${kind} has no event`,
        'Wait for captures, deliveries or events.',
        'invalid_query',
      )
    const patterns = text.split(',').map((pattern) => pattern.trim())
    if (patterns.includes('') || patterns.length > mostInOrder)
      return failField(
        'in_order',
        `must be 1 to ${mostInOrder} event patterns separated by commas`,
        'Write in_order=card.created,card.status.*.',
        'invalid_query',
      )
    return patterns
  }
}

/** As `since`: every record that is kept counts. */
const everything = 'start'

/** A list without the records that earlier waits of the session matched. */
const without = (
  list: List<wire.WaitRow>,
  matched: Session['matched'],
): Pick<List<wire.WaitRow>, 'arrivedInTurns'> => ({
  async arrivedInTurns({ limit, ...asked }) {
    const rows = await list.arrivedInTurns({ ...asked, limit: limit + matched.size })
    return rows.filter(({ seq }) => !matched.has(seq)).slice(0, limit)
  },
})

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
    fail('invalid_query', `${given.join(' and ')} cannot be combined.`, 'Use one of them.')
  if (asked.in_order !== undefined && asked.event !== undefined)
    fail('invalid_query', 'in_order and event cannot be combined.', 'in_order already names the events.')
}
