import { computed, signal } from '@preact/signals'
import type { Problem } from '../live/api.ts'
import { type Entry, entryOf } from '../live/entries.ts'
import type { RowOf } from '../live/routes.ts'
import { question } from '../place/navigation.ts'
import { isAsked } from './asked.ts'
import { estimate, type Sight } from './reach.ts'
import { createRows } from './rows.ts'
import { ceilingOf, floorOf, type Source } from './source.ts'

/** How many lines are kept at most; what is further from sight is read again when it comes in sight. */
const limit = 50_000
/** What is thought to be left, at least, where something is. */
const least = 40

export const rows = createRows()
/** Goes up once for every change of `rows` that is to be drawn. */
export const version = signal(0)
export const loading = signal(true)
export const loadProblem = signal<Problem | null>(null)
/** How many there are in all; null where only the sandbox could count them. */
export const total = signal<number | null>(null)
/** Newest number shown while the list stands still; null while it follows. */
export const heldAt = signal<number | null>(null)

/** What `rows` holds of all there is: a run without a gap, somewhere in it. */
export const span = {
  sources: [] as Source[],
  /** Whether it goes up to the newest, so that news joins it; otherwise news is only counted. */
  isLive: true,
  /** How many things are thought to be above it. */
  above: 0,
  /** How many there were in all when the list stopped; null where that is not known. */
  whole: null as number | null,
  /** The lowest number there is; null until it has been asked for. */
  lowest: null as number | null,
  /** Number of the newest thing told of, and how many came since news is only counted. */
  newest: 0,
  unseen: 0,
  /** Goes up when it is begun anew, so that what is being read for the old one is dropped. */
  turn: 0,
}
/** What is in sight of it, by index from the top. */
export const sight: Sight & { isAtTop: boolean } = { first: 0, last: 0, isAtTop: true }

/** The newest number without a gap below it that is to be shown. */
const ceiling = (): number =>
  Math.min(
    heldAt.peek() ?? Number.MAX_SAFE_INTEGER,
    span.isLive ? Number.MAX_SAFE_INTEGER : ceilingOf(span.sources),
  )

/** How many newer than those read there may be, by number, up to where the list stands still. */
export const leftAbove = (): number => Math.max(0, (heldAt.peek() ?? 0) - ceilingOf(span.sources))

/** The part of `rows` that is drawn: lines from `from` up to `to`, what is thought to be around it, and how many are held back. */
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

function belowOf(floor: number, things: number, to: number): number {
  if (!hasOlder.value) return 0
  const newest = rows.line(to - 1)?.entry.seq ?? floor
  const known = heldAt.value === null ? total.value : span.whole
  const whole = known ?? span.above + things + estimate(things, newest - floor, floor - (span.lowest ?? 0))
  return Math.max(least, whole - span.above - things)
}

// Counts come once a second, and may be late where the list stopped amid traffic; they never tell too many.
total.subscribe((now) => {
  if (heldAt.peek() !== null && span.whole !== null && now !== null)
    span.whole = Math.max(span.whole, now - shown.peek().fresh)
})

/** Stops the list at what it shows now. */
export function hold(): void {
  if (heldAt.value !== null) return
  span.whole = total.value
  heldAt.value = rows.newest
}

/** From now on news is only counted. */
export function detach(): void {
  if (!span.isLive) return
  // What was added just now has not been drawn yet.
  span.unseen = rows.thingsBetween(rows.indexOf(ceiling() + 1), rows.length)
  span.newest = Math.max(span.newest, rows.newest)
  for (const source of span.sources) source.newest = rows.newest
  span.isLive = false
}

/** How many things there may be above: as many fewer as were just read, but some while some are left. */
export function setAbove(above: number): void {
  const left = leftAbove()
  span.above = Math.min(left, Math.max(above, Math.min(left, least)))
}

/** Lets go of what is furthest from sight where there is too much. */
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

/** What is not to be listed, for it is about to be deleted. */
export const hidden = signal<readonly ((entry: Entry) => boolean)[]>([])
export const isHidden = (entry: Entry): boolean => hidden.peek().some((hides) => hides(entry))
/** The ids of what was deleted lately: a page that was asked for before may still hold it. */
export const deleted = new Set<string>()

/** Rows of a list as they are kept, without those that are not asked for. */
export const entriesOf = ({ kind }: Source, page: readonly RowOf[Source['kind']][]): Entry[] =>
  page
    .map((row) => entryOf(kind, row))
    .filter((entry) => isAsked(entry, question.value) && !isHidden(entry) && !deleted.has(entry.id))
