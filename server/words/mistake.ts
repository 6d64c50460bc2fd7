/** What is wrong with a request beside its signature: each mistake as facts, with its words. */
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
  const body = same_body ? '' : ' Its body is another one than then.'
  const detail = `The id ${webhookId} comes here the ${ordinal(times)} time, ${apart(apart_us)} after ${capture_id}, which ${was}.${body}`
  return { mistake: 'duplicate', detail, ...facts }
}

export const outOfOrder = (facts: Pick<Mistake, 'capture_id'> & Facts<'apart_us'>): Mistake => ({
  ...alone,
  mistake: 'out_of_order',
  detail: `It happened ${apart(facts.apart_us)} before the event of ${facts.capture_id ?? 'an earlier capture'}, which came here first: order by occurred_at, not by arrival.`,
  ...facts,
})

export const stale = (scheme: string, facts: Facts<'age_s' | 'limit_s'>): Mistake => ({
  ...alone,
  mistake: 'stale',
  detail: `Its timestamp is ${ageWords(facts.age_s)}; the limit of the scheme ${scheme} is ${facts.limit_s} s.`,
  ...facts,
})

export const unknownEvent = (name: string, suggestion: string): Mistake => ({
  ...alone,
  mistake: 'unknown_event',
  detail: `The catalogue has no event ${name === '' ? 'without a name' : name}. ${suggestion}`,
})

/** A member that does not fit: what is wrong with its value, or that the event has no member of its name. */
export type Violation = { path: string } & ({ says: string } | { meant: string | undefined })
/** How many violations are told one by one. */
export const toldViolations = 3

export function schemaViolation(event: string, violations: readonly Violation[]): Mistake {
  const told = violations.slice(0, toldViolations)
  const said = told.map((one) =>
    'says' in one
      ? `${one.path}: ${one.says}`
      : `${one.path}: ${event} has no such member${one.meant === undefined ? '' : `; did you mean ${one.meant}?`}`,
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
