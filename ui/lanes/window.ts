/** Chooses the drawn range of the lanes, and moves and zooms it. */
import { computed, signal } from '@preact/signals'
import type { DeliveryEntry } from '../live/entries.ts'
import { go, place } from '../place/navigation.ts'
import { hasOlder, loadingOlder, loadOlder, rows, shown, version } from '../stream/stream.ts'
import { timeOf } from './step.ts'

/** The number of newest lines drawn while the lanes follow. */
const usual = 60
const least = 6
const most = 5000
/** How far back to search for deliveries with retries in the drawn range, in lines. */
const lookBack = 2000

/** The default range, in lines of the stream. */
export const size = signal(usual)
export const isFollowing = computed(() => place.value.from === null && place.value.to === null)

/** The drawn range, as lines of the stream: `from` to `to` of all loaded lines. */
export interface Part {
  from: number
  to: number
  /** The loaded lines. */
  first: number
  last: number
}

const clamp = (value: number, low: number, high: number) => Math.max(low, Math.min(high, value))

/** The index of the first line of the record at a line. */
function beginning(index: number): number {
  const line = rows.line(index)
  return line === undefined ? index : rows.indexOf(line.entry.seq)
}

export const part = computed((): Part => {
  version.value
  const { from: first, to: last } = shown.value
  const { from, to } = place.value
  const end = to === null ? last : clamp(rows.indexOf(to + 1), first, last)
  const start = from === null ? Math.max(first, end - size.value) : clamp(rows.indexOf(from), first, end)
  return { from: Math.max(start, end - most, beginning(start)), to: end, first, last }
})

/** The time of the last known attempt of a delivery. */
function lastTried({ data, attempts }: DeliveryEntry): number {
  const ended = data.finished_at === null ? 0 : timeOf(data.finished_at)
  return Math.max(ended, ...[...attempts.values()].map(({ started_at }) => timeOf(started_at)))
}

/** Older deliveries with an attempt in the range. */
export function triedAgain({ from, first }: Pick<Part, 'from' | 'first'>, since: number): DeliveryEntry[] {
  return rows
    .between(Math.max(first, from - lookBack), from)
    .flatMap((entry) =>
      entry.kind === 'delivery' && entry.data.attempts_made >= 2 && lastTried(entry) >= since ? [entry] : [],
    )
}

/** Sets the range to lines `from` to `to`. A range that ends at the newest line follows it if `follows` is set. */
export function show(from: number, to: number, follows = false): void {
  const { first, last } = part.value
  const start = clamp(from, first, Math.max(first, last - 1))
  const end = clamp(to, start + 1, last)
  if (follows && end === last) {
    size.value = clamp(end - start, least, most)
    go({ from: null, to: null }, 'replace')
    return
  }
  const [a, b] = [rows.line(start), rows.line(end - 1)]
  if (a !== undefined && b !== undefined) go({ from: a.entry.seq, to: b.entry.seq }, 'replace')
  if (start === first) void further()
}

/** Loads older lines, if there are any. */
async function further(): Promise<void> {
  if (hasOlder.value && !loadingOlder.value) await loadOlder()
}

/** Moves the range by a fraction of its length; negative is back in time. */
export function scrub(share: number): void {
  const { from, to, first, last } = part.value
  const length = to - from
  const step = Math.trunc(length * share) || Math.sign(share)
  const by = clamp(step, first - from, last - to)
  if (by === 0 && from === first) void further()
  show(from + by, to + by, step > 0)
}

/** Zooms out (factor below one) or in, around the middle of the range; at the newest line, up to that line. */
export function zoom(factor: number): void {
  const { from, to, first, last } = part.value
  const length = clamp(Math.round((to - from) / factor), least, most)
  if (isFollowing.value) {
    // Zooming in starts from the loaded lines.
    size.value =
      factor > 1 ? Math.min(length, size.value) : clamp(Math.round(size.value / factor), least, most)
    if (size.value > last - first) void further()
    return
  }
  const middle = (from + to) / 2
  const start = clamp(Math.round(middle - length / 2), first, Math.max(first, last - length))
  show(start, start + length)
}

/** Keeps the range in place while new records arrive. */
export function stay(): void {
  if (isFollowing.value) show(part.value.from, part.value.to)
}

export function follow(): void {
  go({ from: null, to: null }, 'replace')
}

/** A link may refer to lines that are not loaded. */
export async function readUpTo(from: number, pages = 20): Promise<void> {
  for (let page = 0; page < pages && place.value.from === from; page++) {
    const oldest = rows.line(shown.value.from)?.entry.seq ?? 0
    if (!hasOlder.value || oldest <= from) return
    await loadOlder()
  }
}
