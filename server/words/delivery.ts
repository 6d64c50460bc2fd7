/** Says what happened to a delivery in one line, and which fault the sandbox sent on purpose. */
import type { Attempt, Delivery, DeliveryRow, Outcome, Verdict } from '../wire.ts'
import { duration } from './duration.ts'
import { sayOutcome } from './outcome.ts'
import { sayReasonBeside } from './reason.ts'
import { statusWords } from './status.ts'

const mostQuoted = 80

/**
 * The receiver's own words in quotes, in one line: the message of a JSON body, else its fields; of another body the first
 * line. Undefined where the body says nothing, is no text or a page of HTML.
 */
export function quoted(response: Pick<Answer, 'body' | 'body_base64'> | null): string | undefined {
  if (response === null || response.body_base64 !== null) return undefined
  const text = response.body.trim()
  const [first = ''] = (wordsIn(text) ?? text).trim().split(/\r?\n/, 1)
  const line = first.replace(/\s+/g, ' ').trim()
  return line === '' || line.startsWith('<') ? undefined : `"${cutByWords(line)}"`
}

/** A text that is too long ends with a whole word, unless its last word alone is most of it. */
function cutByWords(line: string): string {
  if (line.length <= mostQuoted) return line
  const cut = line.slice(0, mostQuoted)
  const end = cut.lastIndexOf(' ')
  return `${(end > mostQuoted / 2 ? cut.slice(0, end) : cut.slice(0, -1)).replace(/[\s,;:.]+$/, '')}…`
}
type Answer = NonNullable<Attempt['response']>

/** The message of a JSON body, else its fields in words. A problem report (RFC 9457) has a title and a detail. */
function wordsIn(text: string): string | undefined {
  if (!/^[{["]/.test(text)) return undefined
  try {
    const value: unknown = JSON.parse(text)
    return messageOf(value) ?? fieldsOf(value)
  } catch {
    return undefined
  }
}

/** `ok: false, code: bad_signature`, of nested fields as well. */
function fieldsOf(value: unknown): string {
  if (typeof value !== 'object' || value === null) return `${value}`
  const named = Object.entries(value).flatMap(([name, field]) => {
    const words = fieldsOf(field)
    if (words === '') return []
    return Array.isArray(value) || (typeof field === 'object' && field !== null) ? words : `${name}: ${words}`
  })
  return named.join(', ')
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

/** Whether the receiver accepted an event, and failed on a later copy of it. */
export const hasFailedCopy = ({ state, fault_parts, last_outcome: last }: DeliveryRow): boolean =>
  state === 'succeeded' &&
  fault_parts?.some(({ name }) => name === 'duplicate') === true &&
  last?.kind === 'responded' &&
  last.status >= 400

/** @param response of the newest attempt that has ended, where it is known */
export function deliveryHeadline(row: DeliveryRow, response: Attempt['response'] = null): string {
  const { event, url, state, last_outcome: last, last_duration_ms, reason_facts } = row
  const answer = last === null ? undefined : sayAnswer(last, response)
  const spent =
    last?.kind !== 'responded' || last_duration_ms === null ? '' : ` in ${duration(last_duration_ms)}`
  const beside = reason_facts === null ? undefined : sayReasonBeside(reason_facts, last)
  const why = beside === undefined ? '' : ` (${beside})`
  const said = {
    pending: 'waiting to be sent',
    sending: 'waiting for the response',
    succeeded: `${hasFailedCopy(row) ? 'accepted, but a copy got ' : ''}${answer}${spent}${why}`,
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
  'The fault kept any complete request from arriving. Without sticky the sandbox sends a retry without the fault.'

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

/** What a fault did to a request that was received, as a headline, if the verdict fails because of it. */
export function spoiltBy(
  touched: Omit<Touched, 'signed_content'>,
  { result }: Pick<Verdict, 'result'>,
): string | null {
  if (result === 'verified' || !isSpoilt(touched)) return null
  return onPurpose({ ...touched, signed_content: result === 'unsigned' ? null : '' }) || null
}

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
