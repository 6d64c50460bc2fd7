import type { Filters } from '../../database/asking.ts'
import type { List } from '../../database/list.ts'

interface Row {
  id: string
  seq: number
}

/** How many records in the wrong place are told for each pattern that is missing. */
const toldMisplaced = 5

/** How far events have come in an order that is wanted. */
export interface Order<OneRow> {
  /** One for each pattern met, in its order. */
  matched: OneRow[]
  /** The patterns that are still to come. */
  missing: string[]
  /** Records of those that came, but before their turn. */
  misplaced: { pattern: string; record: OneRow }[]
}

/** The earliest records that follow the patterns in their order, others between them allowed. */
export function orderIn<OneRow extends Row>(
  list: List<OneRow>,
  patterns: readonly string[],
  { filters, since }: { filters: Filters; since: number },
): Order<OneRow> {
  const of = (pattern: string, after: number, limit: number) =>
    list.arrived({ filters: { ...filters, event: pattern }, since: after, limit })
  const matched: OneRow[] = []
  for (const pattern of patterns) {
    const [next] = of(pattern, matched.at(-1)?.seq ?? since, 1)
    if (!next) break
    matched.push(next)
  }
  const missing = patterns.slice(matched.length)
  const placed = new Set(matched.map(({ id }) => id))
  const early = (pattern: string) =>
    of(pattern, since, toldMisplaced + matched.length)
      .filter(({ id }) => !placed.has(id))
      .slice(0, toldMisplaced)
  return {
    matched,
    missing,
    misplaced: [...new Set(missing)].flatMap((pattern) =>
      early(pattern).map((record) => ({ pattern, record })),
    ),
  }
}
