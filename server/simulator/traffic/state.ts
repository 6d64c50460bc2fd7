/** Describes and stores the state of simulated traffic. */
import { storedJson } from '../../database/columns.ts'
import type { Settings } from '../../database/facts.ts'
import type { Weights } from './mix.ts'
import { arrivalAt, type Rhythm } from './schedule.ts'

/** The order for a traffic. */
export interface TrafficPlan extends Rhythm {
  events: Weights
  forMs: number | null
  count: number | null
  subscriptionId: string | null
  /** In the grammar of faults. */
  fault: string | null
}

/** A traffic and its progress. Times are in microseconds on the sandbox's clock. */
export interface TrafficState extends TrafficPlan {
  id: string
  running: boolean
  startedAt: number
  endedAt: number | null
  /** The time from which arrivals count: the start, moved when the clock jumps. */
  origin: number
  /** The number of the next arrival, from 0, and its time after `origin`. */
  next: number
  offset: number
  sent: number
  refused: number
  deliveries: number
  succeeded: number
  failed: number
  lagMs: { last: number; max: number }
}

/** The counts of ended deliveries. */
export type Ends = Pick<TrafficState, 'succeeded' | 'failed'>

export const begun = (plan: TrafficPlan, { id, now }: { id: string; now: number }): TrafficState => ({
  ...plan,
  id,
  running: true,
  startedAt: now,
  endedAt: null,
  origin: now,
  next: 0,
  offset: arrivalAt(plan, 0, 0),
  sent: 0,
  refused: 0,
  deliveries: 0,
  succeeded: 0,
  failed: 0,
  lagMs: { last: 0, max: 0 },
})

/** When its time is over. Null if only a count or nothing limits it. */
export const endOf = ({ origin, forMs }: TrafficState): number | null =>
  forMs === null ? null : origin + forMs * 1000

/** When it has work: its next arrival, or its end. */
export function dueAt(state: TrafficState): number | null {
  if (!state.running) return null
  const arrival = state.origin + Math.floor(state.offset)
  return Math.min(arrival, endOf(state) ?? arrival)
}

export const ended = (state: TrafficState, at: number): TrafficState => ({
  ...state,
  running: false,
  endedAt: at,
})

/** Whether its next arrival would come after its end. */
export const isOver = ({ offset, forMs }: TrafficState): boolean => forMs !== null && offset >= forMs * 1000

/** Advances by one arrival. */
export const stepped = (state: TrafficState): Pick<TrafficState, 'next' | 'offset'> => ({
  next: state.next + 1,
  offset: arrivalAt(state, state.next + 1, state.offset),
})

/** Stores the newest traffic. */
export const createTrafficStore = (settings: Settings) => ({
  read(): TrafficState | null {
    const text = settings.get('traffic')
    return text === undefined ? null : storedJson(text)
  },
  write: (state: TrafficState | null) => settings.set('traffic', JSON.stringify(state)),
})
