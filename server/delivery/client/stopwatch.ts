import type { Outside } from '../../outside.ts'
import type { Outcome } from '../../wire.ts'
import type { Phases } from './message.ts'

export type Stage = 'dns' | 'connect' | 'tls' | 'send' | 'wait' | 'read'

const phaseOf = {
  dns: 'connecting',
  connect: 'connecting',
  tls: 'connecting',
  send: 'sending',
  wait: 'waiting',
  read: 'reading',
} as const satisfies Record<Stage, Extract<Outcome, { kind: 'timed_out' }>['phase']>

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
    // A second connection adds to what the first one took.
    if (stage !== undefined)
      phases[`${stage}_ms`] = toMicroseconds((phases[`${stage}_ms`] ?? 0) + now - since)
    return now
  }

  return {
    /** Begins a stage. What comes before the first one is counted as its beginning. */
    enter(next: Stage) {
      const now = close()
      if (stage !== undefined) since = now
      stage = next
    },
    /** The phase under way, in the words of a timeout. */
    phase: () => phaseOf[stage ?? 'connect'],
    /** Ends the stage under way; called once. */
    stop(): { durationMs: number; phases: Phases } {
      return { durationMs: toMicroseconds(close() - began), phases }
    },
  }
}
