/** Completes ids in requests: the beginning of an id, `last`, or a subscription's URL becomes the whole id. */
import type { z } from 'zod'
import type { Database } from '../database/open.ts'
import { fail } from '../failures.ts'
import { addressOf, isSameAddress } from '../words/address.ts'
import type { ControlRoute } from './route.ts'

/** Names the newest record. */
const newestWord = 'last'

/** The table of the record that a field of a query or body names. */
const fields = {
  call_id: 'calls',
  capture_id: 'captures',
  delivery_id: 'deliveries',
  event_id: 'events',
  run_id: 'runs',
  subscription_id: 'subscriptions',
  /** The other capture of a comparison. */
  with: 'captures',
} as const
const tables = ['armed_errors', 'fault_rules', 'objects', ...Object.values(fields)] as const
type Table = (typeof tables)[number]

/** How many ids a refusal names. */
const mostNamed = 5

/** Finds the ids that a text may mean, newest first: one more than a refusal names is enough. */
type Meant = (text: string) => string[]

/** Returns a function that lets a route take short ids. */
export function createShortIds(
  database: Database,
  needs: { subscriptions(): readonly { id: string; url: string }[] },
) {
  /** Ids of most tables sort by creation. An object of another identity may have the same id. */
  function inTable(table: Table): Meant {
    const select = (rest: string) =>
      database.prepare<unknown[], string>(`SELECT id FROM ${table} ${rest}`).pluck()
    const exact = select('WHERE id = ?')
    const newest = select('ORDER BY seq DESC LIMIT 1')
    const begun = select(`WHERE id > ? AND id < ? GROUP BY id ORDER BY id DESC LIMIT ${mostNamed + 1}`)
    return (text) => {
      if (text === newestWord) return newest.all()
      const [whole] = exact.all(text)
      return whole === undefined ? begun.all(text, `${text}\uffff`) : [whole]
    }
  }

  /** A subscription's id is random, so that only the store knows the order. */
  function ofSubscriptions(text: string): string[] {
    const all = needs.subscriptions().toReversed()
    const ids = all.map(({ id }) => id)
    if (text === newestWord) return ids.slice(0, 1)
    const typed = text.toLowerCase()
    if (ids.includes(typed)) return [typed]
    const url = addressOf(text)
    return all
      .filter((one) => one.id.startsWith(typed) || (url !== null && isSameAddress(one.url, url)))
      .map(({ id }) => id)
  }

  const meant = new Map<Table, Meant>(tables.map((table) => [table, inTable(table)]))
  meant.set('subscriptions', ofSubscriptions)

  /** The whole id. A text that fits no record stays as it is, and the route refuses it. */
  function whole(table: Table, text: string): string {
    const ids = (text !== '' && meant.get(table)?.(text)) || []
    if (ids.length < 2) return ids[0] ?? text
    const candidates = ids.slice(0, mostNamed).join(', ')
    const more = ids.length > mostNamed ? ' and others' : ''
    return fail('id_ambiguous', `${text} is ambiguous. It fits ${candidates}${more}.`)
  }

  function completed(given: unknown): unknown {
    if (typeof given !== 'object' || given === null) return given
    const changed: Record<string, string> = {}
    for (const [name, table] of Object.entries(fields)) {
      const value: unknown = Reflect.get(given, name)
      if (typeof value !== 'string') continue
      const parts = value.split(',').map((one) => whole(table, one))
      changed[name] = parts.join(',')
    }
    return { ...given, ...changed }
  }

  return (row: ControlRoute): ControlRoute => {
    const table = tableOf(row.path)
    const isNamed = [row.query, row.body].some(hasIdField)
    if (table === undefined && !isNamed) return row
    return {
      ...row,
      errors: [...row.errors, 'id_ambiguous'],
      run(input) {
        const { params, query, body } = input
        const id = table && params.id !== undefined ? { id: whole(table, params.id) } : {}
        return row.run({
          ...input,
          params: { ...params, ...id },
          query: completed(query),
          body: completed(body),
        })
      },
    }
  }
}

/** The forms of the id in a route's path, for documentation. Undefined if the path names no record. */
export function idFormOf({ path }: ControlRoute): string | undefined {
  const table = tableOf(path)
  if (table === undefined) return undefined
  const form = 'The id, the beginning of the id, or `last` for the newest record'
  return table === 'subscriptions' ? `${form}; or the URL of the subscription` : form
}

const hasIdField = (schema: z.ZodType | undefined): boolean =>
  schema !== undefined &&
  'shape' in schema &&
  Object.keys(schema.shape as object).some((name) => Object.hasOwn(fields, name))

/** `fault_rules` of `/fault-rules/{id}`, or undefined. */
function tableOf(path: string): Table | undefined {
  const [, segment = ''] = /^\/([\w-]+)\/\{id\}/.exec(path) ?? []
  return tables.find((table) => table === segment.replaceAll('-', '_'))
}
