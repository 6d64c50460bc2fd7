import { filterNames, type Listed } from '../../server/words/filter-names.ts'
import { isNear, nearestFirst } from '../../server/words/nearest.ts'
import { capitalized } from '../kit/format.ts'
import { type FilterPiece, filterPieces, hasFilters, writtenPiece } from '../stream/filter-text.ts'

/** All that is wrong with a filter, and the filter that was most likely meant. */
export interface FilterFlaw {
  message: string
  /** The whole filter with what is wrong mended, as far as anything is near; null where nothing is. */
  mended: string | null
  /** What stands in it in the place of what is wrong. */
  term: string | null
}

/** What is wrong with one of its pieces; `term` is what was most likely meant. */
interface PieceFlaw {
  piece: FilterPiece
  message: string
  term: string | null
}

/** The values of filters that take no others. */
export type ClosedValues = Partial<Record<string, readonly string[]>>

const plural = { event: 'events', delivery: 'deliveries', capture: 'captures', call: 'calls' } as const
const listed = (kinds: readonly Listed[]) => kinds.map((kind) => plural[kind]).join(', ')
const all = Object.keys(filterNames) as Listed[]
const having = (name: string) => all.filter((kind) => filterNames[kind].some((one) => one === name))

const span = /^\d+(\.\d+)?(ms|s|m|h|d|w)$|^\d{4}-\d\d-\d\dT?/
const status = /^((>=|<=|>|<|=)?\d{1,9}|[1-9]xx)$/i

/** What is wrong with the value of a filter; the nearest right one where there is one. */
function valueFlaw(
  { name, value }: FilterPiece,
  closed: ClosedValues,
): { says: string; near: string | null } | null {
  if (name === null || value === '') return null
  const known = closed[name]
  for (const part of value.split(',').filter((one) => one !== '')) {
    if (known !== undefined && !part.includes('*') && !known.includes(part)) {
      const [near = null] = nearestFirst(part, known)
      return {
        says: `${name}:${part} is none of ${known.filter((one) => one !== '*').join(', ')}.`,
        near: near === null ? null : value.replace(part, near),
      }
    }
    if (name === 'status' && !status.test(part))
      return { says: `${name}:${part} is no status. Write 503, 4xx or >=400.`, near: null }
    if ((name === 'since' || name === 'until') && !span.test(part))
      return {
        says: `${name}:${part} is no time. Write 5m, 2h or 2026-01-01T09:00:00Z.`,
        near: /^\d+$/.test(part) ? `${part}m` : null,
      }
  }
  return null
}

/** What is wrong with a piece of a filter of these kinds; null where it can be read. */
function pieceFlaw(
  text: string,
  piece: FilterPiece,
  kinds: readonly Listed[],
  closed: ClosedValues,
): PieceFlaw | null {
  const { name, value, negated, start, end } = piece
  if (name === null) return null
  const names = [...new Set(kinds.flatMap((kind) => filterNames[kind] as readonly string[]))]
  const written = text.slice(start, end)
  const knowing = having(name)
  if (knowing.length === 0) {
    const [near] = nearestFirst(name, names)
    // What is like no filter is searched for as it stands, as in `host:4400`.
    if (written.includes('://') || near === undefined || !isNear(name, near)) return null
    return { piece, message: `${name}: is no filter.`, term: writtenPiece({ negated, name: near, value }) }
  }
  if (!kinds.some((kind) => knowing.includes(kind))) {
    return {
      piece,
      message: `${name}: is a filter of ${listed(knowing)}, not of ${listed(kinds)}.`,
      term: null,
    }
  }
  if (value === '' && !written.endsWith('""'))
    return { piece, message: `${name}: lacks its value.`, term: null }
  const flaw = valueFlaw(piece, closed)
  if (flaw === null) return null
  const { says, near } = flaw
  return { piece, message: says, term: near === null ? null : writtenPiece({ negated, name, value: near }) }
}

/** The flaws of its pieces as those of the whole, with all mended at once that something is near to. */
function together(text: string, flaws: readonly PieceFlaw[]): FilterFlaw {
  const message = [...new Set(flaws.map((flaw) => flaw.message))].join(' ')
  const near = flaws.filter(({ term }) => term !== null)
  if (near.length === 0) return { message, term: null, mended: null }
  // From its end on, so that what stands before keeps its place.
  const mended = near.reduceRight(
    (whole, { piece: { start, end }, term }) => `${whole.slice(0, start)}${term}${whole.slice(end)}`,
    text,
  )
  return {
    message,
    term: near.map(({ term }) => term).join(' '),
    mended: mended.replace(/\s+/g, ' ').trim(),
  }
}

/** All that is wrong with a filter of these kinds; null where it can be read. */
export function filterFlaw(text: string, kinds: readonly Listed[], closed: ClosedValues): FilterFlaw | null {
  const pieces = filterPieces(text)
  const flaws = pieces.flatMap((piece) => pieceFlaw(text, piece, kinds, closed) ?? [])
  if (flaws.length > 0) return together(text, flaws)
  if (kinds.some((kind) => hasFilters(kind, text))) return null
  const named = [
    ...new Set(pieces.flatMap(({ name }) => (name !== null && having(name).length > 0 ? [name] : []))),
  ]
  return {
    message: `Nothing has all of ${named.map((name) => `${name}:`).join(', ')}: ${named
      .map((name) => `${name} is of ${listed(having(name))}`)
      .join('; ')}.`,
    term: null,
    mended: null,
  }
}

/** What looks like a filter and is none, which is searched for as it stands; addresses are meant so. */
export function asWordsNote(text: string): string | null {
  const odd = filterPieces(text).find(
    ({ name, value }) => name !== null && having(name).length === 0 && /^[^\d/]/.test(value),
  )
  return odd === undefined
    ? null
    : `${odd.name}: is no filter; ${text.slice(odd.start, odd.end)} is searched for as it stands.`
}

/** `Calls are left out: they have no event.`, a sentence for each lack; null where every kind asked for is listed. */
export function leftOutWords(text: string, kinds: readonly Listed[]): string | null {
  const left = kinds.filter((kind) => !hasFilters(kind, text))
  if (left.length === 0 || left.length === kinds.length) return null
  const names = new Set(
    filterPieces(text).flatMap(({ name }) => (name !== null && having(name).length > 0 ? [name] : [])),
  )
  const byLack = new Map<string, Listed[]>()
  for (const kind of left) {
    const lack = [...names].filter((name) => !having(name).includes(kind)).join(' and no ')
    byLack.set(lack, [...(byLack.get(lack) ?? []), kind])
  }
  return [...byLack]
    .map(([lack, kinds]) => `${capitalized(listed(kinds))} are left out: they have no ${lack}.`)
    .join(' ')
}
