/** Says what happened to a delivery in one line, and which fault the sandbox sent on purpose. */
import type { Attempt, Delivery, DeliveryRow, Outcome } from '../wire.ts'
import { duration } from './duration.ts'
import { sayOutcome } from './outcome.ts'
import { sayReasonBeside } from './reason.ts'

const mostQuoted = 80

/** The first line of a response, in quotes; undefined where the body is empty, no text or a page of HTML. */
export function quoted(response: Attempt['response']): string | undefined {
  if (response === null || response.body_base64 !== null) return undefined
  const [line = ''] = response.body.trim().split(/\r?\n/, 1)
  if (line === '' || line.startsWith('<')) return undefined
  return `"${line.length > mostQuoted ? `${line.slice(0, mostQuoted - 1)}…` : line}"`
}

/** Such as `HTTP 401 "invalid signature"`. */
function sayAnswer(outcome: Outcome, response: Attempt['response']): string {
  const words = outcome.kind === 'responded' ? quoted(response) : undefined
  return words === undefined ? sayOutcome(outcome) : `${sayOutcome(outcome)} ${words}`
}

/** @param response of the newest attempt that has ended, where it is known */
export function deliveryHeadline(row: DeliveryRow, response: Attempt['response'] = null): string {
  const { event, url, state, last_outcome: last, last_duration_ms, reason_facts } = row
  const answer = last === null ? undefined : sayAnswer(last, response)
  const spent = last_duration_ms === null ? '' : ` in ${duration(last_duration_ms)}`
  const beside = reason_facts === null ? undefined : sayReasonBeside(reason_facts, last)
  const why = beside === undefined ? '' : ` (${beside})`
  const said = {
    pending: 'waiting to be sent',
    sending: 'waiting for the response',
    succeeded: `${answer}${spent}${why}`,
    retrying: `${answer}${spent}${why}`,
    failed: `${answer ?? 'failed'}${spent}${why}`,
    cancelled: `cancelled${why}`,
    refused: `refused with ${answer}${spent}, ${reason_facts?.code === 'may_refuse' ? 'which is allowed' : 'as it should be'}`,
    wrongly_accepted: `accepted with ${answer}${spent}, but your receiver should refuse it`,
  }[state]
  return `${event} → ${url.replace(/^http:\/\//, '')}: ${said}`
}

/** Why a delivery was not judged, and what to do. */
export const whyNotJudged =
  'The fault kept every attempt from arriving. Without sticky the sandbox sends a retry without the fault.'

/** Which fault the sandbox sent on purpose, and what the fault changed; undefined where there was none. */
export function sentOnPurpose({ attempts }: Pick<Delivery, 'attempts'>): string | undefined {
  const attempt = attempts.findLast(({ fault }) => fault !== null)
  if (attempt === undefined) return undefined
  const changes = attempt.changes.map(({ fault, detail }) => `${fault}: ${detail}`)
  const which = attempts.length === 1 ? '' : ` in attempt ${attempt.number}`
  return `Sent on purpose${which}: ${changes.length === 0 ? attempt.fault : changes.join('; ')}`
}
