/** Parses and edits the text of a filter. */
import { filterNames, type Listed } from '../../server/words/filter-names.ts'

/** A piece of a typed filter: a word, a quoted phrase or `name:value`. A minus negates a piece. */
export interface FilterPiece {
  /** Position in the text; `end` is exclusive. */
  start: number
  end: number
  negated: boolean
  /** In lower case; null for a search word. */
  name: string | null
  value: string
}

const piece = /(-?)(?:([a-z_]+):)?("[^"]*"?|[^\s"]*)/giy

/** Splits a filter into its pieces. */
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
 * Whether a list has the filters of the text. The sandbox judges names that no list has: they may be search words or
 * misspelt.
 */
export const hasFilters = (list: Listed, text: string): boolean =>
  filterPieces(text).every(
    ({ name }) => name === null || knows(list, name) || !lists.some((other) => knows(other, name)),
  )

/** The text with a piece replaced, or removed. */
export function withPiece(text: string, { start, end }: FilterPiece, other = ''): string {
  return `${text.slice(0, start)}${other}${text.slice(end)}`.replace(/\s+/g, ' ').trim()
}

const asksFor = (wanted: string) => (piece: FilterPiece) => piece.name === wanted && !piece.negated

/** The value the text gives to a name, as typed; null if the name is missing or only negated. */
export const askedIn = (text: string, name: string): string | null =>
  filterPieces(text).findLast(asksFor(name))?.value || null

/** The text without any term of a name. */
export const withoutName = (text: string, name: string): string =>
  filterPieces(text)
    .filter(asksFor(name))
    .reduceRight((left, piece) => withPiece(left, piece), text)

/** The text to query while the value of the last filter is still missing or incomplete. */
export const askable = (text: string, isPartOfValue?: (piece: FilterPiece) => boolean): string =>
  filterPieces(text)
    .filter(
      (one, index, all) =>
        index < all.length - 1 || one.name === null || !(one.value === '' || isPartOfValue?.(one)),
    )
    .map((one) => text.slice(one.start, one.end))
    .join(' ')
