import type { Config } from '../config.ts'
import type { Bus } from '../live/bus.ts'
import type { Outside } from '../outside.ts'
import { parseDuration } from '../time.ts'
import type { Counters } from './counters.ts'
import { createKinds, type Kind } from './going.ts'
import type { Database } from './open.ts'
import type { Search } from './search.ts'
import { createShrink } from './shrink.ts'
import type { Transaction, Writer } from './writer.ts'

/** How much may happen before it is looked whether something must go; more where very much is kept, since that is counted. */
const checkEvery = 1000
const checkShare = 0.02
/** How many records of a kind go in one transaction, so that nobody waits long for it. */
const batch = 250
/** How often it is looked whether something has grown too old. Real time, ms. */
const ageMs = 60_000

/**
 * Keeps the database within its bounds by letting the oldest records go: by their number, by the size of all, and by their
 * age on the sandbox's clock. The file shrinks behind it.
 */
export function createRetention(needs: {
  database: Database
  writer: Writer
  counters: Counters
  bus: Bus
  clock: { now(): number }
  outside: Pick<Outside, 'after'>
  search: Pick<Search, 'dropGone'>
  config: Config['retention']
  onTrouble(error: unknown): void
}) {
  const { database, writer, counters, bus, clock, config, search } = needs
  const shrink = createShrink(needs)
  const age = config.age === null ? null : (parseDuration(config.age) ?? 0) * 1000
  const kinds = createKinds(database).map((kind) => ({
    ...kind,
    known: { records: 0, made: Number.POSITIVE_INFINITY },
  }))
  type Known = (typeof kinds)[number]

  /** At least how many records there are too many. Counting a table reads all of it, so that it is done only when it may be full. */
  function tooMany(kind: Known): number {
    const made = counters.current(kind.counter)
    const atMost = kind.known.records + made - kind.known.made
    // The counter begins anew with a reset.
    if (made >= kind.known.made && atMost <= config.records) return 0
    const { all, held } = kind.count()
    kind.known = { records: all, made }
    return all - held - config.records
  }

  function tooOld(kind: Kind): number[] {
    if (age === null) return []
    const before = clock.now() - age
    return kind
      .oldest(batch)
      .filter(({ at }) => at < before)
      .map(({ seq }) => seq)
  }

  function usedBytes(): number {
    const pragma = (name: string) => Number(database.pragma(name, { simple: true }))
    return (pragma('page_count') - pragma('freelist_count')) * pragma('page_size')
  }

  /** One round; answers how many records went. */
  function round(tx: Transaction): number {
    const isFull = usedBytes() > config.bytes
    return kinds.reduce((gone, kind) => {
      const over = Math.min(isFull ? batch : tooMany(kind), batch)
      const seqs = over > 0 ? kind.oldest(over).map(({ seq }) => seq) : tooOld(kind)
      if (seqs.length === 0) return gone
      kind.forget(seqs)
      tx.afterCommit(() => {
        kind.known.records -= seqs.length
      })
      return gone + seqs.length
    }, 0)
  }

  let stopped = false
  const isStopped = () => stopped
  let running = false
  let asked = false
  async function prune() {
    asked = true
    if (running || stopped) return
    running = true
    try {
      while (asked && !stopped) {
        asked = false
        await pruneOnce()
      }
    } catch (error) {
      if (!stopped) needs.onTrouble(error)
    } finally {
      running = false
    }
  }

  async function pruneOnce() {
    let gone = 0
    let all = 0
    do {
      const before = usedBytes()
      gone = await writer.write(round)
      all += gone
      // What cannot go, such as the platform's objects, must not drive out everything else.
      if (before > config.bytes && usedBytes() >= before) break
    } while (gone > 0 && !stopped)
    if (all === 0) return
    while (!stopped && (await writer.write(search.dropGone)));
    await shrink(isStopped)
  }

  let news = 0
  const unsubscribe = bus.subscribe((told) => {
    news += told.length
    const most = Math.max(...kinds.map(({ known }) => known.records))
    const isMoved = age !== null && told.some(({ kind }) => kind === 'clock')
    if (!isMoved && news < Math.max(checkEvery, Math.min(most, config.records * 4) * checkShare)) return
    news = 0
    void prune()
  })
  let cancel = () => {}
  function lookAgain() {
    cancel = needs.outside.after(ageMs, () => {
      void prune()
      lookAgain()
    })
  }
  if (age !== null) lookAgain()
  return () => {
    stopped = true
    cancel()
    unsubscribe()
  }
}
