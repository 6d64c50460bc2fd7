import type { Problem } from '../live/api.ts'
import { type Filters, type Kind, listRows, type RowOf } from '../live/routes.ts'

export const pageSize = 200
/** What a page in sight takes: the first is there sooner, and more is read as soon as it is wanted. */
const firstPageSize = 50

/** One list that is read page by page, up and down from where it was begun. */
export interface Source {
  kind: Kind
  filters: Filters
  /** All with a number from `oldest` to `newest` has been read; none yet where `oldest` is the greater. */
  oldest: number
  newest: number
  /** Whether there are some below `oldest`. */
  hasOlder: boolean
}
/** What a page holds, and what is known of the source with it. */
export interface Read {
  rows: RowOf[Kind][]
  known: Partial<Source>
}
export const isRead = (read: Read | Problem): read is Read => 'rows' in read
type Asked = Pick<Source, 'kind' | 'filters'>

/** To be read from its newest down. */
export const fromTop = (asked: Asked): Source => fromBelow(asked, Number.MAX_SAFE_INTEGER)
/** To be read from `number` down, which itself is left out. */
export const fromBelow = ({ kind, filters }: Asked, number: number): Source => ({
  kind,
  filters,
  oldest: number,
  newest: number - 1,
  hasOlder: true,
})
/** To be read from its oldest up. */
export const fromEnd = ({ kind, filters }: Asked): Source => ({
  kind,
  filters,
  oldest: 0,
  newest: 0,
  hasOlder: false,
})

/** Reads a page below what is known. */
export async function readOlder({ kind, filters, oldest }: Source): Promise<Read | Problem> {
  const cursor = oldest < Number.MAX_SAFE_INTEGER ? oldest : null
  const limit = cursor === null ? firstPageSize : pageSize
  const answer = await listRows(kind, { limit, cursor, ...filters })
  if (!answer.ok) return answer.problem
  const { rows, next } = answer.value
  const known = { oldest: rows.at(-1)?.seq ?? 0, hasOlder: next !== null }
  return { rows, known: cursor === null ? { ...known, newest: rows[0]?.seq ?? 0 } : known }
}

/** Reads a page above what is known, up to the number `upTo`. */
export async function readNewer(
  { kind, filters, newest }: Source,
  upTo: number,
  limit = pageSize,
): Promise<Read | Problem> {
  const answer = await listRows(kind, { limit, cursor: newest, order: 'oldest', ...filters })
  if (!answer.ok) return answer.problem
  const { rows, next } = answer.value
  const last = next === null ? upTo : (rows.at(-1)?.seq ?? upTo)
  return { rows: rows.filter(({ seq }) => seq <= upTo), known: { newest: Math.min(upTo, last) } }
}

/** While older pages of one list are unread, rows of the others below this number would leave gaps. */
export const floorOf = (sources: readonly Source[]): number =>
  Math.max(0, ...sources.filter(({ hasOlder }) => hasOlder).map(({ oldest }) => oldest))

/** The same of newer ones: rows above this number would leave gaps. */
export const ceilingOf = (sources: readonly Source[]): number =>
  Math.min(Number.MAX_SAFE_INTEGER, ...sources.map(({ newest }) => newest))
