/** Stores the platform's objects of all kinds in one table. */

import type { z } from 'zod'
import { storedJson } from '../../database/columns.ts'
import type { Ids } from '../../database/ids.ts'
import type { Database } from '../../database/open.ts'
import { toIso } from '../../words/time.ts'

/** The fields of every object. Times are in microseconds. */
interface Base {
  id: string
  identity: string
  createdAt: number
  updatedAt: number
}
/** An object as stored: its own fields and those of every object. */
export type Kept<Data> = Readonly<Data & Base>

/** The stored fields of an object: those of its schema except `Told`, which are computed when needed. */
export type DataOf<Schema extends z.ZodObject, Told extends keyof z.infer<Schema>> = Omit<
  z.infer<Schema>,
  Told | 'created_time' | 'updated_time'
>

/** The owner and the time of a change. */
interface Acting {
  identity: string
  now: number
}

/** The fields by which objects are found: what they belong to, and their state. */
interface Links<Data> {
  parent?: keyof Data
  owner?: keyof Data
  state?: keyof Data
}
interface ListAsked {
  parent?: string | undefined
  owner?: string | undefined
  state?: string
  /** From 1. */
  page?: number
  perPage?: number
}

interface Stored {
  seq: number
  id: string
  identity: string
  data: string
  created_at: number
  updated_at: number
}

/** The objects of one kind. An identity only sees its own. */
export interface Collection<Data> {
  create(acting: Acting, data: Data, id?: string): Kept<Data>
  find(acting: Pick<Acting, 'identity'>, id: string): Kept<Data> | undefined
  /** Of any owner. */
  findAnywhere(id: string): Kept<Data> | undefined
  /** Changes fields and returns the changed object, or the same object if nothing differs. */
  change(acting: Acting, object: Kept<Data>, changes: Partial<Data>): Kept<Data>
  remove(object: Kept<Data>): void
  /** In order of creation. All of them unless a page is given. */
  list(acting: Pick<Acting, 'identity'>, asked?: ListAsked): Kept<Data>[]
  /** How many belong to another object, at most `limit`. */
  countOf(parent: string, limit: number): number
  /** Newest first, in these states or in all. At most {@link lookedAt} of each. */
  newest(acting: Pick<Acting, 'identity'>, states?: readonly (string | null)[]): Iterable<Kept<Data>>
  /** Those that belong to another object, newest first. At most {@link lookedAt}. */
  newestOf(acting: Pick<Acting, 'identity'>, parent: string): Iterable<Kept<Data>>
  /** As {@link newest} for all states, without objects to which one of another kind with a state belongs. */
  newestWithout(acting: Pick<Acting, 'identity'>, kind: string): Iterable<Kept<Data>>
  /** The ids of the newest objects of another kind, each with the first one that belongs to it, unless that is in a state. */
  firstOfNewest(
    acting: Pick<Acting, 'identity'>,
    other: { kind: string; exceptIn: string },
  ): Iterable<[id: string, first: Kept<Data> | undefined]>
}

/** How many of the newest objects are examined. Older ones are not worth the time. */
const lookedAt = 100
/** How many of them are read at a time. Nearly always the first is suitable. */
const reads = [1, 9, lookedAt - 10]

/** Stores the platform's objects in one table, so that an area needs no table of its own. */
export function createObjects({ database, ids }: { database: Database; ids: Ids }) {
  const insert = database.prepare(
    `INSERT INTO objects (id, kind, identity, parent, owner, state, data, created_at, updated_at)
     VALUES (@id, @kind, @identity, @parent, @owner, @state, @data, @at, @at)`,
  )
  const one = database.prepare<[string, string, string], Stored>(
    'SELECT * FROM objects WHERE id = ? AND kind = ? AND identity = ?',
  )
  const anywhere = database.prepare<[string, string], Stored>(
    'SELECT * FROM objects WHERE id = ? AND kind = ? ORDER BY seq DESC LIMIT 1',
  )
  const newest = {
    all: newestBy(''),
    state: newestBy('AND state IS @by'),
    parent: newestBy('AND parent = @by'),
  }
  const without = database.prepare<[Record<string, unknown>], Stored>(
    `SELECT * FROM (SELECT * FROM objects WHERE kind = @kind AND identity = @identity ORDER BY seq DESC LIMIT ${lookedAt}) one
     WHERE NOT EXISTS (SELECT 1 FROM objects WHERE parent = one.id AND kind = @without AND state IS NOT NULL) ORDER BY seq DESC`,
  )
  const firsts = database.prepare<[Record<string, unknown>], { of: string } & (Stored | { id: null })>(
    `SELECT one.id AS of, first.* FROM (SELECT id, seq FROM objects WHERE kind = @of AND identity = @identity ORDER BY seq DESC LIMIT ${lookedAt}) one
     LEFT JOIN objects first ON first.seq = (SELECT min(seq) FROM objects WHERE parent = one.id AND kind = @kind AND identity = @identity)
     WHERE first.state IS NOT @exceptIn ORDER BY one.seq DESC`,
  )
  const counted = database
    .prepare<[string, string, number], number>(
      'SELECT count(*) FROM (SELECT 1 FROM objects WHERE parent = ? AND kind = ? LIMIT ?)',
    )
    .pluck()
  const update = database.prepare(
    'UPDATE objects SET data = @data, parent = @parent, owner = @owner, state = @state, updated_at = @at WHERE id = @id AND kind = @kind AND identity = @identity',
  )
  const remove = database.prepare('DELETE FROM objects WHERE id = ? AND kind = ? AND identity = ?')
  const lists = {
    all: listBy(''),
    parent: listBy('AND parent = @parent'),
    owner: listBy('AND owner = @owner'),
    both: listBy('AND parent = @parent AND owner = @owner'),
  }

  function newestBy(condition: string) {
    return database.prepare<[Record<string, unknown>], Stored>(
      `SELECT * FROM objects WHERE kind = @kind AND identity = @identity ${condition} AND seq < @before ORDER BY seq DESC LIMIT @limit`,
    )
  }

  function listBy(condition: string) {
    return database.prepare<[Record<string, unknown>], Stored>(
      `SELECT * FROM objects WHERE kind = @kind AND identity = @identity ${condition} AND (@state IS NULL OR state = @state) ORDER BY seq LIMIT @limit OFFSET @offset`,
    )
  }

  return function collection<Data extends object>(kind: string, links: Links<Data> = {}): Collection<Data> {
    const fromStored = ({ id, identity, data, created_at, updated_at }: Stored): Kept<Data> => ({
      ...(storedJson(data) as Data),
      id,
      identity,
      createdAt: created_at,
      updatedAt: updated_at,
    })
    const linked = (data: Data, name: keyof Links<Data>) => {
      const field = links[name]
      return field === undefined ? null : (data[field] ?? null)
    }
    const columns = (data: Data) => ({
      data: JSON.stringify(data),
      parent: linked(data, 'parent'),
      owner: linked(data, 'owner'),
      state: linked(data, 'state'),
    })
    /** Rows, newest first, read a few at a time. */
    function* rowsOf(
      what: keyof typeof newest,
      identity: string,
      by?: string | null,
    ): Generator<Stored, undefined> {
      const bound = { kind, identity, ...(by !== undefined && { by }) }
      let before = Number.MAX_SAFE_INTEGER
      for (const limit of reads) {
        const rows = newest[what].all({ ...bound, before, limit })
        yield* rows
        before = rows.at(-1)?.seq ?? before
        if (rows.length < limit) return
      }
    }
    return {
      create({ identity, now }, data, id = ids.uuid()) {
        insert.run({ id, kind, identity, ...columns(data), at: now })
        return { ...data, id, identity, createdAt: now, updatedAt: now }
      },
      find({ identity }, id) {
        const row = one.get(id.toLowerCase(), kind, identity)
        return row && fromStored(row)
      },
      findAnywhere(id) {
        const row = anywhere.get(id.toLowerCase(), kind)
        return row && fromStored(row)
      },
      change({ now }, object, changes) {
        const { id, identity, createdAt, updatedAt: _, ...before } = object
        const data = { ...before, ...changes } as unknown as Data
        if (JSON.stringify(data) === JSON.stringify(before)) return object
        update.run({ id, kind, identity, ...columns(data), at: now })
        return { ...data, id, identity, createdAt, updatedAt: now }
      },
      remove: ({ id, identity }) => void remove.run(id, kind, identity),
      list({ identity }, { parent, owner, state = null, page = 1, perPage = -1 } = {}) {
        const by =
          parent === undefined
            ? owner === undefined
              ? 'all'
              : 'owner'
            : owner === undefined
              ? 'parent'
              : 'both'
        const bound = {
          kind,
          identity,
          state,
          limit: perPage,
          offset: (page - 1) * Math.max(perPage, 0),
          ...(parent !== undefined && { parent: parent.toLowerCase() }),
          ...(owner !== undefined && { owner: owner.toLowerCase() }),
        }
        return lists[by].all(bound).map(fromStored)
      },
      *newestOf({ identity }, parent) {
        for (const row of rowsOf('parent', identity, parent)) yield fromStored(row)
      },
      *newestWithout({ identity }, other) {
        for (const row of without.all({ kind, identity, without: other })) yield fromStored(row)
      },
      *firstOfNewest({ identity }, { kind: of, exceptIn }) {
        for (const { of: id, ...row } of firsts.all({ kind, identity, of, exceptIn }))
          yield [id, row.id === null ? undefined : fromStored(row)]
      },
      countOf: (parent, limit) => counted.get(parent, kind, limit) ?? 0,
      *newest({ identity }, states) {
        const heads = (states ?? [undefined]).map((state) => {
          const rows = rowsOf(state === undefined ? 'all' : 'state', identity, state)
          return { rows, row: rows.next().value }
        })
        for (;;) {
          const head = heads.reduce((best, one) => ((one.row?.seq ?? 0) > (best.row?.seq ?? 0) ? one : best))
          if (!head.row) return
          yield fromStored(head.row)
          head.row = head.rows.next().value
        }
      },
    }
  }
}
export type Objects = ReturnType<typeof createObjects>

/** When an object was created and last changed, in the platform's form. */
export const timesOf = ({ createdAt, updatedAt }: Pick<Base, 'createdAt' | 'updatedAt'>) => ({
  created_time: toIso(createdAt),
  updated_time: toIso(updatedAt),
})

/** The fields that a schema names, in its order. Other stored fields are left out. */
export function answerOf<Schema extends z.ZodObject>(
  schema: Schema,
  fields: z.infer<Schema>,
): z.infer<Schema> {
  const all: Record<string, unknown> = fields
  return Object.fromEntries(Object.keys(schema.shape).map((name) => [name, all[name]])) as z.infer<Schema>
}
