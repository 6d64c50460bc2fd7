/** Explains in words why a delivery or a subscription is in its state. */
import type { DeliveryReason, DisabledReason, Outcome } from '../wire.ts'
import { duration } from './duration.ts'
import { sayOutcome } from './outcome.ts'
import { plural } from './plural.ts'

type Failed = Extract<DeliveryReason, { code: 'attempt_failed' | 'gave_up' }>
type Unsent = Extract<
  DeliveryReason,
  { code: 'not_sent' | 'cut_short' | 'gone' | 'recipe_missing' | 'lost' | 'not_judged' }
>

/** The reason of a delivery's state, with the outcome of its newest attempt. */
export function sayReason(reason: DeliveryReason, last: Outcome | null): string {
  switch (reason.code) {
    case 'attempt_failed':
    case 'gave_up': {
      const outcome = outcomeOf(reason, last)
      return sayFailed(reason, outcome, outcome === null ? [] : [sayOutcome(outcome)])
    }
    case 'not_sent':
    case 'cut_short':
      return last === null ? unsent[reason.code] : sayOutcome(last)
    default:
      return sayAlone(reason)
  }
}

/** The reason without the newest outcome, for output that shows the outcome; undefined if nothing remains. */
export function sayReasonBeside(reason: DeliveryReason, last: Outcome | null): string | undefined {
  switch (reason.code) {
    case 'attempt_failed':
    case 'gave_up':
      return sayFailed(reason, outcomeOf(reason, last), []) || undefined
    case 'not_sent':
    case 'cut_short':
      return undefined
    default:
      return sayAlone(reason)
  }
}

const outcomeOf = ({ status }: Failed, last: Outcome | null): Outcome | null =>
  status === undefined ? last : { kind: 'responded', status }

/** A failure: attempts, outcome, then notes. */
function sayFailed(reason: Failed, outcome: Outcome | null, said: string[]): string {
  const { counted, asked_ms, waits_ms, retry_after } = reason
  const gaveUp = reason.code === 'gave_up' ? [`gave up after ${plural(reason.attempts, 'attempt')}`] : []
  const status = outcome?.kind === 'responded' ? outcome.status : 0
  const notes = [
    status >= 300 && status < 400 && status !== 304 && counted === undefined
      ? 'redirects are not followed'
      : undefined,
    counted && `only ${listed(counted)} as delivered (delivery.success)`,
    retry_after !== undefined
      ? `the sandbox ignores Retry-After ${JSON.stringify(retry_after)}: neither whole seconds nor an HTTP date`
      : undefined,
    asked_ms !== undefined
      ? `the receiver asked to wait ${duration(asked_ms)}${waits_ms === undefined ? '' : `, and the sandbox waits at most ${duration(waits_ms)}`}`
      : undefined,
  ]
  return [[...gaveUp, ...said].join(': '), ...notes].filter((one) => one).join('; ')
}

function listed(statuses: readonly number[]): string {
  const [last, ...others] = statuses.toReversed()
  return others.length === 0 ? `${last} counts` : `${others.toReversed().join(', ')} and ${last} count`
}

const unsent: Record<Unsent['code'], string> = {
  not_sent: 'not sent',
  cut_short: 'cut short',
  gone: 'HTTP 410: the receiver is gone for good',
  recipe_missing:
    'cannot be sent: the configuration has no recipe for the scheme custom; set signing.custom and resend the delivery',
  lost: 'the fault kept a complete request from arriving',
  not_judged: 'the fault kept any complete request from arriving, so the receiver is not judged',
}

function sayAlone(reason: Exclude<DeliveryReason, Failed>): string {
  switch (reason.code) {
    case 'copy_sent':
      return `copy ${reason.copy} of ${reason.copies} was sent, as the fault requires`
    case 'refused':
      return `HTTP ${reason.status}: the receiver refused the request, as it should`
    case 'may_refuse':
      return `HTTP ${reason.status}: the receiver refused the request, which is allowed`
    case 'wrongly_accepted':
      return `HTTP ${reason.status}: the receiver accepted a request that it should refuse`
    case 'cancelled_by_hand':
      return 'cancelled by hand'
    case 'subscription_deleted':
      return 'the subscription was deleted'
    case 'subscription_disabled':
      return `the subscription was disabled${reason.by === null ? '' : `: ${sayDisabled(reason.by)}`}`
    case 'unsendable':
      return `cannot be sent: ${reason.text}`
    case 'earlier':
      return reason.text
    default:
      return unsent[reason.code]
  }
}

/** Why the sandbox disabled a subscription. */
export function sayDisabled(reason: DisabledReason): string {
  switch (reason.code) {
    case 'gone':
      return 'its receiver answered 410 Gone'
    case 'given_up_in_a_row':
      return `${plural(reason.count, 'delivery was', 'deliveries in a row were')} given up`
    case 'handshake_failed':
      return 'its receiver has not passed the handshake'
    case 'recipe_missing':
      return 'the configuration has no recipe for the scheme custom (signing.custom)'
    case 'earlier':
      return reason.text
  }
}
