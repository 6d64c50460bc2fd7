import { effect, signal } from '@preact/signals'
import type { Line } from '../live/entries.ts'
import { go, place } from '../place/navigation.ts'
import { drawn, groups } from './drawn.ts'
import { reach } from './reading.ts'
import { sight } from './span.ts'
import { shown } from './stream.ts'

/** The row the keyboard stands on: what is open, by whatever way; once that is closed, what it was last. */
export const cursor = signal<string | null>(null)
/** Where the keys go to while what is there is being read. */
let aim: number | null = null
effect(() => {
  const { view, open } = place.value
  if (view !== 'stream' || open === null) return
  cursor.value = open
  aim = null
})
/** Goes up to bring the list back to its newest row. */
export const toTop = signal(0)

/** The line drawn at `index`, counted from the newest. */
export const lineAt = (index: number): Line | undefined => drawn.value.at(index)

/** How many things of the list have been read, attempts not counted. */
export const listed = (): number => shown.value.things

export const activeId = (): string | null => place.value.open ?? cursor.value

const ofStream = /^(evt|dlv|cap|cal)_/

/** The event, delivery, capture or call that is open, or that the list of the stream stands on. */
export function activeThing(): string | null {
  const { view, open } = place.value
  const id = view === 'stream' ? activeId() : view === 'lanes' ? open : null
  return id !== null && ofStream.test(id) ? id : null
}

/** Where a thing stands in the drawn list, or -1. */
export const indexOfId = (id: string | null): number => (id === null ? -1 : drawn.value.indexOf(id))

/** Opens a row's thing; the back button returns to what was open before. */
export function open(id: string, tab?: string): void {
  go({ open: id, ...(tab === undefined ? {} : { tab }) })
}

const here = (): number => aim ?? indexOfId(activeId())
const last = (): number => drawn.value.count - 1

/** Makes the first thing from `index` on the active one, looking on in the direction of `step`; an open detail follows. */
async function activate(index: number, step: 1 | -1): Promise<void> {
  if (index < 0 || index > last()) return
  let at = index
  aim = index
  if (lineAt(index) === undefined) {
    const isEnd = index === last()
    await reach(index)
    if (aim !== index) return
    // How many there are is known only now.
    if (isEnd) at = last()
  }
  aim = null
  let line = lineAt(at)
  while (line?.attempt) {
    at += step
    line = lineAt(at)
  }
  if (line === undefined) return
  cursor.value = line.entry.id
  if (place.value.open !== null) go({ open: line.entry.id }, 'replace')
}

/** Moves by one thing, up or down; from where one looks, if nothing is active or that is far away. */
export function move(step: 1 | -1): void {
  const index = here()
  void activate(index < 0 ? sight.first : index + step, step)
}

/** Moves by many lines, up or down, at most to the end. */
export function leap(lines: number): void {
  const index = here()
  const target = Math.max(0, Math.min(last(), (index < 0 ? sight.first : index) + lines))
  // An attempt's line belongs to the thing above it.
  void activate(target, target === 0 ? 1 : -1)
}

/**
 * The arrow keys of a tree: to the left what is open is folded, else what it came from is stood on; to the right the other
 * way round. False where nothing is grouped.
 */
export function turn(way: 'out' | 'in'): boolean {
  const here = activeId()
  if (groups.value === null || here === null) return false
  // What is folded away is stood for by its group.
  const id = drawn.value.at(drawn.value.indexOf(here))?.entry.id ?? here
  if (groups.value.fold(id, way === 'out')) return true
  const next = groups.value.beside(id, way)
  if (next === null) return true
  cursor.value = next
  if (place.value.open !== null) go({ open: next }, 'replace')
  return true
}
