/** Finds how far records have followed an order of event patterns. */
import type { Filters } from '../../database/asking.ts'
import type { List } from '../../database/list.ts'

interface Row {
  id: string
  seq: number
}

/** How many early records each missing pattern reports. */
const toldMisplaced = 5

/** How far records have followed the wanted order. */
export interface Order<OneRow> {
  /** One record for each matched pattern, in order. */
  matched: OneRow[]
  /** The patterns without a record yet. */
  missing: string[]
  /** Records that match a missing pattern but came too early. */
  misplaced: { pattern: string; record: OneRow }[]
}

/** The earliest records that follow the patterns in order. Other records may come between. */
export async function orderIn<OneRow extends Row>(
  list: Pick<List<OneRow>, 'arrivedInTurns'>,
  patterns: readonly string[],
  { filters, since, isOver }: { filters: Filters; since: number; isOver(): boolean },
): Promise<Order<OneRow>> {
  const of = (pattern: string, after: number, limit: number) =>
    list.arrivedInTurns({ filters: { ...filters, event: pattern }, since: after, limit, isOver })
  const matched: OneRow[] = []
  for (const pattern of patterns) {
    const [next] = await of(pattern, matched.at(-1)?.seq ?? since, 1)
    if (!next) break
    matched.push(next)
  }
  const missing = patterns.slice(matched.length)
  const placed = new Set(matched.map(({ id }) => id))
  const misplaced: Order<OneRow>['misplaced'] = []
  for (const pattern of new Set(missing)) {
    const found = await of(pattern, since, toldMisplaced + matched.length)
    const early = found.filter(({ id }) => !placed.has(id)).slice(0, toldMisplaced)
    misplaced.push(...early.map((record) => ({ pattern, record })))
  }
  return { matched, missing, misplaced }
}
