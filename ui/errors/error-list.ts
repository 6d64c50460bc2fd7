/** Filters and counts error codes. */
import type { ErrorEntry } from '../../server/wire.ts'
import type { Place } from '../place/place.ts'

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
export function findErrors(entries: readonly ErrorEntry[], question: ErrorQuestion): ErrorEntry[] {
  const words = question.q.toLowerCase().split(/\s+/)
  return entries.filter((entry) => {
    const { code, meaning, area, message, operations } = entry
    const text = [code, meaning, area, message, ...operations].join('\n').toLowerCase()
    return isAsked(entry, question) && words.every((word) => text.includes(word))
  })
}

export const isFiltered = (question: ErrorQuestion): boolean =>
  Object.keys(everyError).some((name) => {
    const value = question[name as keyof ErrorQuestion]
    return value !== null && value !== ''
  })

export const metOf = (entries: readonly ErrorEntry[]): number => entries.filter(({ met }) => met > 0).length

/** The occurring values, sorted, each with its number of codes. */
export function tallyOf(entries: readonly ErrorEntry[], name: 'area' | 'status'): [string, number][] {
  const tally = new Map<string, number>()
  for (const entry of entries) tally.set(`${entry[name]}`, (tally.get(`${entry[name]}`) ?? 0) + 1)
  return [...tally].sort(([a], [b]) => a.localeCompare(b))
}

/** Adds calls to the counts of their codes; returns the same list if none matches. */
export function countCodes(
  entries: readonly ErrorEntry[],
  calls: ReadonlyMap<string, number>,
): readonly ErrorEntry[] {
  if (!entries.some(({ code }) => calls.has(code))) return entries
  return entries.map((entry) => ({ ...entry, met: entry.met + (calls.get(entry.code) ?? 0) }))
}
