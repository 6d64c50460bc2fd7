import type { Outside } from '../outside.ts'
import type { Outcome } from '../wire.ts'
import { noPhases, type Phases } from './message.ts'

type Cut = Pick<Extract<Outcome, { kind: 'timed_out' }>, 'phase' | 'during'>

export type Stage = 'dns' | 'connect' | 'tls' | 'send' | 'wait' | 'read'

/** What a timeout says about each stage. */
const timeouts: Record<Stage, Cut> = {
  dns: { phase: 'connecting', during: 'dns' },
  connect: { phase: 'connecting' },
  tls: { phase: 'connecting', during: 'tls' },
  send: { phase: 'sending' },
  wait: { phase: 'waiting' },
  read: { phase: 'reading' },
}

const toMicroseconds = (ms: number) => Math.round(ms * 1000) / 1000

/** Times an attempt: one stage is under way at any moment, and what they took makes up the whole. */
export function startStopwatch(outside: Outside) {
  const began = outside.elapsed()
  let since = began
  let stage: Stage | undefined
  const phases = { ...noPhases }

  /** Writes down the stage under way and answers the time. */
  function close(): number {
    const now = outside.elapsed()
    if (stage === undefined) return now
    const took = `${stage}_ms` as const
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
    underWay: (): Cut => timeouts[stage ?? 'connect'],
    /** Ends the stage under way; called once. */
    stop(): { durationMs: number; phases: Phases } {
      return { durationMs: toMicroseconds(close() - began), phases }
    },
  }
}
