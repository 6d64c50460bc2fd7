import type { Outside } from '../../outside.ts'
import type { Outcome } from '../../wire.ts'
import type { Phases } from './message.ts'

export type Stage = 'dns' | 'connect' | 'tls' | 'send' | 'wait' | 'read'

/** Where the time of a stage is written down, and what it is in the words of a timeout. */
const stages = {
  dns: { took: 'dns_ms', phase: 'resolving' },
  connect: { took: 'connect_ms', phase: 'connecting' },
  tls: { took: 'tls_ms', phase: 'handshaking' },
  send: { took: 'send_ms', phase: 'sending' },
  wait: { took: 'wait_ms', phase: 'waiting' },
  read: { took: 'read_ms', phase: 'reading' },
} as const satisfies Record<
  Stage,
  { took: keyof Phases; phase: Extract<Outcome, { kind: 'timed_out' }>['phase'] }
>

const toMicroseconds = (ms: number) => Math.round(ms * 1000) / 1000

/** Times an attempt: one stage is under way at any moment, and what they took makes up the whole. */
export function startStopwatch(outside: Outside) {
  const began = outside.elapsed()
  let since = began
  let stage: Stage | undefined
  const phases: Phases = {
    dns_ms: null,
    connect_ms: null,
    tls_ms: null,
    send_ms: null,
    wait_ms: null,
    read_ms: null,
  }

  /** Writes down the stage under way and answers the time. */
  function close(): number {
    const now = outside.elapsed()
    if (stage === undefined) return now
    const { took } = stages[stage]
    // A second connection adds to what the first one took.
    phases[took] = toMicroseconds((phases[took] ?? 0) + now - since)
    return now
  }

  return {
    /** Begins a stage. What comes before the first one is counted as its beginning. */
    enter(next: Stage) {
      const now = close()
      if (stage !== undefined) since = now
      stage = next
    },
    /** The stage under way was none: its time counts as the beginning of the next. */
    takeBack() {
      stage = undefined
    },
    /** The phase under way, in the words of a timeout. */
    phase: () => stages[stage ?? 'connect'].phase,
    /** Ends the stage under way; called once. */
    stop(): { durationMs: number; phases: Phases } {
      return { durationMs: toMicroseconds(close() - began), phases }
    },
  }
}
