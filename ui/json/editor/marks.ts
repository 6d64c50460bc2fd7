import { readPlaced } from '../placed-json.ts'

/** What is wrong with a text, and where: `at` is an offset, else all of the line is meant. */
export interface EditorMark {
  /** Counted from 1. */
  line: number
  at?: number
  message: string
}

/** Where a text that means to be JSON stops being it; nothing of any other text, nor of an empty one. */
export function jsonMarks(text: string): EditorMark[] {
  if (!/^\s*[[{]/.test(text)) return []
  const read = readPlaced(text)
  return read.ok ? [] : [{ line: read.line, at: read.at, message: `No JSON: ${read.message}` }]
}

/** What stands under the text: the first of what is wrong with it, and how much more there is. */
export function marksWords(marks: readonly EditorMark[]): string {
  const [first] = marks
  if (first === undefined) return ''
  const more = marks.length > 1 ? `, and ${marks.length - 1} more` : ''
  return `Line ${first.line}: ${first.message}${more}`
}

/** How the lines of a text end, so that each byte stays as it is: where not all end alike, by a line feed. */
export function lineEnd(text: string): '\r\n' | '\n' {
  const crossed = text.match(/\r\n/g)?.length ?? 0
  const feeds = text.match(/\n/g)?.length ?? 0
  const returns = text.match(/\r/g)?.length ?? 0
  return crossed > 0 && crossed === feeds && crossed === returns ? '\r\n' : '\n'
}
