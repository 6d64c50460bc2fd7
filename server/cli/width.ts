/** The columns of a terminal that text takes. Expects printable text. */

const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' })
/** Whole scripts and blocks, which hold for text and for all but rare signs; halfwidth forms are taken out. */
const wide =
  /(?![\uff61-\uffdc\uffe8-\uffee])[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Bopomofo}\p{Script=Hangul}\p{Script=Yi}\p{Script=Tangut}\p{Script=Nushu}\p{Emoji_Presentation}\u2e80-\u303e\u3041-\u33ff\ufe10-\ufe6f\uff01-\uff60\uffe0-\uffe6]|\p{RI}{2}|\p{Emoji}\ufe0f/u
const plain = /^[\x20-\x7e]*$/

function columnsOf(grapheme: string): number {
  if (wide.test(grapheme)) return 2
  return /^[\p{M}\p{Cf}]+$/u.test(grapheme) ? 0 : 1
}

/** Pieces that are not taken apart, each with its columns. */
function* pieces(text: string): Generator<[piece: string, columns: number]> {
  if (plain.test(text)) for (const character of text) yield [character, 1]
  else for (const { segment } of graphemes.segment(text)) yield [segment, columnsOf(segment)]
}

export function widthOf(text: string): number {
  if (plain.test(text)) return text.length
  let width = 0
  for (const [, columns] of pieces(text)) width += columns
  return width
}

/** The longest beginning that fits; what is left out is told by `…`. */
export function cut(text: string, columns: number): string {
  if (columns <= 0) return ''
  if (widthOf(text) <= columns) return text
  let [kept, width] = ['', 0]
  for (const [piece, wide] of pieces(text)) {
    if (width + wide > columns - 1) break
    kept += piece
    width += wide
  }
  return `${kept}…`
}

/** As {@link cut}, but the end is kept: the end of an address says more than its beginning. */
export function cutStart(text: string, columns: number): string {
  if (columns <= 0 || widthOf(text) <= columns) return cut(text, columns)
  let [kept, width] = ['', 0]
  for (const [piece, wide] of [...pieces(text)].reverse()) {
    if (width + wide > columns - 1) break
    kept = piece + kept
    width += wide
  }
  return `…${kept}`
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
    for (const [piece, wide] of pieces(word)) {
      if (wide > left) endLine()
      line += piece
      left -= wide
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
