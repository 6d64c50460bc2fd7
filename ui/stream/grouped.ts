import { computed, signal } from '@preact/signals'
import type { Drawn, Entry } from '../live/entries.ts'
import { createGrouping } from './grouping.ts'
import { heldAt, sight } from './span.ts'
import { following, hasOlder, hold, loadOlder, paused, reload, rows, shown } from './stream.ts'

const grouping = createGrouping()
/** Goes up when something was folded or unfolded. */
const turns = signal(0)

/** More lines than these are not grouped: the list lets go of what is further from sight. */
const mostGrouped = 45_000
/** Whether older things can be grouped as well. */
export const canGroupOlder = computed(() => hasOlder.value && shown.value.things < mostGrouped)
/** So near to the end more is read. */
const ahead = 60

/** What came while the list stands still: what goes on in a group is shown there, unless it is paused. */
const held = new Map<string, Entry>()
let isHeld = false
let newestShown = 0

const watcher = {
  added(entry: Entry) {
    const isWaiting = isHeld && entry.seq > newestShown
    if (isWaiting && (paused.peek() || !grouping.belongs(entry))) held.set(entry.id, entry)
    else grouping.add(entry)
  },
  changed: grouping.changed,
  removed(id: string) {
    held.delete(id)
    grouping.remove(id)
  },
  cleared() {
    held.clear()
    grouping.clear()
  },
}

/** Groups what is listed, from now on. */
export function startGrouping(): void {
  watcher.cleared()
  isHeld = heldAt.peek() !== null
  newestShown = heldAt.peek() ?? 0
  // What waits is told from what it may belong to.
  for (const entry of [...rows.all()].sort((one, other) => one.seq - other.seq)) watcher.added(entry)
  rows.watch(watcher)
  // Groups begin with the newest.
  if (shown.peek().above > 0) void reload()
}

export function stopGrouping(): void {
  rows.watch(null)
  watcher.cleared()
}

/** Holds back what is new, or lets it in. */
function stand(isToHold: boolean): void {
  if (isToHold === isHeld) return
  isHeld = isToHold
  newestShown = heldAt.peek() ?? rows.newest
  if (isToHold) return
  for (const entry of held.values()) grouping.add(entry)
  held.clear()
}

/** The list by groups: a head, and what came of it below. */
export const grouped = computed((): Drawn & { groups: number } => {
  turns.value
  const { from } = shown.value
  stand(!following.value)
  grouping.setFloor(from === 0 ? 0 : (rows.line(from)?.entry.seq ?? 0))
  const { count, groups } = grouping
  return {
    count,
    groups,
    at: grouping.at,
    indexOf: grouping.indexOf,
    look(first, last, isAtTop) {
      Object.assign(sight, { first, last, isAtTop })
      if (!isAtTop) hold()
      if (last + ahead >= count && canGroupOlder.peek()) void loadOlder()
    },
  }
})

/** Folds what is below a thing away, or shows it again; false where that changes nothing. */
export function fold(id: string, isToFold = !grouping.isFolded(id)): boolean {
  const isTurned = grouping.fold(id, isToFold)
  if (isTurned) turns.value++
  return isTurned
}

export function foldAll(areToFold: boolean): void {
  grouping.foldAll(areToFold)
  turns.value++
}

/** What an arrow to the left or right leads to where there is nothing to fold or unfold. */
export const beside = (id: string, way: 'out' | 'in'): string | null =>
  way === 'out' ? grouping.above(id) : grouping.below(id)
