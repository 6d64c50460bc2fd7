import type { Sent } from '../client/send.ts'
import type { Clock } from '../clock/clock.ts'

/** Ids of subscriptions. */
export type Lanes = Set<string> | 'all'

const both = (one: Lanes, other: Lanes): Lanes =>
  one === 'all' || other === 'all' ? 'all' : one.size === 0 ? other : new Set([...one, ...other])

/**
 * A refusal that takes longer, such as of a machine that is off, takes nothing from others, and one after the other would hold
 * up a lane; one that comes at once may be read that late where much is under way. Real time, ms.
 */
const atOnceMs = 500

/**
 * What is known in memory of the engine's lanes, one a subscription: how many places are taken, which are to be looked at
 * and when each has something to start. All of it follows from the database and from what is under way.
 */
export function createLanes(clock: Pick<Clock, 'state'>) {
  const taken = new Map<string, number>()
  const dueAt = new Map<string, number>()
  /** To be looked at in the next turn, and by the turn that is being made, until it is committed. */
  let wanted: Lanes = new Set()
  let looking: Lanes = new Set()

  /** Those that the last turn had nothing left for. */
  let waiting: ReadonlySet<string> = new Set()

  /** Those whose receiver refused the last connection, at once. */
  const shut = new Set<string>()

  /** Those in which nothing begins meanwhile. */
  const resting = new Set<ReadonlySet<string>>()

  function want(id?: string) {
    if (id === undefined) wanted = 'all'
    else if (wanted !== 'all') wanted.add(id)
  }

  return {
    /** Does `work` while nothing begins in these lanes, to which it may add. */
    async whileResting<T>(lanes: ReadonlySet<string>, work: () => Promise<T>): Promise<T> {
      resting.add(lanes)
      try {
        return await work()
      } finally {
        resting.delete(lanes)
      }
    },
    isResting: (id: string): boolean => [...resting].some((lanes) => lanes.has(id)),
    /** Told how attempts ended, in their order. What was kept here or cut short says nothing of the receiver. */
    saw(id: string, sents: readonly Sent[]) {
      for (const { outcome, durationMs } of sents) {
        if (outcome.kind === 'refused' && durationMs < atOnceMs) shut.add(id)
        else if (outcome.kind !== 'dropped' && outcome.kind !== 'interrupted') shut.delete(id)
      }
    },
    /** A connection is made. Answers whether that makes places free. */
    opens: (id: string): boolean => shut.delete(id),
    /**
     * How many more may begin in a lane of this width. Where nobody listens, one at a time finds out as well as many do, and takes
     * less of the time that the other lanes share. On a clock that stands nobody is late, and what begins together must not
     * follow from real time.
     */
    free: (id: string, width: number): number =>
      (shut.has(id) && clock.state().mode === 'real' ? 1 : width) - (taken.get(id) ?? 0),
    take: (id: string) => void taken.set(id, (taken.get(id) ?? 0) + 1),
    leave(id: string) {
      const left = (taken.get(id) ?? 0) - 1
      if (left > 0) taken.set(id, left)
      else taken.delete(id)
    },
    /** Has a lane looked at in the next turn; without an id, every one. */
    want,
    areWanted: (): boolean => wanted === 'all' || wanted.size > 0,
    /** Begins a look at what is wanted. A turn may be made twice before it is committed, and new wishes may come before it is. */
    beginLook(): Lanes {
      looking = both(looking, wanted)
      wanted = new Set()
      return looking
    },
    /** Lanes in the order to look at them: those that were passed over last come first, so that none is every time. */
    inTurn: <Lane extends { id: string }>(all: readonly Lane[]): readonly Lane[] =>
      waiting.size === 0
        ? all
        : [...all.filter(({ id }) => waiting.has(id)), ...all.filter(({ id }) => !waiting.has(id))],
    /**
     * What was seen stands: when each lane that was looked at has something to start, null for never or not before a place
     * is free. One that was to be looked at and not seen is there no more.
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
    /** Wants the lanes that are due at a time, and answers when the next of the others is. */
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
