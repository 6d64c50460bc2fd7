/** Holds the active row, and moves it by keyboard. */
import { signal } from '@preact/signals'
import type { Line } from '../live/entries.ts'
import { go, place } from '../place/navigation.ts'
import { drawn } from './drawn.ts'
import { shown } from './stream.ts'

/** The active row: the open record; after closing, the last open one. */
export const cursor = signal<string | null>(null)
/** Receives the focus while the list loads. */
export const aim = signal<number | null>(null)
/** The open record of the stream is the active row. */
export function followPlace(): void {
  const { view, open } = place.value
  if (view !== 'stream' || open === null) return
  cursor.value = open
  aim.value = null
}
/** Increases to scroll the list to its newest row. */
export const toTop = signal(0)

/** The line at `index`, counted from the newest. */
export const lineAt = (index: number): Line | undefined => drawn.value.at(index)

/** The number of loaded records, without attempts. */
export const listed = (): number => shown.value.things

export const activeId = (): string | null => place.value.open ?? cursor.value

const ofStream = /^(evt|dlv|cap|cal)_/

/** The open or active record of the stream. */
export function activeThing(): string | null {
  const { view, open } = place.value
  const id = view === 'stream' ? activeId() : view === 'lanes' ? open : null
  return id !== null && ofStream.test(id) ? id : null
}

/** The index of a record in the drawn list, or -1. */
export const indexOfId = (id: string | null): number => (id === null ? -1 : drawn.value.indexOf(id))

/** Opens the record of a row; the back button returns to the previous one. */
export function open(id: string, tab?: string): void {
  go({ open: id, ...(tab === undefined ? {} : { tab }) })
}
