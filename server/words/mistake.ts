/** Describes mistakes of a request other than its signature, as facts and in words. */
import type { Mistake } from '../wire.ts'
import { duration } from './duration.ts'
import { ageWords } from './verdict.ts'

type Facts<K extends keyof Mistake> = { [F in K]-?: NonNullable<Mistake[F]> }
const alone = { capture_id: null, times: null }

/** @param facts.answered the status of the earlier capture; 0 where nothing was answered */
export function duplicate(
  webhookId: string,
  facts: Facts<'capture_id' | 'times' | 'apart_us' | 'answered' | 'same_body'>,
): Mistake {
  const { capture_id, times, apart_us, answered, same_body } = facts
  const was =
    answered >= 200 && answered < 300
      ? `was answered ${answered}: a receiver must act on it once, and answer with success again`
      : `${answered === 0 ? 'got no answer' : `was answered ${answered}`}: this is the retry`
  const body = same_body ? '' : ' Its body differs from the earlier body.'
  const detail = `The id ${webhookId} arrived for the ${ordinal(times)} time, ${apart(apart_us)} after ${capture_id}, which ${was}.${body}`
  return { mistake: 'duplicate', detail, ...facts }
}

export const outOfOrder = (facts: Facts<'capture_id' | 'apart_us'>): Mistake => ({
  ...alone,
  mistake: 'out_of_order',
  detail: `This event happened ${apart(facts.apart_us)} before the event of ${facts.capture_id}, which is about the same object and arrived first. Order events by occurred_at, not by arrival.`,
  ...facts,
})

export const stale = (scheme: string, facts: Facts<'age_s' | 'limit_s'>): Mistake => ({
  ...alone,
  mistake: 'stale',
  detail: `The timestamp is ${ageWords(facts.age_s)}. The limit of the scheme ${scheme} is ${facts.limit_s} s.`,
  ...facts,
})

export const unknownEvent = (name: string, suggestion: string): Mistake => ({
  ...alone,
  mistake: 'unknown_event',
  detail: `The catalogue has no event ${name === '' ? 'without a name' : name}. ${suggestion}`,
})

/** An invalid field: a wrong value, or a name that the event does not have. */
export type Violation = { path: string } & ({ says: string } | { meant: string | undefined })
/** How many violations the message lists. */
export const toldViolations = 3

export function schemaViolation(event: string, violations: readonly Violation[]): Mistake {
  const told = violations.slice(0, toldViolations)
  const said = told.map((one) =>
    'says' in one
      ? `${one.path}: ${one.says}`
      : `${one.path}: ${event} has no such field${one.meant === undefined ? '' : `; did you mean ${one.meant}?`}`,
  )
  const more = violations.length - told.length
  const detail = `${said.join('; ')}${more > 0 ? `; and ${more} more` : ''}.`
  return { ...alone, mistake: 'schema_violation', detail, paths: told.map(({ path }) => path) }
}

/** A length of time in microseconds. */
const apart = (us: number) => (us < 1000 ? `${us} µs` : duration(us / 1000))

function ordinal(count: number): string {
  const ends: Record<number, string> = { 1: 'st', 2: 'nd', 3: 'rd' }
  const isTeen = count % 100 > 10 && count % 100 < 14
  return `${count}${isTeen ? 'th' : (ends[count % 10] ?? 'th')}`
}
