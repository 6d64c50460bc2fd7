/** Reads and writes the table of subscriptions, with a copy in memory. */
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

  /**
   * All subscriptions in order of creation, cached because every capture, event and engine turn reads them. Undefined if
   * they must be read.
   */
  let known: Map<string, SubscriptionRecord> | undefined
  const remembered = () => {
    known ??= new Map(every.all().map((row) => [row.id, fromStored(row)]))
    return known
  }

  return {
    /** Clears the copy in memory after a rollback, or after another part changed the table. */
    forget() {
      known = undefined
    },
    /** Inserts a subscription, or replaces all fields of an existing one. */
    put(record: SubscriptionRecord) {
      put.run(toStored(record))
      // A known subscription is replaced in its position. Otherwise all are read again in order.
      if (known?.has(record.id)) known.set(record.id, record)
      else known = undefined
    },
    find: (id: string): SubscriptionRecord | undefined =>
      [byId.get(id)].flatMap((row) => (row ? [fromStored(row)] : []))[0],
    /** In order of creation. */
    of: (identity: string): SubscriptionRecord[] => byIdentity.all(identity).map(fromStored),
    enabled: (): SubscriptionRecord[] => [...remembered().values()].filter((record) => record.enabled),
    /** The subscription if it exists and is enabled. */
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
