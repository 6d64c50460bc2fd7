/** Finds the changed middle of two texts. */
import type { Difference } from '../../server/wire.ts'

/** The number of common characters shown on each side of a change. */
const around = 60
/** The most characters shown of each end of a changed side. */
const shownEnd = 200

const sizeIn = (text: string): number => new TextEncoder().encode(text).length

/** The common ends and the differing middle of two texts; null if equal. */
export function changeOf(before: string, after: string, of = 'body'): Difference | null {
  if (before === after) return null
  const most = Math.min(before.length, after.length)
  let start = 0
  while (start < most && before[start] === after[start]) start++
  let same = 0
  while (same < most - start && before[before.length - 1 - same] === after[after.length - 1 - same]) same++
  const head = before.slice(0, start)
  const tail = before.slice(before.length - same)
  const parts: Difference['parts'] = [
    { side: 'both', ...cut(head, 0, around) },
    { side: 'sender', ...cut(before.slice(start, before.length - same), shownEnd, shownEnd) },
    { side: 'here', ...cut(after.slice(start, after.length - same), shownEnd, shownEnd) },
    { side: 'both', ...cut(tail, around, 0) },
  ]
  return {
    of,
    at: sizeIn(head),
    sender_bytes: sizeIn(before),
    here_bytes: sizeIn(after),
    parts: parts.filter(({ text }) => text !== ''),
  }
}

/** A text whose middle is left out, unless its first and its last characters are all of it. */
function cut(text: string, first: number, last: number): { text: string; skipped: number } {
  if (text.length <= first + last) return { text, skipped: 0 }
  const [from, to] = [first, text.length - last]
  return { text: `${text.slice(0, from)}…${text.slice(to)}`, skipped: sizeIn(text.slice(from, to)) }
}
