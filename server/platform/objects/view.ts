/** Shows the platform's objects to people and programs: fields, titles, states, balances and relations. */
import { storedJson } from '../../database/columns.ts'
import { anyOf, equals, type Filter, oneOf } from '../../database/filters.ts'
import { createList, type List } from '../../database/list.ts'
import type { Database } from '../../database/open.ts'
import { type ObjectKind, objectKinds, type PlatformObject, type PlatformObjectRow } from '../../wire.ts'
import { objectTitle } from '../../words/object.ts'
import { toIso } from '../../words/time.ts'
import { digitsOf } from '../accounts/store.ts'
import { sayDay, sayMonth } from '../dates.ts'
import { sayCents } from '../money/amounts.ts'
import type { Transactions } from '../money/transactions.ts'

/** A row of either table. Times are in microseconds. */
interface Stored {
  seq: number
  id: string
  kind: ObjectKind
  identity: string
  parent: string | null
  owner: string | null
  state: string | number | null
  data: string
  created_at: number
  updated_at: number
}
type Fields = Record<string, unknown>

/** The transactions, which have a table of their own, in the form of the other objects. */
const transactionRows = `(SELECT seq, id, 'transaction' AS kind, identity, account_id AS parent, card_id AS owner, state,
  json_object('account_id', account_id, 'card_id', card_id, 'cents', cents, 'payment_type', payment_type,
    'transaction_type', transaction_type, 'description', description, 'merchant', merchant,
    'decline_reason', decline_reason) AS data, created_at, updated_at FROM transactions)`
const tables = ['objects', transactionRows] as const

/** How many related objects of a kind are shown. */
const mostRelated = 20

const lastFour = (value: unknown) => (typeof value === 'string' ? value.slice(-4) : null)
const ifNumber = (say: (value: number) => string) => (value: unknown) =>
  typeof value === 'number' ? say(value) : null
const cents = ifNumber(sayCents)
const time = ifNumber(toIso)

/** Stored fields that are shown under another name or in another form, because they are secret or internal. */
const shown: Record<string, [name: string, form: (value: unknown) => unknown]> = {
  ssn: ['ssn_last_four', lastFour],
  account_number: ['mask', lastFour],
  cents: ['amount', cents],
  max_cents: ['max_amount', cents],
  // As in the platform's answers, no credit is null.
  credit_limit: ['credit_limit', (value) => (value === 0 ? null : cents(value))],
  day: ['date', ifNumber(sayDay)],
  since: ['since_time', time],
  ready_at: ['ready_time', time],
  expires_at: ['expiry', ifNumber((expires) => sayMonth(expires - 1))],
}

/** The filter by one kind. Transactions have a table of their own, so that kinds cannot be combined. */
const kindFilter: Filter = (() => {
  const known = oneOf('kind', objectKinds)
  return {
    ...known,
    form: { enum: objectKinds },
    read: (value, now) => (value.includes(',') ? { flaw: 'must be one kind' } : known.read(value, now)),
  }
})()

const owners: ReadonlySet<ObjectKind> = new Set(['customer', 'business'])

const leavesOf = (value: unknown): string[] =>
  typeof value === 'object' && value !== null ? Object.values(value).flatMap(leavesOf) : [String(value ?? '')]

/** A view of the platform's objects, read-only. */
export function createObjectView({
  database,
  transactions,
  now,
}: {
  database: Database
  transactions: Pick<Transactions, 'balance' | 'available'>
  now(): number
}) {
  const byId = tables.map((table) =>
    database.prepare<[string], Stored>(`SELECT * FROM ${table} WHERE id = ? ORDER BY seq DESC LIMIT 1`),
  )
  const statusOf = database
    .prepare<[string], string>(
      "SELECT state FROM objects WHERE parent = ? AND kind = 'kyc' ORDER BY seq DESC LIMIT 1",
    )
    .pluck()
  const accountsOf = database
    .prepare<[string], string>("SELECT id FROM objects WHERE owner = ? AND kind = 'account'")
    .pluck()
  const related = (['parent', 'owner'] as const).flatMap((column) =>
    tables.map((table) => {
      const one = database.prepare<[string, string, string], Stored>(
        `SELECT * FROM ${table} WHERE ${column} = ? AND kind = ? AND identity = ? ORDER BY seq DESC LIMIT ${mostRelated}`,
      )
      return {
        kinds: objectKinds.filter((kind) => (kind === 'transaction') === (table === transactionRows)),
        one,
      }
    }),
  )

  function stored(id: string): Stored | undefined {
    for (const statement of byId) {
      const row = statement.get(id.toLowerCase())
      if (row) return row
    }
    return undefined
  }

  function fieldsOf({ id, kind, data }: Stored): Fields {
    const entries = Object.entries(storedJson(data) as Fields).filter(([name]) => name !== 'owner_id')
    return {
      ...Object.fromEntries(
        entries.map(([name, value]) => {
          const [instead, form] = shown[name] ?? [name]
          return [instead, form ? form(value) : value]
        }),
      ),
      ...(kind === 'account' && { account_number: digitsOf(id, 10) }),
    }
  }

  function stateOf({ id, kind, state }: Stored, { status, ready_time }: Fields): string | null {
    if (kind === 'customer') return statusOf.get(id) ?? null
    if (kind === 'history') return ready_time === null ? 'preparing' : 'ready'
    const told = state ?? status
    return typeof told === 'string' ? told : null
  }

  function balanceOf({ id, kind, parent }: Stored): string | null {
    const accounts =
      kind === 'account'
        ? [id]
        : kind === 'card'
          ? [parent ?? '']
          : kind === 'customer' || kind === 'business'
            ? accountsOf.all(id)
            : []
    if (accounts.length === 0) return null
    return sayCents(accounts.reduce((sum, account) => sum + transactions.balance(account), 0))
  }

  /** The balance of an account minus held amounts, plus any credit, in cents. */
  const availableOf = ({ id, data }: Stored) =>
    transactions.available(id) + Number((storedJson(data) as Fields).credit_limit)

  /** A card has an account, and a dispute a transaction, which have the owner. */
  function ownerOf({ kind, owner, parent }: Stored): Stored | undefined {
    if (owners.has(kind)) return undefined
    for (const id of [owner, parent]) {
      const next = id === null ? undefined : stored(id)
      const found = next && (owners.has(next.kind) ? next : ownerOf(next))
      if (found) return found
    }
    return undefined
  }

  function toRow(row: Stored, fields = fieldsOf(row)): PlatformObjectRow {
    const { id, kind, identity, created_at, updated_at } = row
    const owner = ownerOf(row)
    return {
      id,
      kind,
      identity,
      title: objectTitle(kind, fields),
      state: stateOf(row, fields),
      balance: balanceOf(row),
      owner_name: owner ? objectTitle(owner.kind, fieldsOf(owner)) : null,
      created_at: toIso(created_at),
      updated_at: toIso(updated_at),
    }
  }

  /** The words by which an object is found. */
  function textOf(row: Stored): string {
    const fields = fieldsOf(row)
    const { id, kind, identity, state } = row
    return [id, kind, identity, objectTitle(kind, fields), state, ...leavesOf(fields)].join(' ')
  }

  const [objects, payments] = tables.map((table) => {
    const some = database.prepare<[string], Stored>(
      `SELECT * FROM ${table} WHERE seq IN (SELECT value FROM json_each(?))`,
    )
    return createList({
      database,
      table,
      columns: '*',
      filters: { id: anyOf('id'), kind: kindFilter, identity: equals('identity') },
      // The objects are few beside the records of traffic, and change: their words are read where they are searched.
      words: {
        indexes: [],
        textsOf: (seqs) =>
          some.all(JSON.stringify(seqs)).map((row) => ({ rowid: row.seq, text: textOf(row) })),
      },
      now,
      toRow: (row) => toRow(row as Stored),
    })
  }) as [ObjectList, ObjectList]
  const listOf = ({ kind }: { kind?: string | undefined }) => (kind === 'transaction' ? payments : objects)

  const ifThere = (id: string | null) => {
    const found = id === null ? undefined : stored(id)
    return found ? toRow(found) : null
  }

  return {
    /** All objects but the transactions, or those of one kind. */
    list: {
      ...objects,
      page: (asked) => listOf(asked.filters).page(asked),
      pageInTurns: (asked) => listOf(asked.filters).pageInTurns(asked),
    } satisfies ObjectList,
    /** An object without its timeline. The newest one, if several identities have the id. */
    find(id: string): Omit<PlatformObject, 'calls' | 'events' | 'deliveries' | 'more'> | undefined {
      const row = stored(id)
      if (!row) return undefined
      const fields = fieldsOf(row)
      const children = related.flatMap(({ kinds, one }) =>
        kinds.flatMap((kind) => one.all(row.id, kind, row.identity)),
      )
      const unique = [...new Map(children.map((child) => [child.id, child])).values()]
      return {
        ...toRow(row, fields),
        fields: {
          ...fields,
          ...(row.kind === 'account' && { available_balance: sayCents(availableOf(row)) }),
        },
        relations: {
          parent: ifThere(row.parent),
          owner: ifThere(row.owner),
          children: unique.map((child) => toRow(child)),
        },
      }
    },
  }
}
type ObjectList = List<PlatformObjectRow, 'id' | 'kind' | 'identity' | 'q'>
export type ObjectView = ReturnType<typeof createObjectView>
