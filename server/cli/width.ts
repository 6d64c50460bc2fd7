/** Measures, cuts and wraps text by the columns it takes on a terminal. */
import stringWidth from 'string-width'

const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' })
const plain = /^[\x20-\x7e]*$/

export const widthOf = (text: string): number => (plain.test(text) ? text.length : stringWidth(text))

/** The units that must stay together: a letter with its marks, or an emoji. */
const pieces = (text: string): string[] =>
  plain.test(text) ? [...text] : [...graphemes.segment(text)].map(({ segment }) => segment)

/** The first pieces, as many as fit. */
function fitting(all: readonly string[], columns: number): string[] {
  let left = columns
  const end = all.findIndex((piece) => {
    left -= widthOf(piece)
    return left < 0
  })
  return end < 0 ? [...all] : all.slice(0, end)
}

/** The longest beginning that fits, with `…` for the rest. */
export function cut(text: string, columns: number): string {
  if (columns <= 0) return ''
  return widthOf(text) <= columns ? text : `${fitting(pieces(text), columns - 1).join('')}…`
}

/** As {@link cut}, but keeps the end, which is the important part of an address. */
export function cutStart(text: string, columns: number): string {
  if (columns <= 0 || widthOf(text) <= columns) return cut(text, columns)
  return `…${fitting(pieces(text).reverse(), columns - 1)
    .reverse()
    .join('')}`
}

/** Text cut or padded to an exact width. */
export function fitted(text: string, columns: number): string {
  const kept = cut(text, columns)
  return kept + ' '.repeat(Math.max(0, columns - widthOf(kept)))
}

/**
 * Text wrapped into lines. An empty text is one empty line. Splits words that are longer than a line. Keeps each space at the
 * end of its line.
 * @param first the free columns of the first line
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

/** As {@link wrapped}, but drops the spaces at line ends. */
export function inWords(text: string, columns: number): string[] {
  const lines: string[] = []
  for (const word of text.split(' ')) {
    const last = lines.pop()
    if (last !== undefined && widthOf(`${last} ${word}`) <= columns) lines.push(`${last} ${word}`)
    else lines.push(...(last === undefined ? [] : [last]), ...wrapped(word, columns))
  }
  return lines
}
