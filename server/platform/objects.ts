import type { Database } from '../database/open.ts'
import type { Ids } from '../ids.ts'
import { toIso } from '../time.ts'

/** What every object of the platform has. Times in microseconds. */
interface Base {
  id: string
  identity: string
  createdAt: number
  updatedAt: number
}
/** An object as it is kept: its own fields beside those of every object. */
export type Kept<Data> = Readonly<Data & Base>

/** Who acts, and when: all that keeping objects needs of a call or a job. */
interface Acting {
  identity: string
  now: number
}

/** Which fields of an object name what it belongs to; lists are asked for by them. */
interface Links<Data> {
  parent?: keyof Data
  owner?: keyof Data
}
interface ListAsked {
  parent?: string | undefined
  owner?: string | undefined
  /** From 1. */
  page?: number
  perPage?: number
}

interface Stored {
  id: string
  identity: string
  data: string
  created_at: number
  updated_at: number
}

/** The platform's objects of one kind. An identity sees only its own. */
export interface Collection<Data> {
  create(acting: Acting, data: Data, id?: string): Kept<Data>
  find(acting: Pick<Acting, 'identity'>, id: string): Kept<Data> | undefined
  /** Writes the fields given and answers the object as it is now; the same object where nothing is different. */
  change(acting: Acting, object: Kept<Data>, changes: Partial<Data>): Kept<Data>
  remove(object: Kept<Data>): void
  /** In order of creation; all of them unless a page is asked for. */
  list(acting: Pick<Acting, 'identity'>, asked?: ListAsked): Kept<Data>[]
}

/** Keeps the platform's objects in one table: an area says what it keeps, and needs no table of its own. */
export function createObjects({ database, ids }: { database: Database; ids: Ids }) {
  const insert = database.prepare(
    `INSERT INTO objects (id, kind, identity, parent, owner, data, created_at, updated_at)
     VALUES (@id, @kind, @identity, @parent, @owner, @data, @at, @at)`,
  )
  const one = database.prepare<[string, string, string], Stored>(
    'SELECT * FROM objects WHERE id = ? AND kind = ? AND identity = ?',
  )
  const update = database.prepare(
    'UPDATE objects SET data = @data, parent = @parent, owner = @owner, updated_at = @at WHERE id = @id AND kind = @kind AND identity = @identity',
  )
  const remove = database.prepare('DELETE FROM objects WHERE id = ? AND kind = ? AND identity = ?')
  const lists = {
    all: listBy(''),
    parent: listBy('AND parent = @parent'),
    owner: listBy('AND owner = @owner'),
    both: listBy('AND parent = @parent AND owner = @owner'),
  }

  function listBy(condition: string) {
    return database.prepare<[Record<string, unknown>], Stored>(
      `SELECT * FROM objects WHERE kind = @kind AND identity = @identity ${condition} ORDER BY seq LIMIT @limit OFFSET @offset`,
    )
  }

  return function collection<Data extends object>(kind: string, links: Links<Data> = {}): Collection<Data> {
    const fromStored = ({ id, identity, data, created_at, updated_at }: Stored): Kept<Data> => ({
      ...(JSON.parse(data) as Data),
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
    })
    return {
      create({ identity, now }, data, id = ids.uuid()) {
        insert.run({ id, kind, identity, ...columns(data), at: now })
        return { ...data, id, identity, createdAt: now, updatedAt: now }
      },
      find({ identity }, id) {
        const row = one.get(id.toLowerCase(), kind, identity)
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
      list({ identity }, { parent, owner, page = 1, perPage = -1 } = {}) {
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
          limit: perPage,
          offset: (page - 1) * Math.max(perPage, 0),
          ...(parent !== undefined && { parent: parent.toLowerCase() }),
          ...(owner !== undefined && { owner: owner.toLowerCase() }),
        }
        return lists[by].all(bound).map(fromStored)
      },
    }
  }
}
export type Objects = ReturnType<typeof createObjects>

/** When an object was made and last changed, as the platform tells it. */
export const timesOf = ({ createdAt, updatedAt }: Pick<Base, 'createdAt' | 'updatedAt'>) => ({
  created_time: toIso(createdAt),
  updated_time: toIso(updatedAt),
})
