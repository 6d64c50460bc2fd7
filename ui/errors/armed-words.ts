import type { ArmedError } from '../../server/wire.ts'
import { duration } from '../../server/words/duration.ts'
import { count, many } from '../kit/format.ts'

/** Fired as often as it may: it stays listed and does nothing more. */
export const isSpent = ({ times, fired }: Pick<ArmedError, 'times' | 'fired'>): boolean =>
  times !== null && fired >= times

/** What a matching call gets. */
export function armedWhat({
  code,
  status,
  outcome,
}: Pick<ArmedError, 'code' | 'status' | 'outcome'>): string {
  if (code !== null) return code
  if (outcome !== null) return outcome === 'reset' ? 'connection reset' : 'no answer'
  return `${status} without a code`
}

/** Which calls it is for. */
export function armedFor({ method, path, identity }: ArmedError): string {
  const calls = path === null ? `any ${method ?? 'call'}` : [method, path].filter(Boolean).join(' ')
  return identity === null ? calls : `${calls} as ${identity}`
}

/** On which of those calls it fires, how late, and where it comes from if nobody armed it by hand; empty for each of them at once. */
export function armedHow({ times, after, probability, delay_ms, source }: ArmedError): string {
  return [
    times !== null && (times === 1 ? 'once' : `${count(times)} times`),
    after > 0 && `after ${many(after, 'call')}`,
    probability !== null && `with probability ${probability}`,
    delay_ms > 0 && `${duration(delay_ms)} late`,
    source === 'config' && 'from the config',
  ]
    .filter((part) => part !== false)
    .join(' · ')
}

/** How often it has fired, of how many times it may. */
export function armedTally({ fired, times, matched }: ArmedError): string {
  const of = times === null ? '' : ` of ${count(times)}`
  return `fired ${count(fired)}${of} · matched ${count(matched)}`
}

/** What is left of one that was disarmed, as an order that arms it again; null where nothing is. */
export const armedAgain = (armed: ArmedError) =>
  isSpent(armed)
    ? null
    : armedAnew({
        ...armed,
        times: armed.times === null ? null : armed.times - armed.fired,
        after: Math.max(0, armed.after - armed.matched),
      })

/** An order that arms the same once more. */
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

/** Whether the answer was arranged, and by what. */
export function armedWords(armed: string): string {
  return armed === 'header' ? 'armed by the header Sandbox-Error' : `armed by ${armed}`
}
