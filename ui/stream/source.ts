/** Reads one list page by page, up and down. */
import type { Problem } from '../live/api.ts'
import { type Filters, type Kind, listRows, type RowOf } from '../live/routes.ts'

export const pageSize = 200
/** Page sizes. A small first page arrives sooner. */
const firstPageSize = 50

/** One list with the range that is loaded. */
export interface Source {
  kind: Kind
  filters: Filters
  /** All rows from `oldest` to `newest` are loaded; none if `oldest` is greater. */
  oldest: number
  newest: number
  /** Whether the sandbox has rows below `oldest`. */
  hasOlder: boolean
  /** The most new rows that the search index lacked at the last read. */
  lag: number
}
/** The rows of a page, and the new state of the source. */
export interface Read {
  rows: RowOf[Kind][]
  known: Partial<Source>
}
export const isRead = (read: Read | Problem): read is Read => 'rows' in read
type Asked = Pick<Source, 'kind' | 'filters'>

/** Reads from the newest row down. */
export const fromTop = (asked: Asked): Source => fromBelow(asked, Number.MAX_SAFE_INTEGER)
/** Reads from `number` down, exclusive. */
export const fromBelow = ({ kind, filters }: Asked, number: number): Source => ({
  kind,
  filters,
  oldest: number,
  newest: number - 1,
  hasOlder: true,
  lag: 0,
})
/** Reads from the oldest row up. */
export const fromEnd = ({ kind, filters }: Asked): Source => ({
  kind,
  filters,
  oldest: 0,
  newest: 0,
  hasOlder: false,
  lag: 0,
})

/** Reads the page below the loaded range. */
export async function readOlder({ kind, filters, oldest }: Source): Promise<Read | Problem> {
  const cursor = oldest < Number.MAX_SAFE_INTEGER ? oldest : null
  const limit = cursor === null ? firstPageSize : pageSize
  const answer = await listRows(kind, { limit, cursor, ...filters })
  if (!answer.ok) return answer.problem
  const { rows, next, lag } = answer.value
  const known = { oldest: rows.at(-1)?.seq ?? 0, hasOlder: next !== null, lag }
  return { rows, known: cursor === null ? { ...known, newest: rows[0]?.seq ?? 0 } : known }
}

/** Reads the page above the loaded range, up to number `upTo`. */
export async function readNewer(
  { kind, filters, newest }: Source,
  upTo: number,
  limit = pageSize,
): Promise<Read | Problem> {
  const answer = await listRows(kind, { limit, cursor: newest, order: 'oldest', ...filters })
  if (!answer.ok) return answer.problem
  const { rows, next, lag } = answer.value
  const last = next === null ? upTo : (rows.at(-1)?.seq ?? upTo)
  return { rows: rows.filter(({ seq }) => seq <= upTo), known: { newest: Math.min(upTo, last), lag } }
}

/** The lowest number without gaps: below it, other lists have unread pages. */
export const floorOf = (sources: readonly Source[]): number =>
  Math.max(0, ...sources.filter(({ hasOlder }) => hasOlder).map(({ oldest }) => oldest))

/** The highest number without gaps: above it, other lists have unread pages. */
export const ceilingOf = (sources: readonly Source[]): number =>
  Math.min(Number.MAX_SAFE_INTEGER, ...sources.map(({ newest }) => newest))
