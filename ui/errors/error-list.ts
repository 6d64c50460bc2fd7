/** The list of error codes: its filters, its lines and the active code. */

import { computed, signal } from '@preact/signals'
import type { ErrorEntry } from '../../server/wire.ts'
import { haveWords } from '../place/have-words.ts'
import { go, place } from '../place/navigation.ts'
import type { Place } from '../place/place.ts'
import { beyond, errors } from './errors.ts'

type ErrorQuestion = Pick<Place, 'q' | 'area' | 'status' | 'reached' | 'met'>

/** The filter that lists every code. */
export const everyError: ErrorQuestion = { q: '', area: null, status: null, reached: null, met: null }

function isAsked(entry: ErrorEntry, { area, status, reached, met }: ErrorQuestion): boolean {
  if (area !== null && entry.area !== area) return false
  if (status !== null && `${entry.status}` !== status) return false
  if (reached !== null && (entry.reached_by !== null) !== (reached === 'naturally')) return false
  return met === null || entry.met > 0 === (met === 'yes')
}

/** The codes that match the filters and every search word, in the platform's order. */
export const findErrors = (entries: readonly ErrorEntry[], question: ErrorQuestion): ErrorEntry[] =>
  entries.filter((entry) => {
    const { code, meaning, area, message, operations } = entry
    return isAsked(entry, question) && haveWords(question.q, [code, meaning, area, message, ...operations])
  })

export const isFiltered = (question: ErrorQuestion): boolean =>
  Object.keys(everyError).some((name) => {
    const value = question[name as keyof ErrorQuestion]
    return value !== null && value !== ''
  })

/** The occurring values, sorted, each with its number of codes. */
export function tallyOf(entries: readonly ErrorEntry[], name: 'area' | 'status'): [string, number][] {
  const tally = new Map<string, number>()
  for (const entry of entries) tally.set(`${entry[name]}`, (tally.get(`${entry[name]}`) ?? 0) + 1)
  return [...tally].sort(([a], [b]) => a.localeCompare(b))
}

/** The filtered codes, from the list and from the reference. */
export const foundErrors = computed(() => findErrors(errors.value ?? [], place.value))
export const foundBeyond = computed(() => findErrors(beyond.value, place.value))

/** The active code while no detail is open. */
const cursor = signal<string | null>(null)

/** The lines of the list: found codes, then codes of the reference under a heading. */
export const errorLines = computed((): (ErrorEntry | 'beyond')[] =>
  foundBeyond.value.length === 0
    ? [...foundErrors.value]
    : [...foundErrors.value, 'beyond', ...foundBeyond.value],
)
export const activeError = computed(() => place.value.open ?? cursor.value)

/** Opens a code; the back button returns to the previous one. */
export function openError(code: string): void {
  cursor.value = code
  go({ open: code })
}

/** Moves by a number of codes, at most to the end; an open detail follows. */
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
