/** Counts the results of simulated traffic. */
import type { DeliveryStore } from '../../delivery/store.ts'
import type { Bus } from '../../live/bus.ts'
import type { Outside } from '../../outside.ts'
import type { DeliveryRow, FrameData, Traffic } from '../../wire.ts'
import { toIso } from '../../words/time.ts'
import type { Ends, TrafficState } from './state.ts'

/** How many seconds are reported. */
const toldSeconds = 60
const second = 1_000_000
const nothing = { sent: 0, succeeded: 0 }

/** The results that a correct receiver causes. */
const isGood = ({ state }: Pick<DeliveryRow, 'state'>) => state === 'succeeded' || state === 'refused'

/** Measures traffic: how its deliveries end, and what happens in each second of real time. */
export function createMeter(needs: {
  bus: Bus
  outside: Outside
  deliveries: DeliveryStore
  /** Called when a count has changed. */
  onChange(): void
}) {
  const { bus, outside, deliveries, onChange } = needs
  /** The numbers of unfinished deliveries. */
  let open = new Set<number>()
  let ends: Ends = { succeeded: 0, failed: 0 }
  let measured: { id: string; deliveries: number } | undefined
  let seconds = new Map<number, { sent: number; succeeded: number }>()
  let from = 0

  const secondNow = () => Math.floor(outside.wallTime() / second)

  function forgetOld(now: number) {
    for (const old of seconds.keys()) if (old <= now - toldSeconds) seconds.delete(old)
  }

  function count(what: 'sent' | 'succeeded', by: number) {
    const now = secondNow()
    const before = seconds.get(now) ?? nothing
    seconds.set(now, { ...before, [what]: before[what] + by })
    forgetOld(now)
  }

  /** Counts in the database what ended while nothing was counted. */
  function recount() {
    if (measured === undefined) return
    const kept = deliveries.endsOf(measured.id)
    open = new Set(kept.open)
    const good = kept.ended.filter(isGood).reduce((sum, { count }) => sum + count, 0)
    ends.succeeded = Math.max(ends.succeeded, good)
    ends.failed = Math.max(ends.failed, measured.deliveries - open.size - ends.succeeded)
  }

  const unsubscribe = bus.subscribe((news) => {
    if (open.size === 0) return
    let changed = false
    for (const one of news) {
      // Deliveries that end with their subscription are not all announced.
      if (one.kind === 'subscription' && isEnded(one.tell())) {
        recount()
        changed = true
      }
      if (one.kind !== 'delivery') continue
      const row = one.tell()
      if (row.finished_at === null || !open.delete(row.seq)) continue
      changed = true
      ends[isGood(row) ? 'succeeded' : 'failed']++
      if (isGood(row)) count('succeeded', 1)
    }
    if (changed) onChange()
  })

  return {
    stop: unsubscribe,
    /** Starts again: empty, or with the stored counts of a traffic. */
    begin(state: TrafficState | null) {
      open = new Set()
      ends = { succeeded: state?.succeeded ?? 0, failed: state?.failed ?? 0 }
      seconds = new Map()
      from = secondNow()
      measured = state === null ? undefined : { id: state.id, deliveries: state.deliveries }
      if (state !== null && state.deliveries > ends.succeeded + ends.failed) recount()
    },
    /** Events were created, with deliveries of these numbers. */
    made(sent: number, seqs: readonly number[]) {
      for (const seq of seqs) open.add(seq)
      if (measured) measured.deliveries += seqs.length
      count('sent', sent)
    },
    ends: (): Ends => ({ ...ends }),
    /** The number of unfinished deliveries. */
    open: (): number => open.size,
    /** Whether anything happened in the reported seconds. */
    moves: (): boolean => seconds.size > 0,
    /**
     * The last seconds of this traffic, as of now, formatted when needed. A traffic announced before its first measurement
     * has none of the previous traffic's seconds.
     */
    perSecond(id: string): () => Traffic['per_second'] {
      const now = secondNow()
      if (measured?.id !== id) return () => [{ at: toIso(now * second), ...nothing }]
      forgetOld(now)
      const first = Math.max(from, now - toldSeconds + 1)
      const counted = new Map(seconds)
      return () =>
        Array.from({ length: Math.max(0, now - first + 1) }, (_, i) => ({
          at: toIso((first + i) * second),
          ...(counted.get(first + i) ?? nothing),
        }))
    },
  }
}
export type Meter = ReturnType<typeof createMeter>

const isEnded = (subscription: FrameData['subscription']) =>
  'deleted' in subscription || subscription.status !== 'enabled'
