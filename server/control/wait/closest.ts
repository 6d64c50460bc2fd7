/** Finds the record that came closest to what a wait asked for. */
import type { Filters } from '../../database/asking.ts'
import type { List } from '../../database/list.ts'
import { readTerms } from '../../database/query.ts'
import type { WaitRow } from '../../wire.ts'
import { nearest } from '../../words/nearest.ts'
import type { Order } from './order.ts'
import { valueIn } from './rows.ts'

/** A filter that a record does not match: the wanted value and the record's value. */
interface Miss {
  missed: string
  wanted: string
  /** null if the record has no value for the filter. */
  got: string | null
}
interface Closest extends Miss {
  record: WaitRow
  /** The other filters that the record does not match. */
  also_missed: Miss[]
}

/** One condition of the wait: a filter by name, or a term of `q`. */
interface Part {
  name: string
  wanted: string
  /** The term as typed. */
  typed?: string
}

/** How many of the newest records are compared with all filters. */
const looked = 200
/** How many records that miss one filter are compared for similar values. */
const likened = 20

function partsOf({ q, ...filters }: Filters, list: List<WaitRow>): Part[] {
  const named = Object.entries(filters).flatMap(([name, wanted]) =>
    wanted === undefined ? [] : [{ name, wanted }],
  )
  const terms = readTerms(q ?? '').map(({ name, value, negated, typed }) => {
    const isFilter = name !== null && list.filterOf(name) !== undefined
    const wanted = name === null || isFilter ? value : `${name}:${value}`
    return { name: isFilter ? name : 'q', wanted: `${negated ? 'not ' : ''}${wanted}`, typed }
  })
  return [...named, ...terms]
}

/** The filters of a list that hold these conditions together. */
function filtersOf(parts: readonly Part[]): Filters {
  const typed = parts.flatMap((part) => part.typed ?? [])
  const named = parts.filter((part) => part.typed === undefined)
  return {
    ...Object.fromEntries(named.map(({ name, wanted }) => [name, wanted])),
    ...(typed.length > 0 && { q: typed.join(' ') }),
  }
}

/** The name under which a record misses the order: it has another event than the expected one. */
const turn = 'in_order'

/**
 * The record closest to the next pattern of an order: one that matches but came too early, else the one with the fewest
 * misses.
 */
export async function closestInOrder(
  list: List<WaitRow>,
  asked: {
    filters: Filters
    since: number
    upTo: number
    matched: ReadonlySet<number>
    order?: Omit<Order<WaitRow>, 'matched'> | undefined
  },
): Promise<Closest | null> {
  const [wanted = ''] = asked.order?.missing ?? []
  const early = asked.order?.misplaced.findLast(({ pattern }) => pattern === wanted)?.record
  if (early) return { record: early, missed: turn, wanted, got: valueIn(early, 'event'), also_missed: [] }
  const closest = await closestMiss(list, { ...asked, filters: { ...asked.filters, event: wanted } })
  const named = <OneMiss extends Miss>(miss: OneMiss): OneMiss =>
    miss.missed === 'event' && miss.wanted === wanted ? { ...miss, missed: turn } : miss
  return closest && { ...named(closest), also_missed: closest.also_missed.map(named) }
}

/**
 * The record that misses the fewest filters, the newest of those, and what it misses.
 * @param asked `matched` are the numbers of the records that do not count; records after `upTo` were not looked at
 */
export async function closestMiss(
  list: List<WaitRow>,
  asked: { filters: Filters; since: number; upTo: number; matched: ReadonlySet<number> },
): Promise<Closest | null> {
  const { filters, since, matched } = asked
  const cursor = asked.upTo + 1
  const parts = partsOf(filters, list)
  const isMiss = ({ seq }: WaitRow) => seq > since && !matched.has(seq)

  /** The newest record that misses exactly one filter, however old. A record with a similar value goes first. */
  async function byOne() {
    const found: { record: WaitRow; missed: Part[] }[] = []
    for (const one of parts) {
      const others = filtersOf(parts.filter((part) => part !== one))
      const near = await list.pageInTurns({ filters: others, limit: matched.size + likened, cursor })
      const misses = near.rows.filter(isMiss)
      const meant = nearest(
        one.wanted,
        misses.flatMap((row) => valueIn(row, one.name) ?? []),
      )
      const record =
        misses.find((row) => meant !== undefined && valueIn(row, one.name) === meant) ?? misses[0]
      if (record) found.push({ record, missed: [one] })
    }
    return found.sort((a, b) => b.record.seq - a.record.seq)[0]
  }

  /** Of the newest records, the one with the fewest misses. */
  function byFewest() {
    const newest = list.page({ filters: {}, limit: looked + matched.size, cursor }).rows
    const floor = (newest.at(-1)?.seq ?? 0) - 1
    const fitting = parts.map((one) => {
      const fit = list.arrived({ filters: filtersOf([one]), since: floor, limit: newest.length })
      return { one, seqs: new Set(fit.map(({ seq }) => seq)) }
    })
    const misses = newest.filter(isMiss).map((record) => ({
      record,
      missed: fitting.filter(({ seqs }) => !seqs.has(record.seq)).map(({ one }) => one),
    }))
    return misses.sort((a, b) => a.missed.length - b.missed.length || b.record.seq - a.record.seq)[0]
  }

  const best = parts.length === 0 ? undefined : ((await byOne()) ?? byFewest())
  if (!best) return null
  const { record } = best
  const [first, ...others] = best.missed.map(({ name, wanted }) => ({
    missed: name,
    wanted,
    got: valueIn(record, name),
  }))
  return first ? { record, ...first, also_missed: others } : null
}
