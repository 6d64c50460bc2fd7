import { selected, upsert } from '../database/columns.ts'
import type { Database } from '../database/open.ts'
import { fields, fromStored, type Stored, type SubscriptionRecord, toStored } from './record.ts'

export function createSubscriptionStore(database: Database) {
  const put = database.prepare(upsert('subscriptions', fields, 'seq'))
  const select = (rest: string) =>
    database.prepare<unknown[], Stored>(`SELECT ${selected(fields)} FROM subscriptions ${rest}`)
  const byId = select('WHERE id = ?')
  const byIdentity = select('WHERE identity = ? ORDER BY seq')
  const page = select('WHERE seq < ? ORDER BY seq DESC LIMIT ?')
  const every = select('ORDER BY seq')
  const remove = database.prepare('DELETE FROM subscriptions WHERE id = ?')

  /** All of them in order of creation, which every capture, event and turn of the engine asks for; undefined until they are read again. */
  let known: Map<string, SubscriptionRecord> | undefined
  const remembered = () => {
    known ??= new Map(every.all().map((row) => [row.id, fromStored(row)]))
    return known
  }

  return {
    /** Forgets what is remembered: something was undone, or the table was changed by another way. */
    forget() {
      known = undefined
    },
    /** Inserts a new one or replaces all of an old one's fields. */
    put(record: SubscriptionRecord) {
      put.run(toStored(record))
      // One that is known changes in its place; any other is read anew in its order.
      if (known?.has(record.id)) known.set(record.id, record)
      else known = undefined
    },
    find: (id: string): SubscriptionRecord | undefined =>
      [byId.get(id)].flatMap((row) => (row ? [fromStored(row)] : []))[0],
    /** In order of creation. */
    of: (identity: string): SubscriptionRecord[] => byIdentity.all(identity).map(fromStored),
    enabled: (): SubscriptionRecord[] => [...remembered().values()].filter((record) => record.enabled),
    /** One that is enabled; undefined where it is not, or is gone. */
    findEnabled(id: string): SubscriptionRecord | undefined {
      const record = remembered().get(id)
      return record?.enabled ? record : undefined
    },
    all: (): SubscriptionRecord[] => [...remembered().values()],
    page: (before: number, limit: number): SubscriptionRecord[] => page.all(before, limit).map(fromStored),
    remove(id: string) {
      known?.delete(id)
      remove.run(id)
    },
  }
}
export type SubscriptionStore = ReturnType<typeof createSubscriptionStore>
