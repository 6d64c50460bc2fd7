/** Groups the listed records by their origin, and folds groups. */
import { computed, effect } from '@preact/signals'
import type { Drawn, Entry } from '../live/entries.ts'
import { place } from '../place/navigation.ts'
import { createGrouping, type Grouping } from './grouping.ts'
import { heldAt, sight } from './span.ts'
import { following, hasOlder, hold, loadOlder, paused, reload, rows, shown, version } from './stream.ts'

const grouping = createGrouping()

/** The list groups at most this many lines: it drops lines far from view. */
const mostGrouped = 45_000
/** Whether the list can group older records. */
export const canGroupOlder = computed(() => hasOlder.value && shown.value.things < mostGrouped)
/** The distance to the end, in lines, at which the list loads more. */
const ahead = 60

/** Held records while the list stands still. Records of a shown group appear at once, unless the list is paused. */
const held = new Map<string, Entry>()
const stand = {
  /** The newest record shown while the list stands still; null while it follows. */
  at: null as number | null,
  stopRevealing() {},
}

const watcher = {
  added(entry: Entry) {
    const isWaiting = entry.seq > (stand.at ?? Infinity)
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

/** Starts to group the listed records. */
export function startGrouping(): void {
  watcher.cleared()
  stand.at = heldAt.peek()
  // A held record appears if its group is shown.
  for (const entry of [...rows.all()].sort((one, other) => one.seq - other.seq)) watcher.added(entry)
  rows.watch(watcher)
  stand.stopRevealing = revealOpened()
  // Groups start with the newest record.
  if (shown.peek().above > 0) void reload()
}

export function stopGrouping(): void {
  stand.stopRevealing()
  rows.watch(null)
  watcher.cleared()
}

/** Unfolds the attempts that hide a record which a link or a search opens, once: the reader may fold them again. */
function revealOpened(): () => void {
  let revealed: string | null = null
  return effect(() => {
    version.value
    const { open } = place.value
    const above = rows.get(grouping.above(open ?? '') ?? '')
    if (open === revealed || above?.kind !== 'delivery' || above.lines === 0) return
    revealed = open
    if (rows.fold(above.id, false)) version.value++
  })
}

/** Holds new records, or lets them in. */
function holdNew(isToHold: boolean): void {
  if (isToHold === (stand.at !== null)) return
  stand.at = isToHold ? (heldAt.peek() ?? rows.newest) : null
  if (isToHold) return
  for (const entry of held.values()) grouping.add(entry)
  held.clear()
}

/** The grouped list: each head, and its descendants below it. */
export const grouped = computed((): Drawn & Pick<Grouping, 'heads'> => {
  const { from } = shown.value
  holdNew(!following.value)
  grouping.setFloor(from === 0 ? 0 : (rows.line(from)?.entry.seq ?? 0))
  const { count, heads } = grouping
  return {
    count,
    heads,
    at: grouping.at,
    indexOf: grouping.indexOf,
    look(first, last, isAtTop) {
      Object.assign(sight, { first, last, isAtTop })
      if (!isAtTop) hold()
      if (last + ahead >= count && canGroupOlder.peek()) void loadOlder()
    },
  }
})

/** Folds or unfolds the descendants of a record; false if nothing changes. */
export const fold = grouping.fold

/** Folds the groups and all attempts, or unfolds them. */
export function foldAll(areToFold: boolean): void {
  for (const { id } of rows.all()) rows.fold(id, areToFold)
  grouping.foldAll(areToFold)
  version.value++
}

/** The target of an arrow key where there is nothing to fold or unfold. */
export const beside = (id: string, way: 'out' | 'in'): string | null =>
  way === 'out' ? grouping.above(id) : grouping.below(id)
