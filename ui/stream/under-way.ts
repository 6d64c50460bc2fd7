import type { AttemptRow } from '../../server/wire.ts'
import { clock, ownSecond, sandboxNow } from '../live/clock.ts'

/** The number of the attempt after which a delivery is given up: one that was cut short has a number of its own, and does not count. */
export const lastNumber = (attemptsMax: number, attempts: readonly Pick<AttemptRow, 'outcome'>[]): number =>
  attemptsMax + attempts.filter(({ outcome }) => outcome?.kind === 'interrupted').length

/** When the page first heard of each attempt that is under way, by its own clock, ms. */
const heardAt = new Map<string, number>()

/** Notes when this attempt was first heard of, which may be now. */
function hear(id: string): number {
  const at = heardAt.get(id) ?? performance.now()
  heardAt.set(id, at)
  return at
}

/** Notes attempts that begin, and forgets those that have ended. */
export function noteAttempts(attempts: readonly Pick<AttemptRow, 'id' | 'outcome'>[]): void {
  for (const { id, outcome } of attempts)
    if (outcome !== null) heardAt.delete(id)
    else hear(id)
}

/**
 * For how many whole seconds an attempt has been waiting. The sandbox's clock may stand or run fast, and
 * sockets do not wait by it: then it is the reader's own time since the page heard of the attempt. It is told as of the second
 * that the page counts, so that what is drawn anew within that says no more than what stands beside it.
 */
export function waitedSeconds({ id, started_at }: Pick<AttemptRow, 'id' | 'started_at'>): number {
  const now = ownSecond.value * 1000
  const { mode, speed } = clock.value ?? { mode: 'real', speed: 1 }
  const isOurTime = mode === 'real' && speed === 1
  const ms = isOurTime ? sandboxNow(now) - Date.parse(started_at) : now - hear(id)
  return Math.max(0, Math.floor(ms / 1000))
}
