import type { Outside } from '../outside.ts'
import type { Outcome } from '../wire.ts'
import type { Phases } from './message.ts'

type Cut = Pick<Extract<Outcome, { kind: 'timed_out' }>, 'phase' | 'during'>

export type Stage = 'dns' | 'connect' | 'tls' | 'send' | 'wait' | 'read'

/** Where the time of a stage is written down, and what it is in the words of a timeout. */
const stages: Record<Stage, { took: keyof Phases; timeout: Cut }> = {
  dns: { took: 'dns_ms', timeout: { phase: 'connecting', during: 'dns' } },
  connect: { took: 'connect_ms', timeout: { phase: 'connecting' } },
  tls: { took: 'tls_ms', timeout: { phase: 'connecting', during: 'tls' } },
  send: { took: 'send_ms', timeout: { phase: 'sending' } },
  wait: { took: 'wait_ms', timeout: { phase: 'waiting' } },
  read: { took: 'read_ms', timeout: { phase: 'reading' } },
}

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
    /** What is under way, in the words of a timeout. */
    underWay: (): Cut => stages[stage ?? 'connect'].timeout,
    /** Ends the stage under way; called once. */
    stop(): { durationMs: number; phases: Phases } {
      return { durationMs: toMicroseconds(close() - began), phases }
    },
  }
}
