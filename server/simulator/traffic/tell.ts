/** Announces the progress of simulated traffic. */
import type { Clock } from '../../clock/clock.ts'
import type { Transaction } from '../../database/writer.ts'
import type { Outside } from '../../outside.ts'
import type { Traffic } from '../../wire.ts'
import { toIso, toIsoOrNull } from '../../words/time.ts'
import type { Meter } from './meter.ts'
import { endOf, type TrafficState } from './state.ts'

/** How often running traffic is announced. Real time, ms. */
const everyMs = 1000

const never: Omit<Traffic, 'per_second'> = {
  id: null,
  running: false,
  rate: 0,
  shape: 'steady',
  events: {},
  seed: 0,
  for_ms: null,
  count: null,
  subscription_id: null,
  fault: null,
  started_at: null,
  ends_at: null,
  ended_at: null,
  sent: 0,
  refused: 0,
  deliveries: 0,
  succeeded: 0,
  failed: 0,
  lag_ms: { last: 0, max: 0 },
}

function trafficWire(state: TrafficState | null): Omit<Traffic, 'per_second'> {
  if (state === null) return never
  const {
    forMs,
    subscriptionId,
    startedAt,
    endedAt,
    lagMs,
    origin: _,
    next: __,
    offset: ___,
    ...same
  } = state
  return {
    // In the order of the fields.
    ...never,
    ...same,
    for_ms: forMs,
    subscription_id: subscriptionId,
    started_at: toIso(startedAt),
    ends_at: toIsoOrNull(endOf(state)),
    ended_at: toIsoOrNull(endedAt),
    lag_ms: lagMs,
  }
}

/**
 * Announces traffic: on a real clock about once a second while something changes. On a manual clock nothing may depend on
 * real time, so the announcement comes when all work has settled, and about once a second of the moving clock.
 */
export function createTeller(needs: {
  clock: Clock
  outside: Outside
  meter: Meter
  current(): TrafficState | null
  /** Stores the state, and calls `tellIn`. */
  write(): void
}) {
  const { clock, outside, meter, current, write } = needs
  let untold = false
  let toldAt = 0
  let cancel: (() => void) | undefined
  let stopped = false

  const isManual = () => clock.state().mode === 'manual'
  const isRunning = () => current()?.running ?? false

  function plan() {
    if (stopped || isManual()) return
    cancel ??= outside.after(everyMs, () => {
      cancel = undefined
      const moves = isRunning() && meter.moves()
      if (untold || moves) write()
      if (moves) plan()
    })
  }

  /** The current state, formatted when needed. */
  function stands(state: TrafficState | null): () => Traffic {
    const perSecond = state === null ? () => [] : meter.perSecond(state.id)
    return () => ({ ...trafficWire(state), per_second: perSecond() })
  }

  return {
    wire: (state: TrafficState | null): Traffic => stands(state)(),
    /** Announces the state with the commit of a transaction. */
    tellIn(tx: Transaction, state: TrafficState | null) {
      tx.announce('traffic', stands(state))
      tx.afterCommit(() => {
        untold = false
        toldAt = clock.now()
      })
    },
    /** Called when a count changed. */
    changed() {
      if (stopped) return
      untold = true
      const isDrained = meter.open() === 0
      if (isManual()) {
        if (isDrained && !(clock.isMoved() && clock.now() - toldAt < everyMs * 1000)) write()
      } else if (isDrained && !isRunning()) write()
      else plan()
    },
    /** Called when the clock has been moved. */
    rested() {
      if (untold && isManual()) write()
    },
    stop() {
      stopped = true
      cancel?.()
    },
  }
}
