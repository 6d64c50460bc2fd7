import { signal } from '@preact/signals'
import { go, place } from './navigation.ts'
import type { Line } from './rows.ts'
import { rows, shown } from './stream.ts'

/** The row the keyboard stands on while no detail is open. */
export const cursor = signal<string | null>(null)
/** Goes up to bring the list back to its newest row. */
export const toTop = signal(0)

/** The line drawn at `index`, counted from the newest. */
export const lineAt = (index: number): Line | undefined => rows.line(shown.value.to - 1 - index)

export const activeId = (): string | null => place.value.open ?? cursor.value

/** Where a thing stands in the drawn list, or -1. */
export function indexOfId(id: string | null): number {
  const entry = id === null ? undefined : rows.get(id)
  if (entry === undefined) return -1
  let at = rows.indexOf(entry.seq)
  while (rows.line(at) !== undefined && (rows.line(at)?.entry !== entry || rows.line(at)?.attempt !== 0)) at++
  const index = shown.value.to - 1 - at
  return index < 0 || index >= shown.value.count ? -1 : index
}

/** Opens a row's thing; the back button returns to what was open before. */
export function open(id: string, tab?: string): void {
  cursor.value = id
  go({ open: id, ...(tab === undefined ? {} : { tab }) })
}

/** Moves by one thing, up or down; an open detail follows. */
export function move(step: 1 | -1): void {
  let index = indexOfId(activeId())
  index = index < 0 ? (step > 0 ? 0 : -1) : index + step
  while (lineAt(index) !== undefined && lineAt(index)?.attempt !== 0) index += step
  const line = index < 0 || index >= shown.value.count ? undefined : lineAt(index)
  if (line === undefined) return
  cursor.value = line.entry.id
  if (place.value.open !== null) go({ open: line.entry.id }, 'replace')
}
