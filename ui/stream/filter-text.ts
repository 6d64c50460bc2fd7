import { filterNames, type Listed } from '../../server/words/filter-names.ts'

/** A piece of a filter as typed: a word, a quoted phrase or `name:value`, each of which a minus turns round. */
export interface FilterPiece {
  /** Where it stands in the text, `end` not included. */
  start: number
  end: number
  negated: boolean
  /** In lower case; null for a word to search for. */
  name: string | null
  value: string
}

const piece = /(-?)(?:([a-z_]+):)?("[^"]*"?|[^\s"]*)/giy

/** Cuts a filter into its pieces. */
export function filterPieces(text: string): FilterPiece[] {
  const pieces: FilterPiece[] = []
  for (let at = 0; at < text.length; ) {
    if (/\s/.test(text[at] ?? '')) {
      at++
      continue
    }
    piece.lastIndex = at
    const [whole = '', minus = '', name, value = ''] = piece.exec(text) ?? []
    const end = at + Math.max(1, whole.length)
    pieces.push({
      start: at,
      end,
      negated: minus !== '',
      name: name?.toLowerCase() ?? null,
      value: value.replaceAll('"', ''),
    })
    at = end
  }
  return pieces
}

const lists = Object.keys(filterNames) as Listed[]
const knows = (list: Listed, name: string) => filterNames[list].some((one) => one === name)

/**
 * Whether a list has what a filter names. A name that no list has is the sandbox's to judge:
 * it may be a word to search for or misspelt.
 */
export const hasFilters = (list: Listed, text: string): boolean =>
  filterPieces(text).every(
    ({ name }) => name === null || knows(list, name) || !lists.some((other) => knows(other, name)),
  )

/** A piece as it is typed. */
export const writtenPiece = ({ negated, name, value }: Omit<FilterPiece, 'start' | 'end'>): string => {
  const quoted = /\s/.test(value) ? `"${value}"` : value
  return `${negated ? '-' : ''}${name === null ? quoted : `${name}:${quoted}`}`
}

/** The text with other text in the place of a piece, or without it. */
export function withPiece(text: string, { start, end }: FilterPiece, other = ''): string {
  return `${text.slice(0, start)}${other}${text.slice(end)}`.replace(/\s+/g, ' ').trim()
}

/** The text with a term more, unless it has it already; the same filter of another value gives way. */
export function withTerm(text: string, term: string): string {
  const [added] = filterPieces(term)
  const pieces = filterPieces(text)
  if (added === undefined || pieces.some((one) => writtenPiece(one) === writtenPiece(added))) return text
  const same = pieces.find(
    ({ name, negated }) => name !== null && name === added.name && !negated && !added.negated,
  )
  return same === undefined ? `${text} ${term}`.trim() : withPiece(text, same, term)
}

const asksFor = (wanted: string) => (piece: FilterPiece) => piece.name === wanted && !piece.negated

/** What the text asks of a name, as typed; null where it does not speak of it, or only turned round. */
export const askedIn = (text: string, name: string): string | null =>
  filterPieces(text).findLast(asksFor(name))?.value || null

/** The text without all that it asks of a name. */
export const withoutName = (text: string, name: string): string =>
  filterPieces(text)
    .filter(asksFor(name))
    .reduceRight((left, piece) => withPiece(left, piece), text)

/** What may be asked for while the filter at the end is still without its value, or has only a part of it. */
export const askable = (text: string, isPartOfValue?: (piece: FilterPiece) => boolean): string =>
  filterPieces(text)
    .filter(
      (one, index, all) =>
        index < all.length - 1 || one.name === null || !(one.value === '' || isPartOfValue?.(one)),
    )
    .map((one) => text.slice(one.start, one.end))
    .join(' ')
