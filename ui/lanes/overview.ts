/** Summarizes records into the bars of the overview strip. */
import type { Entry } from '../live/entries.ts'

/** The worst state in one bar of the strip. */
export type Glance = 'bad' | 'fault' | 'wait' | 'plain'
const worst: readonly Glance[] = ['plain', 'wait', 'fault', 'bad']

/** The state of one record. */
function glanceOf(entry: Entry): Glance {
  switch (entry.kind) {
    case 'event':
      return 'plain'
    case 'call':
      return entry.data.armed !== null
        ? 'fault'
        : entry.data.status >= 400 || entry.data.status === 0
          ? 'bad'
          : 'plain'
    case 'capture':
      return entry.data.verdict.result === 'failed' ? 'bad' : 'plain'
    case 'delivery':
      if (entry.data.state === 'failed' || entry.data.state === 'wrongly_accepted') return 'bad'
      if (entry.data.fault !== null) return 'fault'
      return entry.data.state === 'retrying' || entry.data.state === 'pending' ? 'wait' : 'plain'
  }
}

/** Splits `count` records into bars; a large bar samples its records. */
export function glances(count: number, pieces: number, at: (index: number) => Entry | undefined): Glance[] {
  const most = Math.min(pieces, count)
  return Array.from({ length: most }, (_, piece) => {
    const from = Math.floor((piece * count) / most)
    const to = Math.floor(((piece + 1) * count) / most)
    const stride = Math.max(1, Math.floor((to - from) / 24))
    let seen = 0
    for (let index = from; index < to; index += stride) {
      const entry = at(index)
      if (entry !== undefined) seen = Math.max(seen, worst.indexOf(glanceOf(entry)))
    }
    return worst[seen] ?? 'plain'
  })
}
