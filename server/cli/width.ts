import stringWidth from 'string-width'

/** The columns of a terminal that text takes. Expects printable text. */

const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' })
const plain = /^[\x20-\x7e]*$/

export const widthOf = (text: string): number => (plain.test(text) ? text.length : stringWidth(text))

/** What is not taken apart: a letter with its marks, or an emoji. */
const pieces = (text: string): string[] =>
  plain.test(text) ? [...text] : [...graphemes.segment(text)].map(({ segment }) => segment)

/** As many of the pieces from the beginning as fit. */
function fitting(all: readonly string[], columns: number): string[] {
  let left = columns
  const end = all.findIndex((piece) => {
    left -= widthOf(piece)
    return left < 0
  })
  return end < 0 ? [...all] : all.slice(0, end)
}

/** The longest beginning that fits; what is left out is told by `…`. */
export function cut(text: string, columns: number): string {
  if (columns <= 0) return ''
  return widthOf(text) <= columns ? text : `${fitting(pieces(text), columns - 1).join('')}…`
}

/** As {@link cut}, but the end is kept: the end of an address says more than its beginning. */
export function cutStart(text: string, columns: number): string {
  if (columns <= 0 || widthOf(text) <= columns) return cut(text, columns)
  return `…${fitting(pieces(text).reverse(), columns - 1)
    .reverse()
    .join('')}`
}

/** Cut or filled with spaces to exactly so many columns. */
export function fitted(text: string, columns: number): string {
  const kept = cut(text, columns)
  return kept + ' '.repeat(Math.max(0, columns - widthOf(kept)))
}

/**
 * The same text in lines that fit; an empty text is one empty line. A word that is longer than a line is taken apart, and every
 * space is kept at the end of its line.
 * @param first what is left of the first line
 */
export function wrapped(text: string, columns: number, first = columns): string[] {
  const lines: string[] = []
  let [line, left] = ['', first]
  function endLine() {
    lines.push(line)
    line = ''
    left = columns
  }
  for (const word of text.match(/[^ ]* |[^ ]+/g) ?? []) {
    const all = widthOf(word)
    if (all > left && all <= columns) endLine()
    for (const piece of pieces(word)) {
      if (widthOf(piece) > left) endLine()
      line += piece
      left -= widthOf(piece)
    }
  }
  return [...lines, line]
}

/** As {@link wrapped}, without the spaces at which it is taken apart. */
export function inWords(text: string, columns: number): string[] {
  const lines: string[] = []
  for (const word of text.split(' ')) {
    const last = lines.pop()
    if (last !== undefined && widthOf(`${last} ${word}`) <= columns) lines.push(`${last} ${word}`)
    else lines.push(...(last === undefined ? [] : [last]), ...wrapped(word, columns))
  }
  return lines
}
