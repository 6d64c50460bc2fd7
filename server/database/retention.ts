import type { Config } from '../config.ts'
import type { Bus } from '../live/bus.ts'
import type { Database } from './open.ts'
import type { Writer } from './writer.ts'

/** How much may happen before it is looked whether something must go. */
const checkEvery = 1000
/** How many records of a kind go in one transaction, so that nobody waits long for it. */
const batch = 500

/** What may go, oldest first. Work that is not finished stays, and with it the event it delivers. */
const kinds = [
  { table: 'calls', mayGo: '1' },
  { table: 'captures', mayGo: '1' },
  { table: 'deliveries', mayGo: 'finished_at IS NOT NULL' },
  { table: 'events', mayGo: 'NOT EXISTS (SELECT 1 FROM deliveries WHERE deliveries.event_id = events.id)' },
] as const

/** Keeps the database within its bounds by letting the oldest records go. */
export function createRetention(needs: {
  database: Database
  writer: Writer
  bus: Bus
  config: Config['retention']
  onTrouble(error: unknown): void
}) {
  const { database, writer, bus, config } = needs
  const forgetSearch = database.prepare('DELETE FROM search WHERE rowid = ?')
  const attemptsOf = database.prepare<[number], { seq: number }>(
    'SELECT seq FROM attempts WHERE delivery_id = (SELECT id FROM deliveries WHERE seq = ?)',
  )
  const forgetAttempts = database.prepare(
    'DELETE FROM attempts WHERE delivery_id = (SELECT id FROM deliveries WHERE seq = ?)',
  )
  const statements = kinds.map(({ table, mayGo }) => ({
    table,
    count: database.prepare<[], number>(`SELECT count(*) FROM ${table}`).pluck(),
    oldest: database
      .prepare<[number], number>(`SELECT seq FROM ${table} WHERE ${mayGo} ORDER BY seq LIMIT ?`)
      .pluck(),
    forget: database.prepare(`DELETE FROM ${table} WHERE seq = ?`),
  }))

  function letGo({ table, oldest, forget }: (typeof statements)[number], atMost: number): number {
    const going = oldest.all(Math.min(atMost, batch))
    for (const seq of going) {
      if (table === 'deliveries') {
        for (const attempt of attemptsOf.all(seq)) forgetSearch.run(attempt.seq)
        forgetAttempts.run(seq)
      }
      forgetSearch.run(seq)
      forget.run(seq)
    }
    return going.length
  }

  function usedBytes(): number {
    const pragma = (name: string) => Number(database.pragma(name, { simple: true }))
    return (pragma('page_count') - pragma('freelist_count')) * pragma('page_size')
  }

  /** One round; answers how many records went. */
  function round(): number {
    const isFull = usedBytes() > config.bytes
    return statements.reduce((gone, statement) => {
      const tooMany = isFull ? batch : (statement.count.get() ?? 0) - config.records
      return tooMany > 0 ? gone + letGo(statement, tooMany) : gone
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
  return bus.subscribe((frames) => {
    news += frames.length
    if (news < checkEvery) return
    news = 0
    void prune()
  })
}
