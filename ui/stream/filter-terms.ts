/** Adds a term to the text of a filter. */
import { type FilterPiece, filterPieces, withPiece } from './filter-text.ts'

/** A piece as typed. */
export const writtenPiece = ({ negated, name, value }: Omit<FilterPiece, 'start' | 'end'>): string => {
  const quoted = /\s/.test(value) ? `"${value}"` : value
  return `${negated ? '-' : ''}${name === null ? quoted : `${name}:${quoted}`}`
}

/** The text with one more term. The term replaces the same filter with another value. */
export function withTerm(text: string, term: string): string {
  const [added] = filterPieces(term)
  const pieces = filterPieces(text)
  if (added === undefined || pieces.some((one) => writtenPiece(one) === writtenPiece(added))) return text
  const same = pieces.find(
    ({ name, negated }) => name !== null && name === added.name && !negated && !added.negated,
  )
  return same === undefined ? `${text} ${term}`.trim() : withPiece(text, same, term)
}
