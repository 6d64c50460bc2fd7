/** Deletes the oldest records when there are too many, too large or too old ones. */
import type { Config } from '../config.ts'
import type { Bus } from '../live/bus.ts'
import type { Outside } from '../outside.ts'
import { parseDuration } from '../words/time.ts'
import type { Checkpoints } from './checkpoints.ts'
import type { Counts } from './counts.ts'
import { createKinds, type Kind } from './going.ts'
import type { Database } from './open.ts'
import type { Search } from './search.ts'
import { createWeights } from './weights.ts'
import type { Writer } from './writer.ts'

/** How many pages are returned to the disk at a time, so that nobody waits long. */
const step = 200
/** How many free pages are kept for new data: this share of all pages, or at least this number. */
const [spareShare, spare] = [0.05, 512]

/** Returns free pages to the disk in small steps and empties the log, so that the file shrinks. */
function createShrink(needs: {
  database: Database
  writer: Writer
  checkpoints: Pick<Checkpoints, 'empty'>
  config: Pick<Config['retention'], 'bytes'>
}) {
  const { database, writer, checkpoints, config } = needs
  const pragma = (name: string) => Number(database.pragma(name, { simple: true }))
  /** A database in memory, or in a file that cannot shrink, stays as it is. */
  const canShrink = pragma('auto_vacuum') === 2 && database.name !== ':memory:'

  const least = Math.min(spare, (config.bytes * spareShare) / pragma('page_size'))

  return async function shrink(isStopped: () => boolean) {
    if (!canShrink) return
    const kept = Math.round(Math.max(least, pragma('page_count') * spareShare))
    if (pragma('freelist_count') <= kept * 2) return
    while (!isStopped() && pragma('freelist_count') > kept)
      await writer.write(() => void database.pragma(`incremental_vacuum(${step})`))
    // The file only shrinks when the log is copied into it.
    if (!isStopped()) checkpoints.empty()
  }
}

/**
 * How many changes may happen before a check of the limits: a tenth of the limit, at most this number. More if the limit is
 * high, since held records are counted.
 */
const checkEvery = 1000
const checkShare = 0.02
/** How many changes may happen before a check of the size. */
const sizeEvery = 10
/** How many records of a kind one transaction deletes at most, and how many without looking at the time. */
const [batch, atOnce] = [250, 10]
/** How long one transaction deletes, so that nobody waits long. Real time, ms. */
const sliceMs = 10
/**
 * How often ages are checked: ten times within the age limit, between these bounds. The last value is the delay of the first
 * check, which would slow the start. Real time, ms.
 */
const [ageLeastMs, ageMostMs, firstMs] = [1000, 60_000, 1500]
/** Deletable records keep this share of the limit, however large the others are. */
const keptShare = 0.25
/** At least this much must be freed to estimate a record's size. A few small records free no page. */
const tellingBytes = 65_536
/** The database may exceed its limit by this share, so that not every commit deletes records. */
const slackShare = 0.02

/**
 * Keeps the database within its limits by deleting the oldest records: by number, by total size, and by age on the sandbox's
 * clock. The file shrinks afterwards.
 */
export function createRetention(needs: {
  database: Database
  writer: Writer
  counts: Counts
  bus: Bus
  clock: { now(): number }
  outside: Pick<Outside, 'after' | 'elapsed'>
  checkpoints: Pick<Checkpoints, 'empty'>
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
  /** The largest number of records of one kind, at the last check. */
  let most = 0
  const [pageCount, freePages] = ['page_count', 'freelist_count'].map((name) =>
    database.prepare<[], number>(`PRAGMA ${name}`).pluck(),
  )
  const pageSize = Number(database.pragma('page_size', { simple: true }))
  const slack = config.bytes * slackShare
  /** The size at which the next check happens. */
  let enough = config.bytes + slack

  /** At least how many records are too many. */
  function tooMany(kind: Kind): number {
    const all = kind.count()
    most = Math.max(most, all)
    return all > config.records ? all - kind.held() - config.records : 0
  }

  /** About how many records may be deleted. */
  const free = (kind: Kind) => Math.max(0, kind.free?.() ?? kind.count() - kind.held())

  /** For the kind with the most deletable records this number, and the same share of the others. */
  function shares(may: readonly number[], atMost: number): number[] {
    const largest = Math.max(1, ...may)
    return may.map((count) => Math.ceil((atMost * count) / largest))
  }

  /** The last deletions for size: how many records, and how many bytes they freed. */
  let known = { gone: 0, freed: 0 }
  function learn(gone: number, freed: number) {
    known = { gone: known.gone + gone, freed: known.freed + freed }
    // Older deletions count less and less.
    if (known.freed > 8 * tellingBytes) known = { gone: known.gone / 2, freed: known.freed / 2 }
  }
  /**
   * Whether deletable records use no more than their share. Objects of the platform and unfinished work, which stay, must
   * not crowd out everything else. Only the real sizes decide, since old records may be small and new ones large.
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

  /** Takes a few microseconds. */
  const usedBytes = () => ((pageCount?.get() ?? 0) - (freePages?.get() ?? 0)) * pageSize

  /**
   * One round in a transaction, for this surplus of each kind: as much as a slice of time allows, since records may have
   * large bodies. Returns how many records were deleted.
   */
  function round(over: readonly number[]): number {
    const end = needs.outside.elapsed() + sliceMs
    let gone = 0
    for (const [index, kind] of kinds.entries()) {
      const count = Math.min(over[index] ?? 0, batch)
      const seqs = count > 0 ? kind.oldest(count).map(({ seq }) => seq) : tooOld(kind)
      for (let at = 0; at < seqs.length; at += atOnce) {
        const some = seqs.slice(at, at + atOnce)
        kind.forget(some)
        gone += some.length
        if (needs.outside.elapsed() >= end) return gone
      }
    }
    return gone
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

  /** Runs `work` in a transaction, and returns how many bytes it freed. */
  const freeingBy = <T>(work: () => T) =>
    writer.write(() => {
      const before = usedBytes()
      return { result: work(), freed: before - usedBytes() }
    })

  /** The word index of deleted records counts too. Returns how many bytes were freed. */
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
    // A few large records may be the whole surplus. Many small ones are needed to free a page.
    let wanted = 1
    do {
      const excess = usedBytes() - config.bytes
      const may = excess > 0 ? kinds.map(free) : []
      if (excess > 0 && (await keepsItsShare(may))) break
      const over = excess > 0 ? shares(may, wanted) : kinds.map(tooMany)
      const went = await freeingBy(() => round(over))
      gone = went.result
      const freed = went.freed + (excess > 0 ? await thinIndex() : 0)
      if (excess > 0 && freed <= 0 && wanted === batch) break
      if (excess > 0) learn(gone, freed)
      // No more than needed if further records are of this size.
      const needed = freed > 0 ? Math.max(1, Math.ceil(((excess - freed) / freed) * wanted)) : batch
      wanted = Math.min(wanted * 2, batch, needed)
    } while (gone > 0 && !stopped)
    enough = Math.max(config.bytes, usedBytes()) + slack
    // Deletions by a user, a reset or an earlier process leave parts of the index and free pages too.
    await thinIndex()
    await shrink(isStopped)
  }

  let news = 0
  let unsized = 0
  /** A few large bodies can exceed the size long before many records do. */
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
    // A reset leaves only free pages, and the user may look at the size next.
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
  // An earlier process may have left too much.
  lookIn(firstMs)
  return () => {
    stopped = true
    cancel()
    unwatch()
    unsubscribe()
  }
}
