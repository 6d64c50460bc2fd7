import type { Config } from '../config.ts'
import type { Bus } from '../live/bus.ts'
import type { Counters } from './counters.ts'
import type { Database } from './open.ts'
import type { Transaction, Writer } from './writer.ts'

/** How much may happen before it is looked whether something must go. */
const checkEvery = 1000
/** How many records of a kind go in one transaction, so that nobody waits long for it. */
const batch = 500
/** How many events are looked at for some that may go. */
const lookedAt = 2000

/** Keeps the database within its bounds by letting the oldest records go. Work that is not finished stays, and with it the event it delivers. */
export function createRetention(needs: {
  database: Database
  writer: Writer
  counters: Counters
  bus: Bus
  config: Config['retention']
  onTrouble(error: unknown): void
}) {
  const { database, writer, counters, bus, config } = needs
  const forgetSearch = database.prepare('DELETE FROM search WHERE rowid = ?')
  const attemptsOf = database
    .prepare<[number], number>('SELECT seq FROM attempts WHERE delivery_seq = ?')
    .pluck()
  const forgetAttempt = database.prepare('DELETE FROM attempts WHERE seq = ?')
  const forgetEnd = database.prepare('DELETE FROM attempt_ends WHERE seq = ?')
  const oldest = (table: string, where = '1') =>
    database.prepare<[number], number>(`SELECT seq FROM ${table} WHERE ${where} ORDER BY seq LIMIT ?`).pluck()
  const [calls, captures, inputs] = [oldest('calls'), oldest('captures'), oldest('inputs')]
  // One index holds those that have ended, state by state.
  const ended = ['succeeded', 'failed', 'cancelled', 'refused', 'wrongly_accepted'].map((state) =>
    oldest('deliveries', `state = '${state}' AND finished_at IS NOT NULL`),
  )
  const someEvents = database.prepare<[number, number], { seq: number; held: number }>(
    `SELECT seq, EXISTS (SELECT 1 FROM deliveries WHERE event_seq = events.seq) AS held FROM events
     WHERE seq > ? ORDER BY seq LIMIT ?`,
  )
  /** Where the look at the events goes on: those that are held back must not be looked at over and over. */
  let eventsFrom = 0

  function oldestEvents(limit: number): number[] {
    const some = someEvents.all(eventsFrom, lookedAt)
    const free = some.filter(({ held }) => held === 0).map(({ seq }) => seq)
    eventsFrom = free.length === 0 && some.length === lookedAt ? (some.at(-1)?.seq ?? 0) : 0
    return free.slice(0, limit)
  }

  /** The tables, the counter that counts what was ever made in each, and what of it goes first. */
  const kinds = [
    { table: 'calls', counter: 'cal', going: (limit: number) => calls.all(limit) },
    { table: 'captures', counter: 'cap', going: (limit: number) => captures.all(limit) },
    {
      table: 'deliveries',
      counter: 'dlv',
      going: (limit: number) =>
        ended
          .flatMap((oldestOf) => oldestOf.all(limit))
          .sort((a, b) => a - b)
          .slice(0, limit),
    },
    { table: 'events', counter: 'evt', going: oldestEvents },
    { table: 'inputs', counter: 'inp', going: (limit: number) => inputs.all(limit) },
  ].map((kind) => {
    const count = database.prepare<[], number>(`SELECT count(*) FROM ${kind.table}`).pluck()
    const forget = database.prepare(`DELETE FROM ${kind.table} WHERE seq = ?`)
    return { ...kind, count, forget, known: { records: 0, made: Number.POSITIVE_INFINITY } }
  })
  type Kind = (typeof kinds)[number]

  /** At least how many records there are. Counting a table reads all of it, so that it is done only when it may be full. */
  function tooMany(kind: Kind): number {
    const made = counters.current(kind.counter)
    const atMost = kind.known.records + made - kind.known.made
    // The counter begins anew with a reset.
    if (made >= kind.known.made && atMost <= config.records) return 0
    kind.known = { records: kind.count.get() ?? 0, made }
    return kind.known.records - config.records
  }

  function letGo(tx: Transaction, { table, going, forget, known }: Kind, atMost: number): number {
    const seqs = going(Math.min(atMost, batch))
    for (const seq of seqs) {
      if (table === 'deliveries') {
        for (const attempt of attemptsOf.all(seq)) {
          forgetSearch.run(attempt)
          forgetEnd.run(attempt)
          forgetAttempt.run(attempt)
        }
      }
      // Inputs have numbers of their own and are not searched.
      if (table !== 'inputs') forgetSearch.run(seq)
      forget.run(seq)
    }
    tx.afterCommit(() => {
      known.records -= seqs.length
    })
    return seqs.length
  }

  function usedBytes(): number {
    const pragma = (name: string) => Number(database.pragma(name, { simple: true }))
    return (pragma('page_count') - pragma('freelist_count')) * pragma('page_size')
  }

  /** One round; answers how many records went. */
  function round(tx: Transaction): number {
    const isFull = usedBytes() > config.bytes
    return kinds.reduce((gone, kind) => {
      const over = isFull ? batch : tooMany(kind)
      return over > 0 ? gone + letGo(tx, kind, over) : gone
    }, 0)
  }

  let running = false
  async function prune() {
    if (running) return
    running = true
    try {
      // What cannot go, such as the platform's objects, must not drive out everything else.
      let gone = 0
      do {
        const before = usedBytes()
        gone = await writer.write(round)
        if (before > config.bytes && usedBytes() >= before) break
      } while (gone > 0)
    } catch (error) {
      needs.onTrouble(error)
    } finally {
      running = false
    }
  }

  let news = 0
  return bus.subscribe((told) => {
    news += told.length
    if (news < checkEvery) return
    news = 0
    void prune()
  })
}
