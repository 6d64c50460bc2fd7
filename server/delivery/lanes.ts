/** Keeps track in memory of each subscription's lane: its free places and its next due time. */
import type { Sent } from '../client/send.ts'
import type { Clock } from '../clock/clock.ts'

/** Ids of subscriptions. */
export type Lanes = Set<string> | 'all'

const both = (one: Lanes, other: Lanes): Lanes =>
  one === 'all' || other === 'all' ? 'all' : one.size === 0 ? other : new Set([...one, ...other])

/**
 * A refusal slower than this, such as from a machine that is off, costs other lanes nothing, and one at a time would delay
 * the lane. An immediate refusal may be noticed this late on a busy machine. Real time, ms.
 */
const atOnceMs = 500

/**
 * The state of the engine's lanes, one for each subscription: used places, which lanes to check, and when each has work. All
 * of it follows from the database and from what is under way.
 */
export function createLanes(clock: Pick<Clock, 'state'>) {
  const taken = new Map<string, number>()
  const dueAt = new Map<string, number>()
  /** Lanes to check in the next turn, and lanes of the current turn until its commit. */
  let wanted: Lanes = new Set()
  let looking: Lanes = new Set()

  /** Lanes for which the last turn had no capacity left. */
  let waiting: ReadonlySet<string> = new Set()

  /** Lanes whose receiver immediately refused the last connection. */
  const shut = new Set<string>()

  /** Lanes in which nothing may begin, for each work that asks for it. */
  const resting = new Set<{ lanes: Lanes }>()

  function want(id?: string) {
    if (id === undefined) wanted = 'all'
    else if (wanted !== 'all') wanted.add(id)
  }

  return {
    /** Runs `work` while nothing begins in these lanes. `work` may add lanes. */
    async whileResting<T>(lanes: Lanes, work: () => Promise<T>): Promise<T> {
      const mine = { lanes }
      resting.add(mine)
      try {
        return await work()
      } finally {
        resting.delete(mine)
      }
    },
    isResting: (id: string): boolean => [...resting].some(({ lanes }) => lanes === 'all' || lanes.has(id)),
    /**
     * Takes note of how attempts ended, in order. Dropped or interrupted attempts say nothing about the
     * receiver.
     */
    saw(id: string, sents: readonly Sent[]) {
      for (const { outcome, durationMs } of sents) {
        if (outcome.kind === 'refused' && durationMs < atOnceMs) shut.add(id)
        else if (outcome.kind !== 'dropped' && outcome.kind !== 'interrupted') shut.delete(id)
      }
    },
    /** A connection was made. Returns whether this frees places. */
    opens: (id: string): boolean => shut.delete(id),
    /**
     * How many more attempts may begin in a lane of this width. If nobody listens, one attempt at a time
     * finds out as well, and takes less time from other lanes. A manual clock has no such limit, since
     * simultaneous starts must not depend on real time.
     */
    free: (id: string, width: number): number =>
      (shut.has(id) && clock.state().mode === 'real' ? 1 : width) - (taken.get(id) ?? 0),
    take: (id: string) => void taken.set(id, (taken.get(id) ?? 0) + 1),
    leave(id: string) {
      const left = (taken.get(id) ?? 0) - 1
      if (left > 0) taken.set(id, left)
      else taken.delete(id)
    },
    /** Requests a check of a lane in the next turn. Without an id, of every lane. */
    want,
    areWanted: (): boolean => wanted === 'all' || wanted.size > 0,
    /**
     * Begins a check of the wanted lanes. A turn may run twice before its commit, and new requests may come
     * before it.
     */
    beginLook(): Lanes {
      looking = both(looking, wanted)
      wanted = new Set()
      return looking
    },
    /** Lanes in checking order. Lanes that were passed over last time come first, so that none starves. */
    inTurn: <Lane extends { id: string }>(all: readonly Lane[]): readonly Lane[] =>
      waiting.size === 0
        ? all
        : [...all.filter(({ id }) => waiting.has(id)), ...all.filter(({ id }) => !waiting.has(id))],
    /**
     * Stores the result: when each checked lane has work, or null for never or not before a place is free. A
     * wanted lane without a result no longer exists.
     */
    endLook(seen: ReadonlyMap<string, number | null>, passedOver: ReadonlySet<string>) {
      waiting = passedOver
      if (looking === 'all') dueAt.clear()
      else for (const id of looking) dueAt.delete(id)
      looking = new Set()
      for (const [id, due] of seen) {
        if (due === null) dueAt.delete(id)
        else dueAt.set(id, due)
      }
    },
    /** Requests a check of the lanes due at a time, and returns when the next other lane is due. */
    wantDue(now: number): number | null {
      let next: number | null = null
      for (const [id, due] of dueAt) {
        if (due <= now) want(id)
        else if (next === null || due < next) next = due
      }
      return next
    },
    forget() {
      taken.clear()
      dueAt.clear()
      shut.clear()
    },
  }
}
