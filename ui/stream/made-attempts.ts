/** The attempts of a listed delivery. */
import type { DeliveryEntry } from '../live/entries.ts'

/** Whether a line shows the pending attempt. An interrupted attempt has a number, but does not count as made. */
export const isAhead = ({ data, attempts }: DeliveryEntry, number: number): boolean =>
  data.state === 'retrying' && number > data.attempts_made && !attempts.has(number)

/** The known facts of an attempt. The delivery row describes the last attempt until the attempt itself is read. */
export function attemptOf({ data, attempts }: DeliveryEntry, number: number) {
  const read = attempts.get(number)
  if (number !== data.attempts_made || read?.outcome) return read
  const { last_outcome: outcome, last_duration_ms: duration_ms } = data
  return { outcome, duration_ms, started_at: read?.started_at ?? null }
}
