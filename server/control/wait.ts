import { z } from 'zod'
import type { Explainer } from '../capture/explainer.ts'
import type { Filters, List } from '../database/list.ts'
import type { Search } from '../database/search.ts'
import { fail } from '../failures.ts'
import type { Bus } from '../live/bus.ts'
import { suggest } from '../nearest.ts'
import type { Outside } from '../outside.ts'
import * as wire from '../wire.ts'
import { filterFields } from './lists.ts'
import { type ControlRoute, route } from './route.ts'

const waitKinds = ['capture', 'delivery', 'event', 'call'] as const
type WaitKind = (typeof waitKinds)[number]
type WaitRow = wire.CaptureRow | wire.DeliveryRow | wire.EventRow | wire.CallRow

const longestMs = 600_000
/** How many records that do not match are told after a time-out. */
const toldInstead = 20

const ownParameters = {
  kind: z.enum(waitKinds),
  count: z.coerce.number().int().min(1).max(1000).default(1),
  since: z.coerce.number().int().min(0).default(0).meta({ description: 'Only records with a larger seq' }),
  timeout_ms: z.coerce.number().int().min(0).max(longestMs).default(10_000),
}

/** Answers when enough records match, or after a time with what arrived instead. */
export function waitRoutes(needs: {
  bus: Bus
  outside: Outside
  lists: Record<WaitKind, List<WaitRow>>
  search: Search
  explainer: Explainer
}): ControlRoute[] {
  const { bus, outside, lists, search, explainer } = needs
  const allFilters: z.ZodRawShape = Object.assign({}, ...waitKinds.map((kind) => filterFields(lists[kind])))
  const row = z.union([wire.captureRow, wire.deliveryRow, wire.eventRow, wire.callRow])

  /** The newest record that fails a single filter, and which. */
  function closestMiss(list: List<WaitRow>, filters: Filters, since: number, matched: ReadonlySet<string>) {
    const used = Object.keys(filters).filter((name) => filters[name] !== undefined)
    const misses = used.flatMap((name) => {
      const near = list.page({ filters: { ...filters, [name]: undefined }, limit: matched.size + 1 }).rows
      const nearest = near.find(({ id }) => !matched.has(id))
      return nearest && nearest.seq > since
        ? [{ record: nearest, missed: name, wanted: filters[name] ?? '' }]
        : []
    })
    return misses.sort((a, b) => b.record.seq - a.record.seq)[0] ?? null
  }

  return [
    route({
      method: 'GET',
      path: '/wait',
      operationId: 'wait',
      summary: 'Wait until enough records match; what is kept already counts, oldest first',
      query: z.strictObject({ ...ownParameters, ...allFilters }),
      success: {
        status: 200,
        description:
          'What matched; after a time-out also what arrived instead, and the record that missed by one filter only',
        schema: z.object({
          timed_out: z.boolean(),
          matched: z.array(row),
          arrived_instead: z.array(row).optional(),
          closest: z.object({ record: row, missed: z.string(), wanted: z.string() }).nullable().optional(),
        }),
      },
      errors: ['invalid_query'],
      async run({ query, signal }) {
        const { kind, count, since, timeout_ms: timeoutMs, ...rest } = query
        const filters = rest as Filters
        const list = lists[kind]
        for (const name of Object.keys(filters)) {
          if (!list.names.includes(name))
            fail('invalid_query', `${name} is no filter of a ${kind}.`, suggest(name, list.names))
        }
        const matched = () => list.arrived({ filters, limit: count, since })
        const isMet = async () => {
          if (filters.q !== undefined) await search.caughtUp()
          if (kind === 'capture') await explainer.caughtUp()
          return matched().length >= count
        }
        await until({ isMet, kind, timeoutMs, signal })
        const found = matched()
        if (found.length >= count) return { timed_out: false, matched: found }
        const seen = new Set(found.map(({ id }) => id))
        const instead = list.page({ filters: {}, limit: toldInstead + found.length }).rows
        return {
          timed_out: true,
          matched: found,
          arrived_instead: instead
            .filter(({ id, seq }) => seq > since && !seen.has(id))
            .slice(0, toldInstead),
          closest: closestMiss(list, filters, since, seen),
        }
      },
    }),
  ]

  /** Looks again at each news of the kind, until it is met, the time is over or nobody listens any more. */
  async function until({
    isMet,
    kind,
    timeoutMs,
    signal,
  }: {
    isMet(): Promise<boolean>
    kind: WaitKind
    timeoutMs: number
    signal: AbortSignal
  }): Promise<void> {
    if (await isMet()) return
    return new Promise((resolve, reject) => {
      let looking = false
      let news = true
      const stop = () => {
        unsubscribe()
        cancel()
        resolve()
      }
      async function look() {
        if (looking) return
        looking = true
        try {
          while (news) {
            news = false
            if (await isMet()) return stop()
          }
        } catch (error) {
          stop()
          reject(error)
        } finally {
          looking = false
        }
      }
      const unsubscribe = bus.subscribe((told) => {
        if (!told.some((one) => one.kind === kind)) return
        news = true
        void look()
      })
      const cancel = outside.after(timeoutMs, stop)
      signal.addEventListener('abort', stop, { once: true })
      void look()
    })
  }
}
