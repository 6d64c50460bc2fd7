/** Searches a JSON tree. */
import { firstThat } from '../kit/first-that.ts'
import type { JsonLines } from './json.ts'

/** A match: its line and its position in the text. */
export interface JsonHit {
  line: number
  at: number
}

/** The most matches to count. */
export const mostHits = 10_000

/** In lower case with the same length: İ alone would become two characters. */
export const lowered = (text: string): string => text.replaceAll('İ', 'i').toLowerCase()

/** The matches in keys and values, ignoring case, from the top. */
export function jsonHits(lines: JsonLines, wanted: string): JsonHit[] {
  const needle = lowered(wanted)
  if (needle === '') return []
  const hay = lowered(lines.text)
  const hits: JsonHit[] = []
  for (
    let at = hay.indexOf(needle);
    at >= 0 && hits.length < mostHits;
    at = hay.indexOf(needle, at + needle.length)
  ) {
    const line = lineAt(lines, at)
    if (isShown(lines, line, at, needle.length)) hits.push({ line, at })
  }
  return hits
}

/** The last line that starts at or before a position in the text. */
function lineAt({ count, start, keyStart }: JsonLines, at: number): number {
  const beginOf = (line: number) => {
    const key = keyStart[line] ?? -1
    return key < 0 ? (start[line] ?? 0) : key
  }
  return Math.max(0, firstThat(count, (line) => beginOf(line) > at) - 1)
}

/** Text between values is not drawn as written. */
function isShown(
  { kind, start, end, keyStart, keyEnd }: JsonLines,
  line: number,
  at: number,
  length: number,
) {
  const lies = (from = -1, to = -1) => from >= 0 && at >= from && at + length <= to
  return lies(keyStart[line], keyEnd[line]) || (kind[line] !== 'open' && lies(start[line], end[line]))
}

/** The folded ancestors of a line, outermost last. */
export function foldedAround({ parent }: JsonLines, line: number, folded: ReadonlySet<number>): number[] {
  const around: number[] = []
  for (let at = parent[line] ?? -1; at >= 0; at = parent[at] ?? -1) if (folded.has(at)) around.push(at)
  return around
}

/** The next or previous match, wrapping around; from -1 the first or the last. */
export const nextHit = (count: number, current: number, step: 1 | -1): number =>
  count === 0 ? -1 : (Math.max(current, step < 0 ? 0 : -1) + step + count) % count
