/** Measures how many records arrive per second. */

import { signal } from '@preact/signals'
import type { Frame } from '../../server/wire.ts'
import { count } from '../kit/format.ts'
import { createTimer } from '../kit/pace.ts'
import { frameListeners } from '../live/frames.ts'

const kinds = ['event', 'delivery', 'capture', 'call'] as const
type Counted = (typeof kinds)[number]
/** Number of records of each kind, in total or per second. */
export type Counts = Record<Counted, number>

const countsOf = (of: (kind: Counted) => number): Counts => ({
  event: of('event'),
  delivery: of('delivery'),
  capture: of('capture'),
  call: of('call'),
})
const none = countsOf(() => 0)
const plus = (one: Counts, other: Counts) => countsOf((kind) => one[kind] + other[kind])

/** Counts new records in live frames. Updates of known records do not count. */
export function newIn(frames: readonly Frame[]): Counts {
  const counts = { ...none }
  for (const { kind, seq, data } of frames)
    if (kind === 'event' || kind === 'call') counts[kind]++
    else if ((kind === 'delivery' || kind === 'capture') && 'seq' in data && data.seq === seq) counts[kind]++
  return counts
}

/** Counts per second over the last `spanMs`. Times are ms of any monotonic clock. */
export function createMeter(spanMs = 5000) {
  let marks: { at: number; counts: Counts }[] = []
  return {
    note(counts: Counts, at: number) {
      const last = marks.at(-1)
      // Merges marks closer than a tenth of a second.
      if (last !== undefined && at - last.at < 100) last.counts = plus(last.counts, counts)
      else marks.push({ at, counts })
    },
    perSecond(now: number): Counts {
      marks = marks.filter(({ at }) => now - at < spanMs)
      const sum = marks.reduce((all, { counts }) => plus(all, counts), none)
      return countsOf((kind) => sum[kind] / (spanMs / 1000))
    },
  }
}

/** The rates in words, without zeros: `2 events/s`, `1 capture/s`, `0.4 calls/s`. Null if all are zero. */
export function rateWords(rate: Counts): string[] | null {
  const plurals = { event: 'events', delivery: 'deliveries', capture: 'captures', call: 'calls' } as const
  const words = kinds.flatMap((kind) => {
    if (rate[kind] === 0) return []
    const much = rate[kind] < 10 ? Math.round(rate[kind] * 10) / 10 : Math.round(rate[kind])
    return [`${count(much)} ${much === 1 ? kind : plurals[kind]}/s`]
  })
  return words.length === 0 ? null : words
}

/** The rate over the last five seconds. */
export const rate = signal<Counts>(none)

/** Measures live frames until the returned function is called. No timer runs while no frames arrive. */
export function watchRate(): () => void {
  const meter = createMeter()
  const timer = createTimer()
  const measure = () => {
    rate.value = meter.perSecond(performance.now())
    if (rateWords(rate.value) !== null) timer.set(1000, measure)
  }
  const note = (frames: readonly Frame[]) => {
    const counts = newIn(frames)
    if (kinds.every((kind) => counts[kind] === 0)) return
    meter.note(counts, performance.now())
    if (!timer.isSet()) timer.set(250, measure)
  }
  frameListeners.add(note)
  return () => void frameListeners.delete(note)
}
