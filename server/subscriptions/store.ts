/** Reads and writes the table of subscriptions, with a copy in memory. */
import { selected, upsert } from '../database/columns.ts'
import type { Database } from '../database/open.ts'
import { eventNames } from '../events/builders.ts'
import { addressKey } from '../words/same-address.ts'
import { fields, fromStored, matches, type Stored, type SubscriptionRecord, toStored } from './record.ts'

const mostAtSameAddress = 20

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
  let newestSeq = 0
  const remembered = () => {
    if (known !== undefined) return known
    const all = every.all().map(fromStored)
    newestSeq = all.at(-1)?.seq ?? 0
    known = new Map(all.map((record) => [record.id, record]))
    return known
  }
  function forget() {
    known = undefined
    byAddress = undefined
  }

  /** The enabled subscriptions by the address of their receiver. Undefined if they must be sorted again. */
  let byAddress: Map<string, Map<string, SubscriptionRecord>> | undefined
  function atAddress(url: string) {
    if (byAddress === undefined) {
      byAddress = new Map()
      for (const record of remembered().values()) place(record)
    }
    return byAddress.get(addressKey(url))
  }
  function place(record: SubscriptionRecord) {
    if (byAddress === undefined || !record.enabled) return
    const key = addressKey(record.url)
    const there = byAddress.get(key) ?? new Map<string, SubscriptionRecord>()
    byAddress.set(key, there.set(record.id, record))
  }
  const displace = ({ id, url }: SubscriptionRecord) => void byAddress?.get(addressKey(url))?.delete(id)

  return {
    /** Clears the copy in memory after a rollback, or after another part changed the table. */
    forget,
    /** Inserts a subscription, or replaces all fields of an existing one. */
    put(record: SubscriptionRecord) {
      put.run(toStored(record))
      if (known === undefined) return
      const before = known.get(record.id)
      if (before) displace(before)
      // A known subscription is replaced in its position, and a new one comes last. Otherwise all are read again in order.
      if (before === undefined && record.seq < newestSeq) return forget()
      newestSeq = Math.max(newestSeq, record.seq)
      known.set(record.id, record)
      place(record)
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
    /** Other enabled subscriptions that send the same events to the same receiver, at most 20. */
    atSameAddress(record: SubscriptionRecord): SubscriptionRecord[] {
      const found: SubscriptionRecord[] = []
      if (record.enabled)
        for (const one of atAddress(record.url)?.values() ?? []) {
          if (one.id !== record.id && shareEvents(one.events, record.events)) found.push(one)
          if (found.length === mostAtSameAddress) break
        }
      return found
    },
    all: (): SubscriptionRecord[] => [...remembered().values()],
    page: (before: number, limit: number): SubscriptionRecord[] => page.all(before, limit).map(fromStored),
    remove(id: string) {
      const before = known?.get(id)
      if (before) displace(before)
      known?.delete(id)
      remove.run(id)
    },
  }
}

/** Whether two versions of a subscription send the same events to the same address. */
export const isSentAlike = (one: SubscriptionRecord, other: SubscriptionRecord): boolean =>
  one.url === other.url && one.enabled === other.enabled && one.events.join() === other.events.join()

/** Whether some event matches the patterns of both. */
const shareEvents = (one: readonly string[], other: readonly string[]): boolean =>
  one.some((pattern) => other.includes(pattern)) ||
  eventNames.some((name) => matches(one, name) && matches(other, name))

export type SubscriptionStore = ReturnType<typeof createSubscriptionStore>
