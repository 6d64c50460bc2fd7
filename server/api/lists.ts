/** Declares the routes that return lists: their filters, paging and order. */
import { z } from 'zod'
import type { Filters } from '../database/asking.ts'
import type { List } from '../database/list.ts'
import { isPlainWord, readTerms } from '../database/query.ts'
import type { Patience, Search } from '../database/search.ts'
import { fail } from '../failures.ts'
import { onceFor } from '../memory/once-for.ts'
import { queryNumber } from '../schema/fields.ts'
import { indexLag } from '../wire/parts.ts'
import { said } from '../words/act.ts'
import { searchHint } from '../words/search-hint.ts'
import { type ControlRoute, route } from './route.ts'

const limit = queryNumber('must be a whole number from 1 to 500', 1, 500)

const paging = {
  limit: limit.default(50).meta({ description: 'At most 500' }),
  cursor: z.string().optional().meta({ description: 'What `next` said' }),
}

type Filtered = Pick<List<unknown>, 'names' | 'filterOf' | 'flawIn'>

/** The text that `q` of a list may hold. */
const searched =
  'Words, quoted phrases and filters in one line; a record must match all of them: `event:card.* status:>=400 -endpoint:demo "two words" -word`. A word matches by its beginning; for captures, *word matches anywhere. A leading - negates a term'

/** One filter of a list as a query field. */
export function filterField(list: Filtered, name: string) {
  const filter = list.filterOf(name)
  if (!filter) return z.string().optional().meta({ description: searched })
  // An empty filter usually comes from an unset variable in a script. It matches nothing, so a wait for absence would pass.
  const flawIn = (value: string) =>
    list.flawIn(name, value) ??
    (/^,*$/.test(value) ? 'must not be empty; leave it out to match everything' : undefined)
  return z
    .string(`must be a quoted string: ${filter.says}`)
    .refine((value) => flawIn(value) === undefined, {
      error: ({ input }) => flawIn(String(input)) ?? '',
      params: { fix: filter.listedBy && said`${filter.listedBy} lists every value.` },
    })
    .optional()
    .meta({
      description: `${filter.says[0]?.toUpperCase()}${filter.says.slice(1)}`,
      ...(filter.example !== undefined && { examples: [filter.example] }),
      ...filter.form,
    })
}

/** The filters of a list as query fields. Several routes share them. */
export const filterFields = onceFor((list: Filtered) =>
  Object.fromEntries(list.names.map((name) => [name, filterField(list, name)])),
)

/** The fields that select the records of a bulk action, besides the filters of the list. */
export const meantFields = {
  // Blanks alone would select every record.
  q: z.string().regex(/\S/, 'must hold a word or a filter').optional().meta({ description: searched }),
  up_to: z
    .int()
    .min(0)
    .optional()
    .meta({ description: 'Only records with at most this `seq`; later records are left alone' }),
}

const order = z
  .enum(['newest', 'oldest'], 'must be newest or oldest')
  .default('newest')
  .meta({ description: 'Which records come first; `cursor` continues in this order' })

/** Whether filters use the index of words, times, paths and ids, which would miss records while it is incomplete. */
export const usesIndex = (filters: Filters): boolean =>
  ['q', 'since', 'until', 'path', 'webhook_id'].some((name) => filters[name] !== undefined)

/** Waits for the index if the filters use it. Fulfilled with how far the index is behind. */
export const bringUpToDate = async (
  search: Pick<Search, 'caughtUp'>,
  filters: Filters,
  until: Patience,
): Promise<number> => (usesIndex(filters) ? search.caughtUp(until) : 0)

/** How long a list waits for the index. It then says how far the index is behind. Real time, ms. */
export const patienceMs = 2000

/** The declaration of a route that returns a list. */
interface Listing<Row> extends Pick<ControlRoute, 'path' | 'operationId' | 'summary' | 'description'> {
  /** The schema of a row in the response. */
  row: z.ZodType
  /** Converts a row for the response. Without this function the response holds the row itself. */
  told?(row: Row): unknown
  /** What the response holds. */
  answer?: string
}

/** A route that returns a page of rows under the name of its path, and the cursor of the next page. */
function pageRoute<Query extends z.ZodObject, Row>(
  { row, told = (one) => one, answer = 'A page', ...named }: Listing<Row>,
  query: Query,
  read: (query: z.output<Query>) => Promise<{
    rows: readonly Row[]
    next: string | null
    lag?: number
    hint?: string
  }>,
  more: z.ZodRawShape = {},
): ControlRoute {
  const plural = named.path.slice(1).replaceAll('-', '_')
  return route({
    ...named,
    method: 'GET',
    query,
    success: {
      status: 200,
      description: answer,
      schema: z.object({ [plural]: z.array(row), next: z.string().nullable(), ...more }),
    },
    async run({ query }) {
      const { rows, next, lag = 0, hint } = await read(query)
      return {
        [plural]: rows.map(told),
        next,
        ...(lag > 0 && { index_lag: lag }),
        ...(hint !== undefined && { hint }),
      }
    },
  })
}

/** The route of a list with filters, newest first by default. It brings the search index up to date first. */
export const listRoute = <Row>({
  list,
  search,
  explainer,
  ...listing
}: Listing<Row> & {
  list: List<Row>
  search: Pick<Search, 'caughtUp'>
  explainer?: { caughtUp(): Promise<void> }
}) =>
  pageRoute(
    listing,
    z.strictObject({ ...paging, order, ...filterFields(list) }),
    async ({ limit, cursor, order, ...rest }) => {
      const filters = rest as Filters
      await explainer?.caughtUp()
      const lag = await bringUpToDate(search, filters, { withinMs: patienceMs })
      const page = await list.pageInTurns({ filters, limit, order, cursor: readCursor(cursor) })
      const isNothing = page.rows.length === 0 && cursor === undefined && filters.q !== undefined
      const isHinted = isNothing && readTerms(filters.q ?? '').some(isPlainWord)
      return { ...page, lag, ...(isHinted && { hint: searchHint }) }
    },
    {
      index_lag: indexLag.optional(),
      hint: z.string().optional().meta({
        description: 'How to search otherwise, in words; only where a search for a word found nothing',
      }),
    },
  )

/** The route of a list without filters, in descending order of `seq`. */
export const plainListRoute = <Row extends { seq: number }>({
  page,
  ...listing
}: Listing<Row> & { page(before: number, limit: number): Row[] }) =>
  pageRoute(listing, z.strictObject(paging), async ({ limit, cursor }) => {
    const rows = page(readCursor(cursor) ?? Number.MAX_SAFE_INTEGER, limit + 1)
    const kept = rows.slice(0, limit)
    return { rows: kept, next: rows.length > limit ? String(kept.at(-1)?.seq) : null }
  })

/** The route of a list that is always read whole: it returns every row unless the query has a limit. Its cursor is an index. */
export const wholeListRoute = <Row>({ all, ...listing }: Listing<Row> & { all(): Promise<readonly Row[]> }) =>
  pageRoute(
    listing,
    z.strictObject({
      ...paging,
      limit: limit.optional().meta({ description: 'At most 500; without it, all' }),
    }),
    async ({ limit, cursor }) => {
      const rows = await all()
      const from = readCursor(cursor) ?? 0
      const end = from + (limit ?? rows.length)
      return { rows: rows.slice(from, end), next: end < rows.length ? String(end) : null }
    },
  )

function readCursor(cursor: string | undefined): number | undefined {
  if (cursor === undefined) return undefined
  if (!/^\d{1,15}$/.test(cursor))
    return fail(
      'invalid_query',
      `cursor ${cursor.slice(0, 50)} is not a cursor of this list.`,
      'Use the value of `next` unchanged.',
    )
  return Number(cursor)
}
