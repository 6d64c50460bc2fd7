import type { Config } from '../config.ts'
import type { Bus } from '../live/bus.ts'
import type { Outside } from '../outside.ts'
import { parseDuration } from '../words/time.ts'
import type { Counts } from './counts.ts'
import { createKinds, type Kind } from './going.ts'
import type { Database } from './open.ts'
import type { Search } from './search.ts'
import { createWeights } from './weights.ts'
import type { Writer } from './writer.ts'

/** How many pages are given back at a time, so that nobody waits long for it. */
const step = 200
/** How many free pages are kept for what comes: such a share of all, and so many where they are no larger share of what may be kept. */
const [spareShare, spare] = [0.05, 512]

/** Gives pages that hold nothing any more back to the disk, in small steps, and empties the log, so that the file is smaller. */
function createShrink(needs: {
  database: Database
  writer: Writer
  config: Pick<Config['retention'], 'bytes'>
}) {
  const { database, writer, config } = needs
  const pragma = (name: string) => Number(database.pragma(name, { simple: true }))
  /** What is kept in memory or in a file that cannot shrink stays as it is. */
  const canShrink = pragma('auto_vacuum') === 2 && database.name !== ':memory:'

  const least = Math.min(spare, (config.bytes * spareShare) / pragma('page_size'))

  return async function shrink(isStopped: () => boolean) {
    if (!canShrink) return
    const kept = Math.round(Math.max(least, pragma('page_count') * spareShare))
    if (pragma('freelist_count') <= kept * 2) return
    while (!isStopped() && pragma('freelist_count') > kept)
      await writer.write(() => void database.pragma(`incremental_vacuum(${step})`))
    // The file itself is cut only when the log goes into it.
    if (!isStopped()) database.pragma('wal_checkpoint(TRUNCATE)')
  }
}

/**
 * How much may happen before it is looked whether something must go: a tenth of what may be kept, at most so much; more where
 * very much is kept, since what is held back is counted.
 */
const checkEvery = 1000
const checkShare = 0.02
/** How much may happen before its size is looked at. */
const sizeEvery = 10
/** How many records of a kind go in one transaction, so that nobody waits long for it. */
const batch = 250
/**
 * How often it is looked whether something has grown too old: ten times while it does, between these. And how soon after the start
 * the first look at all is, which would hold that up. Real time, ms.
 */
const [ageLeastMs, ageMostMs, firstMs] = [1000, 60_000, 1500]
/** What may go keeps so much of what is allowed for itself, however large what cannot go is. */
const keptShare = 0.25
/** So much has to have become free for it to tell how large a record is: of a few small ones no page is emptied. */
const tellingBytes = 65_536
/** By how much of what is allowed the database outgrows it before something goes, so that not every commit lets records go. */
const slackShare = 0.02

/**
 * Keeps the database within its bounds by letting the oldest records go: by their number, by the size of all, and by their
 * age on the sandbox's clock. The file shrinks behind it.
 */
export function createRetention(needs: {
  database: Database
  writer: Writer
  counts: Counts
  bus: Bus
  clock: { now(): number }
  outside: Pick<Outside, 'after'>
  search: Pick<Search, 'dropGone' | 'watch'>
  config: Config['retention']
  onTrouble(error: unknown): void
}) {
  const { database, writer, counts, bus, clock, config, search } = needs
  const shrink = createShrink(needs)
  const weighsAtLeast = createWeights(database)
  const age = config.age === null ? null : (parseDuration(config.age) ?? 0) * 1000
  const ageMs = Math.min(ageMostMs, Math.max(ageLeastMs, (age ?? 0) / 10_000))
  const every = Math.min(checkEvery, Math.ceil(config.records / 10))
  const kinds = createKinds(database, counts)
  /** Of the kind of which there are most, when it was last looked. */
  let most = 0
  const [pageCount, freePages] = ['page_count', 'freelist_count'].map((name) =>
    database.prepare<[], number>(`PRAGMA ${name}`).pluck(),
  )
  const pageSize = Number(database.pragma('page_size', { simple: true }))
  const slack = config.bytes * slackShare
  /** What the database has to outgrow for its size to be a reason to look. */
  let enough = config.bytes + slack

  /** At least how many records there are too many. */
  function tooMany(kind: Kind): number {
    const all = kind.count()
    most = Math.max(most, all)
    return all > config.records ? all - kind.held() - config.records : 0
  }

  /** About how many may go. */
  const free = (kind: Kind) => Math.max(0, kind.free?.() ?? kind.count() - kind.held())

  /** Of the kind of which most may go so many, and the same share of the others. */
  function shares(may: readonly number[], atMost: number): number[] {
    const largest = Math.max(1, ...may)
    return may.map((count) => Math.ceil((atMost * count) / largest))
  }

  /** Of what went last for the size of all: how many records, and what became free by that. */
  let known = { gone: 0, freed: 0 }
  function learn(gone: number, freed: number) {
    known = { gone: known.gone + gone, freed: known.freed + freed }
    // What went long ago counts less and less.
    if (known.freed > 8 * tellingBytes) known = { gone: known.gone / 2, freed: known.freed / 2 }
  }
  /**
   * Whether what may go takes no more than its share. What cannot go, such as the platform's objects and work that is not
   * finished, must not drive out everything else. Those that went may have been small and what came since be large: only
   * what they tell is looked up.
   */
  async function keepsItsShare(may: readonly number[]): Promise<boolean> {
    if (known.freed < tellingBytes) return false
    const records = may.reduce((sum, count) => sum + count, 0)
    const share = config.bytes * keptShare
    if (records * (known.freed / known.gone) >= share) return false
    return !(await weighsAtLeast(share, isStopped))
  }

  function tooOld(kind: Kind): number[] {
    if (age === null) return []
    const before = clock.now() - age
    return kind
      .oldest(batch)
      .filter(({ at }) => at < before)
      .map(({ seq }) => seq)
  }

  /** Costs some microseconds. */
  const usedBytes = () => ((pageCount?.get() ?? 0) - (freePages?.get() ?? 0)) * pageSize

  /** One round, in a transaction, for so many too many of each kind; answers how many records went. */
  function round(over: readonly number[]): number {
    return kinds.reduce((gone, kind, index) => {
      const count = Math.min(over[index] ?? 0, batch)
      const seqs = count > 0 ? kind.oldest(count).map(({ seq }) => seq) : tooOld(kind)
      if (seqs.length === 0) return gone
      kind.forget(seqs)
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

  /** Does it in a transaction, and answers how many bytes became free by that alone. */
  const freeingBy = <T>(work: () => T) =>
    writer.write(() => {
      const before = usedBytes()
      return { result: work(), freed: before - usedBytes() }
    })

  /** What the index was told of what is gone counts as well; answers how many bytes became free. */
  async function thinIndex(): Promise<number> {
    let all = 0
    for (let more = true; more && !stopped; ) {
      const { result, freed } = await freeingBy(search.dropGone)
      more = result
      all += freed
    }
    return all
  }

  async function pruneOnce() {
    most = 0
    let gone = 0
    let all = 0
    // A few large ones may be all that is too much; of small ones it takes many to empty a page.
    let atOnce = 1
    do {
      const excess = usedBytes() - config.bytes
      const may = excess > 0 ? kinds.map(free) : []
      if (excess > 0 && (await keepsItsShare(may))) break
      const over = excess > 0 ? shares(may, atOnce) : kinds.map(tooMany)
      const went = await freeingBy(() => round(over))
      gone = went.result
      all += gone
      const freed = went.freed + (excess > 0 ? await thinIndex() : 0)
      if (excess > 0 && freed <= 0 && atOnce === batch) break
      if (excess > 0) learn(gone, freed)
      // No more than it takes if they are as large as these were.
      const needed = freed > 0 ? Math.max(1, Math.ceil(((excess - freed) / freed) * atOnce)) : batch
      atOnce = Math.min(atOnce * 2, batch, needed)
    } while (gone > 0 && !stopped)
    enough = Math.max(config.bytes, usedBytes()) + slack
    if (all > 0) await thinIndex()
    // Also what was deleted by hand, or by an earlier life, leaves pages free.
    await shrink(isStopped)
  }

  let news = 0
  let unsized = 0
  /** A few large bodies may be too much long before many records are. */
  function isTooLarge(more: number): boolean {
    unsized += more
    if (unsized < sizeEvery || running) return false
    unsized = 0
    return usedBytes() > enough
  }
  const unwatch = search.watch(() => {
    if (!running && usedBytes() > enough) void prune()
  })
  const unsubscribe = bus.subscribe((told) => {
    news += told.length
    const isMoved = age !== null && told.some(({ kind }) => kind === 'clock')
    // It leaves nothing but free pages, and whoever asked for it may look at the size before anything new comes.
    const isEmptied = told.some(({ kind }) => kind === 'reset')
    const isMuch = news >= Math.max(every, Math.min(most, config.records * 4) * checkShare)
    if (!isMoved && !isEmptied && !isMuch && !isTooLarge(told.length)) return
    news = 0
    void prune()
  })
  let cancel = () => {}
  function lookIn(ms: number) {
    cancel = needs.outside.after(ms, () => {
      void prune()
      if (age !== null) lookIn(ageMs)
    })
  }
  // What an earlier life left may be too much already.
  lookIn(firstMs)
  return () => {
    stopped = true
    cancel()
    unwatch()
    unsubscribe()
  }
}
