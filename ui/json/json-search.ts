import { firstThat } from '../kit/first-that.ts'
import type { JsonLines } from './json.ts'

/** Where a search found something: a line, and where in the text. */
export interface JsonHit {
  line: number
  at: number
}

/** More are not counted. */
export const mostHits = 10_000

/** In lower case, each letter where it lay: İ alone would become two. */
export const lowered = (text: string): string => text.replaceAll('İ', 'i').toLowerCase()

/** Where the words stand in a key or a value, in any case, from the top. */
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

/** The last line that begins at or before a place in the text. */
function lineAt({ count, start, keyStart }: JsonLines, at: number): number {
  const beginOf = (line: number) => {
    const key = keyStart[line] ?? -1
    return key < 0 ? (start[line] ?? 0) : key
  }
  return Math.max(0, firstThat(count, (line) => beginOf(line) > at) - 1)
}

/** What stands between values is not drawn as it was written. */
function isShown(
  { kind, start, end, keyStart, keyEnd }: JsonLines,
  line: number,
  at: number,
  length: number,
) {
  const lies = (from = -1, to = -1) => from >= 0 && at >= from && at + length <= to
  return lies(keyStart[line], keyEnd[line]) || (kind[line] !== 'open' && lies(start[line], end[line]))
}

/** What hides a line: those that are folded around it, outermost last. */
export function foldedAround({ parent }: JsonLines, line: number, folded: ReadonlySet<number>): number[] {
  const around: number[] = []
  for (let at = parent[line] ?? -1; at >= 0; at = parent[at] ?? -1) if (folded.has(at)) around.push(at)
  return around
}

/** The hit after this one, or before it, round the end; from none, which is -1, the first or the last. */
export const nextHit = (count: number, current: number, step: 1 | -1): number =>
  count === 0 ? -1 : (Math.max(current, step < 0 ? 0 : -1) + step + count) % count
