import { z } from 'zod'
import type { Filters } from '../database/asking.ts'
import type { List, PageOrder } from '../database/list.ts'
import type { Search } from '../database/search.ts'
import { fail } from '../failures.ts'
import { onceFor } from '../memory/once-for.ts'
import { queryNumber } from '../schema/fields.ts'

const limit = queryNumber('must be a whole number from 1 to 500', 1, 500)

const paging = {
  limit: limit.default(50).meta({ description: 'At most 500' }),
  cursor: z.string().optional().meta({ description: 'What `next` said' }),
}

type Filtered = Pick<List<unknown>, 'names' | 'filterOf' | 'flawIn'>

/** What the `q` of a list may hold. */
const searched =
  'Words, phrases in quotes and filters in one line, all of which must hold: `event:card.* status:>=400 -endpoint:demo "two words" -word`. A word is found by its beginning; - before anything turns it round'

/** A filter of a list, as a field. */
export function filterField(list: Filtered, name: string) {
  const filter = list.filterOf(name)
  if (!filter) return z.string().optional().meta({ description: searched })
  // It fits no record, and a wait for none would be met by it: what variables of a script leave that are not set.
  const flawIn = (value: string) =>
    list.flawIn(name, value) ??
    (/^,*$/.test(value) ? 'must not be empty; leave it out to ask for all' : undefined)
  return z
    .string(`must be text in quotes: ${filter.says}`)
    .refine((value) => flawIn(value) === undefined, { error: ({ input }) => flawIn(String(input)) ?? '' })
    .optional()
    .meta({
      description: `${filter.says[0]?.toUpperCase()}${filter.says.slice(1)}`,
      ...(filter.example !== undefined && { examples: [filter.example] }),
      ...filter.form,
    })
}

/** The filters of a list, as fields of a query; several routes have the same. */
export const filterFields = onceFor((list: Filtered) =>
  Object.fromEntries(list.names.map((name) => [name, filterField(list, name)])),
)

/** What says, beside the filters of a list, which of its records something is done to. */
export const meantFields = {
  // Blanks alone name nothing: all would be meant.
  q: z.string().regex(/\S/, 'must hold a word or a filter').optional().meta({ description: searched }),
  up_to: z
    .int()
    .min(0)
    .optional()
    .meta({ description: 'Only those with at most this `seq`: what comes later is left alone' }),
}

const order = z
  .enum(['newest', 'oldest'], 'must be newest or oldest')
  .default('newest')
  .meta({ description: 'What comes first; `cursor` goes on in that order' })

/** The query of a list: paging and its filters. */
export const listQuery = (list: Filtered) => z.strictObject({ ...paging, order, ...filterFields(list) })

/** What a list answers, as a schema. */
export const listAnswer = (plural: string, row: z.ZodType) =>
  z.object({ [plural]: z.array(row), next: z.string().nullable() })

/** What the index knows of words, times, paths and ids is worth a look only where it knows all. */
export async function bringUpToDate(search: Search, filters: Filters): Promise<void> {
  if (['q', 'since', 'until', 'path', 'webhook_id'].some((name) => filters[name] !== undefined))
    await search.caughtUp()
}

/** A page of a list, newest first unless it is asked for the oldest. What is searched is brought up to date first. */
export async function pageOf<Row>(
  list: List<Row>,
  query: Record<string, unknown>,
  search: Search,
): Promise<{ rows: Row[]; next: string | null }> {
  const { limit, cursor, order, ...filters } = query as {
    limit: number
    cursor?: string
    order?: PageOrder
  } & Filters
  await bringUpToDate(search, filters)
  return list.pageInTurns({ filters, limit, order, cursor: readCursor(cursor) })
}

/** The query of a list without filters. */
export const pageQuery = z.strictObject(paging)

/** A page of what is read by `seq`, newest first. */
export function pageBySeq<Record extends { seq: number }>(
  read: (before: number, limit: number) => Record[],
  { limit, cursor }: z.output<typeof pageQuery>,
): { rows: Record[]; next: string | null } {
  const rows = read(readCursor(cursor) ?? Number.MAX_SAFE_INTEGER, limit + 1)
  const kept = rows.slice(0, limit)
  return { rows: kept, next: rows.length > limit ? String(kept.at(-1)?.seq) : null }
}

/** The query of a list that is read whole anyway: all of it comes, unless less is asked for. */
export const pageWhereAsked = z.strictObject({
  ...paging,
  limit: limit.optional().meta({ description: 'At most 500; without it all' }),
})

/** A page of what has no `seq`, in the order in which it stands; `next` is the place at which it goes on. */
export function pageByPlace<Row>(
  all: readonly Row[],
  { limit = all.length, cursor }: z.output<typeof pageWhereAsked>,
): { rows: Row[]; next: string | null } {
  const from = readCursor(cursor) ?? 0
  const end = from + limit
  return { rows: all.slice(from, end), next: end < all.length ? String(end) : null }
}

function readCursor(cursor: string | undefined): number | undefined {
  if (cursor === undefined) return undefined
  if (!/^\d{1,15}$/.test(cursor))
    return fail(
      'invalid_query',
      `cursor: ${cursor.slice(0, 50)} is none of this list.`,
      'Use what `next` said, as it is.',
    )
  return Number(cursor)
}
