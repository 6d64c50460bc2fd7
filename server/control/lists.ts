import { z } from 'zod'
import type { Filters, List } from '../database/list.ts'
import type { Search } from '../database/search.ts'
import { fail } from '../failures.ts'
import { nearest } from '../nearest.ts'

const limitForm = 'must be a whole number from 1 to 500'
const paging = {
  limit: z.coerce
    .number(limitForm)
    .int(limitForm)
    .min(1, limitForm)
    .max(500, limitForm)
    .default(50)
    .meta({ description: 'At most 500' }),
  cursor: z.string().optional().meta({ description: 'What `next` said' }),
}

/** More values than these are too many to be listed in a refusal. */
const mostListed = 20

const oneOfMany = (values: readonly string[]) =>
  z
    .string()
    .refine((value) => values.includes(value), {
      error: ({ input }) => {
        const close = nearest(String(input), values)
        return `is none of the ${values.length} that there are${close ? `; did you mean ${close}?` : ''}`
      },
    })
    .meta({ enum: [...values] })

/** The filters of a list, as fields of a query. */
export function filterFields(list: Pick<List<unknown>, 'names' | 'filterOf'>) {
  const field = (name: string) => {
    const { values, form } = list.filterOf(name) ?? {}
    if (values) return (values.length > mostListed ? oneOfMany(values) : z.enum(values)).optional()
    return (form ? z.string().regex(form.pattern, form.says) : z.string()).optional()
  }
  return Object.fromEntries(list.names.map((name) => [name, field(name)]))
}

/** The query of a list: paging and its filters. */
export const listQuery = (list: Pick<List<unknown>, 'names' | 'filterOf'>) =>
  z.strictObject({ ...paging, ...filterFields(list) })

/** What a list answers, as a schema. */
export const listAnswer = (plural: string, row: z.ZodType) =>
  z.object({ [plural]: z.array(row), next: z.string().nullable() })

/** A page of a list, newest first. What is searched is brought up to date first. */
export async function pageOf<Row>(
  list: List<Row>,
  query: Record<string, unknown>,
  search: Search,
): Promise<{ rows: Row[]; next: string | null }> {
  const { limit, cursor, ...filters } = query as { limit: number; cursor?: string } & Filters
  if (filters.q !== undefined) await search.caughtUp()
  return list.page({ filters, limit, cursor: readCursor(cursor) })
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
