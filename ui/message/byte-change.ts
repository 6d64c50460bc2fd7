/** Finds the changed middle of two texts. */
import type { Difference } from '../../server/wire.ts'

/** The number of common characters shown on each side of a change. */
const around = 60
/** The most characters shown of one side. */
const mostShown = 400

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
    { side: 'both', ...endOf(head) },
    { side: 'sender', ...middleOf(before.slice(start, before.length - same)) },
    { side: 'here', ...middleOf(after.slice(start, after.length - same)) },
    { side: 'both', ...beginOf(tail) },
  ]
  return {
    of,
    at: sizeIn(head),
    sender_bytes: sizeIn(before),
    here_bytes: sizeIn(after),
    parts: parts.filter(({ text }) => text !== ''),
  }
}

interface Cut {
  text: string
  skipped: number
}
const whole = (text: string): Cut => ({ text, skipped: 0 })

function endOf(text: string): Cut {
  if (text.length <= around) return whole(text)
  return { text: `…${text.slice(-around)}`, skipped: sizeIn(text.slice(0, -around)) }
}
function beginOf(text: string): Cut {
  if (text.length <= around) return whole(text)
  return { text: `${text.slice(0, around)}…`, skipped: sizeIn(text.slice(around)) }
}
function middleOf(text: string): Cut {
  if (text.length <= mostShown) return whole(text)
  const half = mostShown / 2
  return { text: `${text.slice(0, half)}…${text.slice(-half)}`, skipped: sizeIn(text.slice(half, -half)) }
}
