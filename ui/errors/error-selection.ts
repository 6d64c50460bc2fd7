import { computed, signal } from '@preact/signals'
import type { ErrorEntry } from '../../server/wire.ts'
import { go, place } from '../place/navigation.ts'
import { foundBeyond, foundErrors } from './errors.ts'

/** The code the keyboard stands on while no detail is open. */
const cursor = signal<string | null>(null)

/** The lines of the list: the codes found, and those beyond the dictionary under a line of their own. */
export const errorLines = computed((): (ErrorEntry | 'beyond')[] =>
  foundBeyond.value.length === 0
    ? [...foundErrors.value]
    : [...foundErrors.value, 'beyond', ...foundBeyond.value],
)
export const activeError = computed(() => place.value.open ?? cursor.value)

/** Opens a code; the back button returns to what was open before. */
export function openError(code: string): void {
  cursor.value = code
  go({ open: code })
}

/** Moves by codes, up or down, at most to the end; an open detail follows. */
export function moveError(by: number): void {
  const codes = [...foundErrors.value, ...foundBeyond.value]
  const at = codes.findIndex(({ code }) => code === activeError.value)
  const target = at < 0 && by > 0 && by < codes.length ? by - 1 : Math.max(0, at) + by
  const next = codes[Math.max(0, Math.min(codes.length - 1, target))]
  if (next === undefined) return
  cursor.value = next.code
  if (place.value.open !== null) go({ open: next.code }, 'replace')
}

export const openCursor = (): void => {
  if (cursor.value !== null) openError(cursor.value)
}
