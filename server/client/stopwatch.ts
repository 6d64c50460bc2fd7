/** Measures the phases of an attempt. */
import type { Outside } from '../outside.ts'
import type { Outcome } from '../wire.ts'
import { noPhases, type Phases } from './message.ts'

type Cut = Pick<Extract<Outcome, { kind: 'timed_out' }>, 'phase' | 'during'>

export type Stage = 'dns' | 'connect' | 'tls' | 'send' | 'wait' | 'read'

/** The timeout outcome of each stage. */
const timeouts: Record<Stage, Cut> = {
  dns: { phase: 'connecting', during: 'dns' },
  connect: { phase: 'connecting' },
  tls: { phase: 'connecting', during: 'tls' },
  send: { phase: 'sending' },
  wait: { phase: 'waiting' },
  read: { phase: 'reading' },
}

const toMicroseconds = (ms: number) => Math.round(ms * 1000) / 1000

/** Measures an attempt. Exactly one stage is active at a time, and all stages add up to the whole. */
export function startStopwatch(outside: Outside) {
  const began = outside.elapsed()
  let since = began
  let stage: Stage | undefined
  const phases = { ...noPhases }

  /** Records the active stage and returns the time. */
  function close(): number {
    const now = outside.elapsed()
    if (stage === undefined) return now
    const took = `${stage}_ms` as const
    // A second connection adds to the time of the first.
    phases[took] = toMicroseconds((phases[took] ?? 0) + now - since)
    return now
  }

  return {
    /** Begins a stage. The time before the first stage counts as part of it. */
    enter(next: Stage) {
      const now = close()
      if (stage !== undefined) since = now
      stage = next
    },
    /** The active stage did not count: its time goes to the next stage. */
    takeBack() {
      stage = undefined
    },
    /** The active stage, as a timeout outcome. */
    underWay: (): Cut => timeouts[stage ?? 'connect'],
    /** Ends the active stage. Called once. */
    stop(): { durationMs: number; phases: Phases } {
      return { durationMs: toMicroseconds(close() - began), phases }
    },
  }
}
