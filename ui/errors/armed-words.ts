/** Words for armed errors. */
import type { ArmedError } from '../../server/wire.ts'
import { duration } from '../../server/words/duration.ts'
import { count, many } from '../kit/format.ts'
import { isErrorSpent } from '../live/spent.ts'

/** The response of a matching call. */
export function armedWhat({
  code,
  status,
  outcome,
}: Pick<ArmedError, 'code' | 'status' | 'outcome'>): string {
  if (code !== null) return code
  if (outcome !== null) return outcome === 'reset' ? 'connection reset' : 'no response'
  return `${status} without a code`
}

/** The calls that match. */
export function armedFor({ method, path, identity }: ArmedError): string {
  const calls = path === null ? `any ${method ?? 'call'}` : [method, path].filter(Boolean).join(' ')
  return identity === null ? calls : `${calls} as ${identity}`
}

/** The limits of an armed error: uses, skipped calls, probability, delay and source. Empty without limits. */
export function armedHow({ times, after, probability, delay_ms, source }: ArmedError): string {
  return [
    times !== null && (times === 1 ? 'once' : `${count(times)} times`),
    after > 0 && `after ${many(after, 'call')}`,
    probability !== null && `with probability ${probability}`,
    delay_ms > 0 && `${duration(delay_ms)} late`,
    source === 'config' && 'from the configuration',
  ]
    .filter((part) => part !== false)
    .join(' · ')
}

/** The number of uses so far. */
export function armedTally({ fired, times, matched }: ArmedError): string {
  const of = times === null ? '' : ` of ${count(times)}`
  return `fired ${count(fired)}${of} · matched ${count(matched)}`
}

/** The order that arms the remaining uses of a disarmed error; null if none remain. */
export const armedAgain = (armed: ArmedError) =>
  isErrorSpent(armed)
    ? null
    : armedAnew({
        ...armed,
        times: armed.times === null ? null : armed.times - armed.fired,
        after: Math.max(0, armed.after - armed.matched),
      })

/** The order that arms the same error again. */
export function armedAnew(armed: ArmedError) {
  const { code, status, body, outcome, method, path, identity, times, after, probability, delay_ms } = armed
  const order = {
    code,
    status,
    body: status === null ? null : body,
    outcome,
    method,
    path,
    identity,
    times,
    after: after || null,
    probability,
    delay_ms: delay_ms || null,
  }
  return Object.fromEntries(Object.entries(order).filter(([, value]) => value !== null))
}

/** The source of an armed response. */
export function armedWords(armed: string): string {
  return armed === 'header' ? 'armed by the Sandbox-Error header' : `armed by ${armed}`
}
