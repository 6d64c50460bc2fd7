/** Finds mistakes in a filter, and the likely meaning. */
import { filterNames, type Listed } from '../../server/words/filter-names.ts'
import { isNear, nearestFirst } from '../../server/words/nearest.ts'
import { capitalized } from '../kit/format.ts'
import { writtenPiece } from '../stream/filter-terms.ts'
import { type FilterPiece, filterPieces, hasFilters } from '../stream/filter-text.ts'
import type { KnownValues } from './filter-proposals.ts'

/** The mistakes of a filter, with the likely filter. */
interface FilterFlaw {
  message: string
  /** The whole filter with its mistakes fixed; null if nothing is similar. */
  mended: string | null
  /** The likely pieces in place of the wrong ones. */
  term: string | null
}

/** A mistake in one piece; `term` is the likely piece. */
interface PieceFlaw {
  piece: FilterPiece
  message: string
  term: string | null
}

const plural = { event: 'events', delivery: 'deliveries', capture: 'captures', call: 'calls' } as const
const listed = (kinds: readonly Listed[]) => kinds.map((kind) => plural[kind]).join(', ')
const all = Object.keys(filterNames) as Listed[]
const having = (name: string) => all.filter((kind) => filterNames[kind].some((one) => one === name))

const span = /^\d+(\.\d+)?(ms|s|m|h|d|w)$|^\d{4}-\d\d-\d\dT?/
const status = /^((>=|<=|>|<|=)?\d{1,9}|[1-9]xx)$/i

/** The mistake in the value of a filter, with the nearest correct value. */
function valueFlaw(
  { name, value }: FilterPiece,
  closed: KnownValues,
): { says: string; near: string | null } | null {
  if (name === null || value === '') return null
  const known = closed[name]
  for (const part of value.split(',').filter((one) => one !== '')) {
    if (known !== undefined && !part.includes('*') && !known.includes(part)) {
      const [near = null] = nearestFirst(part, known)
      return {
        says: `Unknown value "${part}" for ${name}. Use ${known.filter((one) => one !== '*').join(', ')}.`,
        near: near === null ? null : value.replace(part, near),
      }
    }
    if (name === 'status' && !status.test(part))
      return { says: `"${part}" is not a status. Write 503, 4xx or >=400.`, near: null }
    if ((name === 'since' || name === 'until') && !span.test(part))
      return {
        says: `"${part}" is not a time. Write 5m, 2h or 2026-01-01T09:00:00Z.`,
        near: /^\d+$/.test(part) ? `${part}m` : null,
      }
  }
  return null
}

/** The mistake in a piece of a filter for these kinds; null if correct. */
function pieceFlaw(
  text: string,
  piece: FilterPiece,
  kinds: readonly Listed[],
  closed: KnownValues,
): PieceFlaw | null {
  const { name, value, negated, start, end } = piece
  if (name === null) return null
  const names = [...new Set(kinds.flatMap((kind) => filterNames[kind] as readonly string[]))]
  const written = text.slice(start, end)
  const knowing = having(name)
  if (knowing.length === 0) {
    const [near] = nearestFirst(name, names)
    // Text that resembles no filter is searched for, as in `host:4400`.
    if (written.includes('://') || near === undefined || !isNear(name, near)) return null
    return { piece, message: `Unknown filter "${name}".`, term: writtenPiece({ negated, name: near, value }) }
  }
  if (!kinds.some((kind) => knowing.includes(kind))) {
    return {
      piece,
      message: `The filter ${name}: applies to ${listed(knowing)}, not to ${listed(kinds)}.`,
      term: null,
    }
  }
  if (value === '' && !written.endsWith('""'))
    return { piece, message: `The filter ${name}: needs a value.`, term: null }
  const flaw = valueFlaw(piece, closed)
  if (flaw === null) return null
  const { says, near } = flaw
  return { piece, message: says, term: near === null ? null : writtenPiece({ negated, name, value: near }) }
}

/** Joins the mistakes, with one filter that fixes all of them. */
function together(text: string, flaws: readonly PieceFlaw[]): FilterFlaw {
  const message = [...new Set(flaws.map((flaw) => flaw.message))].join(' ')
  const near = flaws.filter(({ term }) => term !== null)
  if (near.length === 0) return { message, term: null, mended: null }
  // From the end on, so that earlier positions stay valid.
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

/** The mistakes of a filter for these kinds; null if correct. */
export function filterFlaw(text: string, kinds: readonly Listed[], closed: KnownValues): FilterFlaw | null {
  const pieces = filterPieces(text)
  const flaws = pieces.flatMap((piece) => pieceFlaw(text, piece, kinds, closed) ?? [])
  if (flaws.length > 0) return together(text, flaws)
  if (kinds.some((kind) => hasFilters(kind, text))) return null
  const named = [
    ...new Set(pieces.flatMap(({ name }) => (name !== null && having(name).length > 0 ? [name] : []))),
  ]
  return {
    message: `No record has all of ${named.map((name) => `${name}:`).join(', ')}: ${named
      .map((name) => `${name} applies to ${listed(having(name))}`)
      .join('; ')}.`,
    term: null,
    mended: null,
  }
}

/** A note about text that looks like a filter but is not. Addresses get no note. */
export function asWordsNote(text: string): string | null {
  const odd = filterPieces(text).find(
    ({ name, value }) => name !== null && having(name).length === 0 && /^[^\d/]/.test(value),
  )
  return odd === undefined
    ? null
    : `"${odd.name}" is not a filter. The list is searched for the text ${text.slice(odd.start, odd.end)}.`
}

/** `Calls are hidden: they have no event.`, one sentence per missing field; null if no kind is hidden. */
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
    .map(([lack, kinds]) => `${capitalized(listed(kinds))} are hidden: they have no ${lack}.`)
    .join(' ')
}
