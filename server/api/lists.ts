import { z } from 'zod'
import type { Filters } from '../database/asking.ts'
import type { List } from '../database/list.ts'
import type { Search } from '../database/search.ts'
import { fail } from '../failures.ts'
import { onceFor } from '../memory/once-for.ts'
import { queryNumber } from '../schema/fields.ts'
import { type ControlRoute, route } from './route.ts'

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

/** What the index knows of words, times, paths and ids is worth a look only where it knows all. */
export async function bringUpToDate(search: Search, filters: Filters): Promise<void> {
  if (['q', 'since', 'until', 'path', 'webhook_id'].some((name) => filters[name] !== undefined))
    await search.caughtUp()
}

/** The declaration of a route that returns a list. */
interface Listing<Row> extends Pick<ControlRoute, 'path' | 'operationId' | 'summary'> {
  /** The schema of a row in the answer. */
  row: z.ZodType
  /** Makes the row of the answer; without it, the row itself is the answer. */
  told?(row: Row): unknown
  description?: string
}

/** A route that returns a page of rows under the name of its path, and the cursor of the next page. */
function pageRoute<Query extends z.ZodObject, Row>(
  { row, told = (one) => one, description = 'A page', ...named }: Listing<Row>,
  query: Query,
  read: (query: z.output<Query>) => Promise<{ rows: readonly Row[]; next: string | null }>,
): ControlRoute {
  const plural = named.path.slice(1).replaceAll('-', '_')
  return route({
    ...named,
    method: 'GET',
    query,
    success: {
      status: 200,
      description,
      schema: z.object({ [plural]: z.array(row), next: z.string().nullable() }),
    },
    async run({ query }) {
      const { rows, next } = await read(query)
      return { [plural]: rows.map(told), next }
    },
  })
}

/** The route of a list with filters, newest first by default. It brings the search index up to date first. */
export const listRoute = <Row>({
  list,
  search,
  explainer,
  ...listing
}: Listing<Row> & { list: List<Row>; search: Search; explainer?: { caughtUp(): Promise<void> } }) =>
  pageRoute(
    listing,
    z.strictObject({ ...paging, order, ...filterFields(list) }),
    async ({ limit, cursor, order, ...rest }) => {
      const filters = rest as Filters
      await explainer?.caughtUp()
      await bringUpToDate(search, filters)
      return list.pageInTurns({ filters, limit, order, cursor: readCursor(cursor) })
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
      limit: limit.optional().meta({ description: 'At most 500; without it all' }),
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
      `cursor: ${cursor.slice(0, 50)} is none of this list.`,
      'Use what `next` said, as it is.',
    )
  return Number(cursor)
}
