import { signal } from '@preact/signals'
import { drawn } from './drawn.ts'
import { go, place } from './navigation.ts'
import type { Line } from './rows.ts'
import { rows, shown } from './stream.ts'

/** The row the keyboard stands on while no detail is open. */
export const cursor = signal<string | null>(null)
/** Goes up to bring the list back to its newest row. */
export const toTop = signal(0)

/** The line drawn at `index`, counted from the newest. */
export const lineAt = (index: number): Line | undefined => drawn.value.at(index)

/** How many things the drawn list holds, attempts not counted. */
export function listed(): number {
  const { from, to, count } = shown.value
  if (count === rows.length) return rows.things
  let things = 0
  for (let index = from; index < to; index++) if (rows.line(index)?.attempt === 0) things++
  return things
}

export const activeId = (): string | null => place.value.open ?? cursor.value

/** Where a thing stands in the drawn list, or -1. */
export const indexOfId = (id: string | null): number => (id === null ? -1 : drawn.value.indexOf(id))

/** Opens a row's thing; the back button returns to what was open before. */
export function open(id: string, tab?: string): void {
  cursor.value = id
  go({ open: id, ...(tab === undefined ? {} : { tab }) })
}

/** Makes the first thing from `index` on the active one, looking on in the direction of `step`; an open detail follows. */
function activate(index: number, step: 1 | -1): void {
  let at = index
  while (lineAt(at) !== undefined && lineAt(at)?.attempt !== 0) at += step
  const line = at < 0 || at >= drawn.value.count ? undefined : lineAt(at)
  if (line === undefined) return
  cursor.value = line.entry.id
  if (place.value.open !== null) go({ open: line.entry.id }, 'replace')
}

/** Moves by one thing, up or down. */
export function move(step: 1 | -1): void {
  const index = indexOfId(activeId())
  activate(index < 0 ? (step > 0 ? 0 : -1) : index + step, step)
}

/** Moves by many lines, up or down, at most to the end. */
export function leap(lines: number): void {
  const last = drawn.value.count - 1
  const target = Math.max(0, Math.min(last, Math.max(0, indexOfId(activeId())) + lines))
  // An attempt's line belongs to the thing above it.
  activate(target, target === 0 ? 1 : -1)
}
