/** Says what happened to a delivery in one line, and which fault the sandbox sent on purpose. */
import type { Attempt, Delivery, DeliveryRow, Outcome } from '../wire.ts'
import { duration } from './duration.ts'
import { sayOutcome } from './outcome.ts'
import { sayReasonBeside } from './reason.ts'
import { statusWords } from './status.ts'

const mostQuoted = 80

/**
 * The receiver's own words in quotes: the message of a JSON body, else the first line. Undefined where the body is empty, no
 * text or a page of HTML.
 */
export function quoted(response: Pick<Answer, 'body' | 'body_base64'> | null): string | undefined {
  if (response === null || response.body_base64 !== null) return undefined
  const text = response.body.trim()
  const [line = ''] = (messageIn(text) ?? text).trim().split(/\r?\n/, 1)
  if (line === '' || line.startsWith('<')) return undefined
  return `"${line.length > mostQuoted ? `${line.slice(0, mostQuoted - 1)}…` : line}"`
}
type Answer = NonNullable<Attempt['response']>

/** The message of an error in JSON. A problem report (RFC 9457) has a title and a detail. */
function messageIn(text: string): string | undefined {
  if (!text.startsWith('{')) return undefined
  try {
    return messageOf(JSON.parse(text))
  } catch {
    return undefined
  }
}

function messageOf(value: unknown): string | undefined {
  if (typeof value === 'string') return value
  if (Array.isArray(value)) return messageOf(value[0])
  if (typeof value !== 'object' || value === null) return undefined
  const fields = new Map(Object.entries(value).map(([name, field]) => [name.toLowerCase(), field]))
  const told = ['title', 'detail'].flatMap((name) => messageOf(fields.get(name)) ?? [])
  if (told.length > 0) return told.join(': ')
  for (const name of ['message', 'error', 'errors']) {
    const found = messageOf(fields.get(name))
    if (found !== undefined) return found
  }
  return undefined
}

/** An outcome with the name of its status and the receiver's own words, such as `HTTP 401 Unauthorized "invalid signature"`. */
export function sayAnswer(outcome: Outcome, response: Parameters<typeof quoted>[0]): string {
  if (outcome.kind !== 'responded') return sayOutcome(outcome)
  const words = quoted(response)
  return `HTTP ${statusWords(outcome.status)}${words === undefined ? '' : ` ${words}`}`
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

/** What a fault did, as a headline. */
const deeds: Readonly<Record<string, string>> = {
  'tamper(body)': 'Tampered on purpose: one byte of the body',
  'tamper(header)': 'Tampered on purpose: the time or the id in the headers',
  'tamper(signature)': 'Tampered on purpose: one character of the signature',
  wrong_secret: 'Signed on purpose with a secret that no receiver has',
  unsigned: 'Sent on purpose without a signature',
  skew: 'Signed on purpose with a wrong time',
  replay: 'Sent again on purpose: an earlier event',
  duplicate: 'Sent more than once on purpose',
  drop: 'Lost on purpose: the receiver sees nothing',
  truncate: 'Cut short on purpose: only a part of the body was sent',
}
/** The faults that a verifier refuses. A failed verdict has no other cause. */
const spoiling = /^(?:tamper|wrong_secret|unsigned|skew|replay)\b/

/** These change only what is signed, so a request without a signature stays as it was. */
const ofSignature: readonly string[] = ['tamper(signature)', 'wrong_secret', 'skew']

type Touched = Pick<Attempt, 'fault' | 'fault_parts' | 'signed_content'>

/** Whether the fault of an attempt explains why its signature is refused. */
export const isSpoilt = ({ fault_parts }: Pick<Touched, 'fault_parts'>): boolean =>
  fault_parts?.some(({ name }) => spoiling.test(name)) === true

/** What the sandbox did to an attempt on purpose, as a headline; undefined where there was no fault. */
export function onPurpose({ fault, fault_parts, signed_content }: Touched): string | undefined {
  if (fault === null) return undefined
  const done = (fault_parts ?? []).flatMap(({ name, text }) => {
    const isIdle = signed_content === null && ofSignature.includes(name)
    return name === 'sticky' ? [] : [{ text, deed: isIdle ? undefined : deeds[name] }]
  })
  const plain = done.flatMap(({ text, deed }) => (deed === undefined ? text : []))
  return [
    ...done.flatMap(({ deed }) => deed ?? []),
    ...(plain.length === 0 ? [] : [`Sent on purpose with ${plain.join(' and ')}`]),
  ].join('; ')
}

/** The headline of a delivery's fault and what the fault changed; undefined where there was none. */
export function sentOnPurpose({ attempts }: Pick<Delivery, 'attempts'>): string | undefined {
  const attempt = attempts.findLast(({ fault }) => fault !== null)
  const deed = attempt && onPurpose(attempt)
  if (attempt === undefined || deed === undefined) return undefined
  const changes = attempt.changes.map(({ fault, detail }) => `${fault}: ${detail}`)
  const which = attempts.length === 1 ? '' : ` (attempt ${attempt.number})`
  return [`${deed}${which}`, ...changes].join('. ')
}
