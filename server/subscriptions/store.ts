/** Reads and writes the table of subscriptions, with a copy in memory. */
import { selected, upsert } from '../database/columns.ts'
import type { Database } from '../database/open.ts'
import { eventNames } from '../events/builders.ts'
import { addressKey } from '../words/same-address.ts'
import { createHealth } from './health.ts'
import { fields, fromStored, matches, type Stored, type SubscriptionRecord, toStored } from './record.ts'

const mostAtSameAddress = 20
/** For how many events the subscriptions that get them are remembered. Senders may make up names. */
const mostHeard = 500

interface Grouping {
  /** The group of a subscription, or undefined if it has none. */
  groupOf(record: SubscriptionRecord): string | undefined
  groups: Map<string, Map<string, SubscriptionRecord>>
  /** The groups that were read since they changed, in order of creation. */
  sorted: Map<string, readonly SubscriptionRecord[]>
}

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
  /** The largest `seq` in the copy. */
  let newest = 0
  const groupings: Grouping[] = []
  /** The enabled subscriptions that get an event, by its name. */
  const heard = new Map<string, readonly SubscriptionRecord[]>()

  function remembered() {
    if (known) return known
    known = new Map(every.all().map((row) => [row.id, fromStored(row)]))
    newest = [...known.values()].at(-1)?.seq ?? 0
    heard.clear()
    for (const { groups, sorted } of groupings) {
      groups.clear()
      sorted.clear()
    }
    for (const record of known.values()) regroup(undefined, record)
    return known
  }

  function regroup(before: SubscriptionRecord | undefined, after: SubscriptionRecord | undefined) {
    heard.clear()
    for (const { groupOf, groups, sorted } of groupings) {
      const [from, to] = [before && groupOf(before), after && groupOf(after)]
      for (const group of [from, to]) if (group !== undefined) sorted.delete(group)
      if (before && from !== undefined && from !== to) groups.get(from)?.delete(before.id)
      if (!after || to === undefined) continue
      const group = groups.get(to) ?? new Map()
      groups.set(to, group.set(after.id, after))
    }
  }

  /**
   * A function that returns the subscriptions of a group, in order of creation, without reading the others. Groups are
   * kept up to date, since a capture must not cost more the more subscriptions there are.
   */
  function groupedBy(groupOf: Grouping['groupOf']): (group: string) => readonly SubscriptionRecord[] {
    const [groups, sorted]: [Grouping['groups'], Grouping['sorted']] = [new Map(), new Map()]
    groupings.push({ groupOf, groups, sorted })
    known = undefined
    return (group) => {
      remembered()
      const members = groups.get(group)
      if (!members) return []
      const inOrder = sorted.get(group) ?? [...members.values()].sort((a, b) => a.seq - b.seq)
      sorted.set(group, inOrder)
      return inOrder
    }
  }
  const atAddress = groupedBy(({ enabled, url }) => (enabled ? addressKey(url) : undefined))

  return {
    /** Clears the copy in memory after a rollback, or after another part changed the table. */
    forget() {
      known = undefined
    },
    /** Inserts a subscription, or replaces all fields of an existing one. */
    put(record: SubscriptionRecord) {
      put.run(toStored(record))
      if (!known) return
      const before = known.get(record.id)
      // A known subscription keeps its position. All are read again in order if a new one comes between others.
      if (!before && record.seq < newest) known = undefined
      known?.set(record.id, record)
      newest = Math.max(newest, record.seq)
      regroup(before, record)
    },
    find: (id: string): SubscriptionRecord | undefined =>
      [byId.get(id)].flatMap((row) => (row ? [fromStored(row)] : []))[0],
    /** In order of creation. */
    of: (identity: string): SubscriptionRecord[] => byIdentity.all(identity).map(fromStored),
    enabled: (): SubscriptionRecord[] => [...remembered().values()].filter((record) => record.enabled),
    /** The enabled subscriptions whose patterns match an event, in order of creation. */
    hearing(event: string): readonly SubscriptionRecord[] {
      const all = remembered()
      const found =
        heard.get(event) ?? [...all.values()].filter((one) => one.enabled && matches(one.events, event))
      if (heard.size >= mostHeard) heard.clear()
      heard.set(event, found)
      return found
    },
    /** The subscription if it exists and is enabled. */
    findEnabled(id: string): SubscriptionRecord | undefined {
      const record = remembered().get(id)
      return record?.enabled ? record : undefined
    },
    all: (): SubscriptionRecord[] => [...remembered().values()],
    /** Other enabled subscriptions that send the same events to the same receiver, at most 20. */
    atSameAddress: (record: SubscriptionRecord): SubscriptionRecord[] =>
      record.enabled
        ? atAddress(addressKey(record.url))
            .filter((one) => one.id !== record.id && shareEvents(one.events, record.events))
            .slice(0, mostAtSameAddress)
        : [],
    groupedBy,
    healthOf: createHealth(database),
    page: (before: number, limit: number): SubscriptionRecord[] => page.all(before, limit).map(fromStored),
    remove(id: string) {
      regroup(known?.get(id), undefined)
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
