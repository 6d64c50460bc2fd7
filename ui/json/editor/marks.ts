/** Finds the mistakes to mark in a text, and words for them. */
import { many } from '../../kit/format.ts'
import { readPlaced } from '../placed-json.ts'

/** A mistake: `at` is an offset; without it the whole line is marked. */
export interface EditorMark {
  /** Counted from 1. */
  line: number
  at?: number
  message: string
}

/** The first mistake of a text that starts like JSON; none for other texts. */
export function jsonMarks(text: string): EditorMark[] {
  if (!/^\s*[[{]/.test(text)) return []
  const read = readPlaced(text)
  return read.ok ? [] : [{ line: read.line, at: read.at, message: `Invalid JSON: ${read.message}` }]
}

/** The message below the text: the first mistake, and the number of others. */
export function marksWords(marks: readonly EditorMark[]): string {
  const [first] = marks
  if (first === undefined) return ''
  const more = marks.length > 1 ? `, and ${many(marks.length - 1, 'more mistake')}` : ''
  return `Line ${first.line}: ${first.message}${more}`
}

/** The line ending of a text, so that each byte stays. Mixed endings count as line feeds. */
export function lineEnd(text: string): '\r\n' | '\n' {
  const crossed = text.match(/\r\n/g)?.length ?? 0
  const feeds = text.match(/\n/g)?.length ?? 0
  const returns = text.match(/\r/g)?.length ?? 0
  return crossed > 0 && crossed === feeds && crossed === returns ? '\r\n' : '\n'
}
