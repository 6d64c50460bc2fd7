/** Holds the loaded rows of the stream in order, with attempt lines. */
import type { AttemptRow, DeliveryRow } from '../../server/wire.ts'
import { firstThat } from '../kit/first-that.ts'
import type { DeliveryEntry, Entry, Line } from '../live/entries.ts'

/** Listeners for rows that are added, changed or removed. */
interface RowsWatcher {
  added(entry: Entry): void
  changed(id: string): void
  removed(id: string): void
  cleared(): void
}

/** The number of attempt lines of a delivery: none while its own row shows the first attempt. */
function attemptLines(entry: DeliveryEntry): number {
  const { state, attempts_made, next_attempt_at } = entry.data
  const known = Math.max(attempts_made, ...entry.attempts.keys())
  const waiting = state === 'retrying' && next_attempt_at !== null ? 1 : 0
  const needed = known > 1 || waiting > 0 ? known + waiting : 0
  // The lines stay until the frame of the next attempt arrives, so nothing jumps.
  return state === 'sending' ? Math.max(needed, entry.lines) : needed
}

/** A list response may be older than a live frame. */
function isOlder(candidate: Entry, known: Entry): boolean {
  if (candidate.kind === 'delivery' && known.kind === 'delivery') return isBefore(candidate.data, known.data)
  if (candidate.kind === 'capture' && known.kind === 'capture')
    return known.data.verdict.explained && !candidate.data.verdict.explained
  return false
}
function isBefore(candidate: DeliveryRow, known: DeliveryRow): boolean {
  if (known.finished_at !== null && candidate.finished_at === null) return true
  if (candidate.attempts_made !== known.attempts_made) return candidate.attempts_made < known.attempts_made
  // Waiting ends when an attempt starts, and restarts only after an interruption.
  const isWaiting = candidate.state === 'pending' || candidate.state === 'retrying'
  return known.state === 'sending' && isWaiting && candidate.last_outcome?.kind !== 'interrupted'
}

const byAge = (a: Line, b: Line): number =>
  a.entry.seq - b.entry.seq ||
  (a.entry.id < b.entry.id ? -1 : a.entry.id > b.entry.id ? 1 : b.attempt - a.attempt)

/** Merges two ordered runs of lines. */
function merged(one: readonly Line[], other: readonly Line[]): Line[] {
  const lines: Line[] = []
  let at = 0
  for (const line of one) {
    for (let next = other[at]; next !== undefined && byAge(next, line) < 0; next = other[++at])
      lines.push(next)
    lines.push(line)
  }
  return lines.concat(other.slice(at))
}

/**
 * The loaded lines without gaps, oldest first, so a new line is a push at the end. An entry keeps its place when it changes.
 * Attempt lines precede their delivery here, and so are below it on screen.
 */
export function createRows() {
  const entries = new Map<string, Entry>()
  /** Attempts that arrived before their delivery. */
  const early = new Map<string, AttemptRow[]>()
  let lines: Line[] = []
  let watcher: RowsWatcher | null = null
  /** The number of attempt lines among them. */
  let attemptsDrawn = 0
  /** The deliveries whose attempts are drawn. A reload does not fold them. */
  const unfolded = new Set<string>()

  /** The index of the first line whose number is at least `seq`. */
  const indexOf = (seq: number): number =>
    firstThat(lines.length, (index) => (lines[index]?.entry.seq ?? 0) >= seq)

  function linesOf(entry: Entry): Line[] {
    const made: Line[] = [{ entry, attempt: 0 }]
    if (entry.kind !== 'delivery') return made
    for (let number = 1; number <= entry.drawn; number++) made.unshift({ entry, attempt: number })
    return made
  }

  /** Counts the attempt lines of an entry, and returns how many more of them are to draw than before. */
  function recount(entry: DeliveryEntry): number {
    const { drawn } = entry
    entry.lines = attemptLines(entry)
    entry.drawn = unfolded.has(entry.id) ? entry.lines : 0
    attemptsDrawn += entry.drawn - drawn
    return entry.drawn - drawn
  }

  function redraw(entry: DeliveryEntry): void {
    const before = entry.drawn + 1
    if (recount(entry) !== 0) lines.splice(startOf(entry), before, ...linesOf(entry))
  }

  /** Folds or unfolds the attempts of a delivery; false if nothing changes. */
  function fold(id: string, isToFold: boolean): boolean {
    const entry = entries.get(id)
    if (entry?.kind !== 'delivery' || entry.lines === 0 || unfolded.has(id) !== isToFold) return false
    if (!unfolded.delete(id)) unfolded.add(id)
    redraw(entry)
    watcher?.changed(id)
    return true
  }

  /** The index of the first line of a listed entry. */
  function startOf(entry: Entry): number {
    let start = indexOf(entry.seq)
    while (start < lines.length && lines[start]?.entry !== entry) start++
    return start
  }

  function forget(id: string): void {
    entries.delete(id)
    watcher?.removed(id)
  }

  /** Removes a row; false if the row is not here. */
  function remove(id: string): boolean {
    const entry = entries.get(id)
    if (entry === undefined) return false
    forget(id)
    const drawn = entry.kind === 'delivery' ? entry.drawn : 0
    attemptsDrawn -= drawn
    lines.splice(startOf(entry), 1 + drawn)
    return true
  }

  function update(known: Entry, fresh: Entry): void {
    if (!isOlder(fresh, known)) known.data = fresh.data
  }

  /** Adds new or changed rows, in any order. */
  function add(fresh: readonly Entry[]): void {
    const arrived = new Set<Entry>()
    for (const entry of fresh) {
      const known = entries.get(entry.id)
      if (known) {
        update(known, entry)
        if (known.kind === 'delivery' && !arrived.has(known)) redraw(known)
        watcher?.changed(known.id)
        continue
      }
      entries.set(entry.id, entry)
      arrived.add(entry)
    }
    for (const entry of arrived) {
      if (entry.kind !== 'delivery') continue
      for (const attempt of early.get(entry.id) ?? []) entry.attempts.set(attempt.number, attempt)
      early.delete(entry.id)
      recount(entry)
    }
    place([...arrived].flatMap(linesOf))
    for (const entry of arrived) watcher?.added(entry)
  }

  function place(arrived: Line[]): void {
    arrived.sort(byAge)
    const first = arrived[0]
    if (first === undefined) return
    // Usually all rows are newer or all are older, so the tail is empty.
    const tail = lines.splice(indexOf(first.entry.seq))
    for (const line of merged(arrived, tail)) lines.push(line)
  }

  /** Records an attempt under its delivery. */
  function addAttempt(attempt: AttemptRow): void {
    const entry = entries.get(attempt.delivery_id)
    if (entry?.kind === 'delivery') {
      entry.attempts.set(attempt.number, attempt)
      redraw(entry)
      watcher?.changed(entry.id)
    } else if (entry === undefined) {
      if (early.size > 1000) early.clear()
      early.set(attempt.delivery_id, [...(early.get(attempt.delivery_id) ?? []), attempt])
    }
  }

  /** Drops all rows outside these two numbers. */
  function keepBetween(oldest: number, newest: number): void {
    const [from, to] = [indexOf(oldest), indexOf(newest + 1)]
    for (const gone of [lines.slice(0, from), lines.slice(to)])
      for (const { entry, attempt } of gone) {
        if (attempt === 0) forget(entry.id)
        else attemptsDrawn--
      }
    lines = lines.slice(from, to)
  }

  /** The number of records between two indexes, without attempt lines. */
  function thingsBetween(from: number, to: number): number {
    const isMost = to - from > lines.length / 2
    let things = isMost ? lines.length - attemptsDrawn : 0
    const count = (start: number, end: number, step: number) => {
      for (let index = start; index < end; index++) if (lines[index]?.attempt === 0) things += step
    }
    if (isMost) {
      count(0, from, -1)
      count(to, lines.length, -1)
    } else count(from, to, 1)
    return things
  }

  /** Removes many rows; returns whether any was here. */
  function removeAll(ids: ReadonlySet<string>): boolean {
    const before = lines.length
    lines = lines.filter(({ entry, attempt }) => {
      if (!ids.has(entry.id)) return true
      forget(entry.id)
      if (attempt !== 0) attemptsDrawn--
      return false
    })
    return lines.length < before
  }

  return {
    add,
    addAttempt,
    remove,
    removeAll,
    fold,
    keepBetween,
    thingsBetween,
    indexOf,
    get: (id: string): Entry | undefined => entries.get(id),
    /** Sets the listener for changes; null removes it. */
    watch(by: RowsWatcher | null): void {
      watcher = by
    },
    all: (): IterableIterator<Entry> => entries.values(),
    /** The records whose own lines are between two indexes, oldest first, each once. */
    between: (from: number, to: number): Entry[] =>
      lines.slice(from, to).flatMap(({ entry, attempt }) => (attempt === 0 ? [entry] : [])),
    line: (index: number): Line | undefined => lines[index],
    get length() {
      return lines.length
    },
    get newest() {
      return lines.at(-1)?.entry.seq ?? 0
    },
    get oldest() {
      return lines[0]?.entry.seq ?? 0
    },
    clear() {
      entries.clear()
      watcher?.cleared()
      early.clear()
      lines = []
      attemptsDrawn = 0
    },
  }
}
