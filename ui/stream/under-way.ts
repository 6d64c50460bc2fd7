/** Tracks how long attempts under way have been waiting. */
import type { AttemptRow } from '../../server/wire.ts'
import { clock, ownSecond, sandboxNow } from '../live/clock.ts'
import type { DeliveryEntry } from '../live/entries.ts'

/** The number of the last attempt before a delivery is given up. An interrupted attempt has a number, but does not count. */
export const lastNumber = (attemptsMax: number, attempts: readonly Pick<AttemptRow, 'outcome'>[]): number =>
  attemptsMax + attempts.filter(({ outcome }) => outcome?.kind === 'interrupted').length

/** The number of the newest attempt of a listed delivery, and of the last one that it may have. */
export const triesOf = ({ data, attempts }: DeliveryEntry) => ({
  made: Math.max(data.attempts_made, ...attempts.keys()),
  most: lastNumber(data.attempts_max, [...attempts.values()]),
})

/** When the page first saw each attempt under way, by its own clock, ms. */
const heardAt = new Map<string, number>()

/** The time this attempt was first seen, which may be now. */
function hear(id: string): number {
  const at = heardAt.get(id) ?? performance.now()
  heardAt.set(id, at)
  return at
}

/** Records attempts that start, and forgets attempts that ended. */
export function noteAttempts(attempts: readonly Pick<AttemptRow, 'id' | 'outcome'>[]): void {
  for (const { id, outcome } of attempts)
    if (outcome !== null) heardAt.delete(id)
    else hear(id)
}

/**
 * The whole seconds an attempt has been waiting. If the sandbox's clock is stopped or accelerated, the page counts its own
 * time: sockets do not wait by the sandbox's clock. The value changes only with the page's second, so all parts of the page
 * agree.
 */
export function waitedSeconds({ id, started_at }: Pick<AttemptRow, 'id' | 'started_at'>): number {
  const now = ownSecond.value * 1000
  const { mode, speed } = clock.value ?? { mode: 'real', speed: 1 }
  const isOurTime = mode === 'real' && speed === 1
  const ms = isOurTime ? sandboxNow(now) - Date.parse(started_at) : now - hear(id)
  return Math.max(0, Math.floor(ms / 1000))
}
