/** Holds the loaded range of the stream: position, totals, and whether it follows. */
import { computed, signal } from '@preact/signals'
import type { Problem } from '../live/api.ts'
import { type Entry, entryOf } from '../live/entries.ts'
import type { RowOf } from '../live/routes.ts'
import { question } from '../place/navigation.ts'
import { isAsked } from './asked.ts'
import { estimate, type Sight } from './reach.ts'
import { createRows } from './rows.ts'
import { ceilingOf, floorOf, type Source } from './source.ts'

/** The most lines kept in memory. Lines far from view load again when they become visible. */
const limit = 50_000
/** The smallest estimate of remaining lines, if any remain. */
const least = 40

export const rows = createRows()
/** Increases once per change of `rows` to draw. */
export const version = signal(0)
export const loading = signal(true)
export const loadProblem = signal<Problem | null>(null)
/** The total number of records; null if only the sandbox could count them. */
export const total = signal<number | null>(null)
/** The newest number shown while the list stands still; null while it follows. */
export const heldAt = signal<number | null>(null)

/** The range of `rows`: a gapless part of all records. */
export const span = {
  sources: [] as Source[],
  /** Whether the range includes the newest record. If so, new records join it; else they are only counted. */
  isLive: true,
  /** The estimated number of records above it. */
  above: 0,
  /** The total when the list stopped; null if unknown. */
  whole: null as number | null,
  /** The lowest existing number; null until it is read. */
  lowest: null as number | null,
  /** The newest number seen, and the number of records that arrived since the list only counts them. */
  newest: 0,
  unseen: 0,
  /** Increases on each restart, so that responses for the old range are dropped. */
  turn: 0,
  /** Rows that arrived by socket while the lists were read. */
  meanwhile: null as Entry[] | null,
}
/** The visible lines, by index from the top. */
export const sight: Sight & { isAtTop: boolean } = { first: 0, last: 0, isAtTop: true }

/** The newest gapless number to show. */
const ceiling = (): number =>
  Math.min(
    heldAt.peek() ?? Number.MAX_SAFE_INTEGER,
    span.isLive ? Number.MAX_SAFE_INTEGER : ceilingOf(span.sources),
  )

/** The most records that may be newer than the loaded ones, up to where the list stands still. */
export const leftAbove = (): number => Math.max(0, (heldAt.peek() ?? 0) - ceilingOf(span.sources))

/** The drawn part of `rows`: lines from `from` to `to`, the estimated lines around it, and the number of held records. */
export const shown = computed(() => {
  version.value
  heldAt.value
  const to = rows.indexOf(ceiling() + 1)
  const floor = floorOf(span.sources)
  const from = Math.min(rows.indexOf(floor), to)
  const things = rows.thingsBetween(from, to)
  const fresh = span.isLive ? rows.thingsBetween(to, rows.length) : span.unseen
  const { above } = span
  return { from, to, count: to - from, above, below: belowOf(floor, things, to), things, fresh }
})
export const hasOlder = computed(() => {
  version.value
  return span.sources.some((source) => source.hasOlder)
})

/** The most new records that the search misses, because the index lacked them at the last read. */
export const searchLag = computed(() => {
  version.value
  return Math.max(0, ...span.sources.map(({ lag }) => lag))
})

function belowOf(floor: number, things: number, to: number): number {
  if (!hasOlder.value) return 0
  const newest = rows.line(to - 1)?.entry.seq ?? floor
  const known = heldAt.value === null ? total.value : span.whole
  const whole = known ?? span.above + things + estimate(things, newest - floor, floor - (span.lowest ?? 0))
  return Math.max(least, whole - span.above - things)
}

/** Counts arrive once a second and may be late. The result never exceeds the real number. */
export function noteTotal(): void {
  const now = total.value
  if (heldAt.peek() !== null && span.whole !== null && now !== null)
    span.whole = Math.max(span.whole, now - shown.peek().fresh)
}

/** Stops the list at its current lines. */
export function hold(): void {
  if (heldAt.value !== null) return
  span.whole = total.value
  heldAt.value = rows.newest
}

/** From now on new records are only counted. */
export function detach(): void {
  if (!span.isLive) return
  // Rows added just now are not drawn yet.
  span.unseen = rows.thingsBetween(rows.indexOf(ceiling() + 1), rows.length)
  span.newest = Math.max(span.newest, rows.newest)
  for (const source of span.sources) source.newest = rows.newest
  span.isLive = false
}

/** The estimated number of records above, less those just read; at least the minimum while some remain. */
export function setAbove(above: number): void {
  const left = leftAbove()
  span.above = Math.min(left, Math.max(above, Math.min(left, least)))
}

/** Drops the lines farthest from view if there are too many. */
export function letGo(): void {
  if (rows.length <= limit * 1.1) return
  const to = rows.indexOf(ceiling() + 1)
  const middle = heldAt.peek() === null ? rows.length : to - 1 - (sight.first - span.above)
  const from = Math.max(0, Math.min(rows.length - limit, Math.round(middle - limit / 2)))
  const oldest = rows.line(from)?.entry.seq ?? 0
  const newest = rows.line(from + limit - 1)?.entry.seq ?? 0
  if (newest < rows.newest) {
    detach()
    const kept = rows.indexOf(newest + 1)
    if (kept < to) span.above += rows.thingsBetween(kept, to)
    for (const source of span.sources) source.newest = Math.min(source.newest, newest)
  }
  for (const source of span.sources)
    if (source.oldest < oldest) {
      source.oldest = oldest
      source.hasOlder = true
    }
  rows.keepBetween(oldest, newest)
}

/** Predicates of rows to hide: they are about to be deleted. */
export const hidden = signal<readonly ((entry: Entry) => boolean)[]>([])
export const isHidden = (entry: Entry): boolean => hidden.peek().some((hides) => hides(entry))
/** The ids of recently deleted records. A page requested earlier may still contain them. */
export const deleted = new Set<string>()

/** The rows of a page, without rows that do not match. */
export const entriesOf = ({ kind }: Source, page: readonly RowOf[Source['kind']][]): Entry[] =>
  page
    .map((row) => entryOf(kind, row))
    .filter((entry) => isAsked(entry, question.value) && !isHidden(entry) && !deleted.has(entry.id))
