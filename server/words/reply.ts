/** Describes replies and exchanges in words. */
import type { ExchangeChange, ReplyFacts } from '../wire.ts'
import { sayOutcome } from './outcome.ts'
import { plural } from './plural.ts'
import { statusWords } from './status.ts'

/** Describes what an endpoint answered and what chose that answer, as part of a sentence. */
export function replyWords(reply: ReplyFacts & { status: number }): string {
  const { url_problem: flaw } = reply
  return flaw === undefined ? kindWords(reply) : `${kindWords(reply)}; ${flaw.given} ${flaws[flaw.problem]}`
}

const flaws = {
  not_forcible: 'is not an answer that can be forced',
  not_a_duration: 'is not a valid duration',
  nothing_forced: 'delays only an answer that the URL forces',
} as const satisfies Record<NonNullable<ReplyFacts['url_problem']>['problem'], string>

function kindWords(reply: ReplyFacts & { status: number }): string {
  const { status, to, bytes = 0, limit } = reply
  switch (reply.kind) {
    case 'forwarding':
      return `being forwarded to ${to}`
    case 'forwarded':
      return `forwarded to ${to}: ${status}`
    case 'forward_failed':
      return `forwarding to ${to} failed (${failureWords(reply)}): ${reply.instead ? chosenWords(reply.instead, status) : status}`
    case 'cut':
      return to ? `forwarding to ${to} was cut short: the sandbox ended` : chosenWords(reply, status)
    case 'too_large':
      return `the body is over ${plural(bytes, 'byte')}`
    case 'rate_limited':
      return `rate limit: ${limit ? rateWords(limit) : status}`
    case 'forward_circle':
      return `not forwarded: the request goes in a circle, ${reply.way?.join(' → ')}`
    case 'sender_gone':
      return `none: the sender disconnected after ${plural(bytes, 'byte')}`
    case 'refused':
      return `refused: ${reply.refused?.message}`
    case 'recorded':
      return status === 0 ? 'recorded elsewhere, without a response' : `recorded elsewhere: ${status}`
    case 'unknown':
      return reply.text ?? ''
    default:
      return chosenWords(reply, status)
  }
}

const chosen: readonly string[] = [
  'fixed',
  'template',
  'rule',
  'step',
  'forced',
  'cut',
  'hang',
  'rate_limited',
]

/** A failure that the endpoint answered as set, as a headline; undefined for a success and for what nobody set. */
export function repliedOnPurpose({
  kind,
  status,
  to,
}: Pick<ReplyFacts, 'kind' | 'to'> & { status: number }): string | undefined {
  if (!chosen.includes(kind) || to != null || (status >= 200 && status < 300)) return undefined
  const what = status !== 0 ? statusWords(status) : kind === 'hang' ? 'no response' : 'connection reset'
  return `Answered on purpose: ${what}`
}

/** Why the body of a request is incomplete, in a sentence. */
export function cutWords(reply: ReplyFacts): string {
  if (reply.refused) return reply.refused.message
  const { bytes, text } = reply
  return text ?? `The sender disconnected after ${plural(bytes ?? 0, 'byte')}.`
}

/** Why a request could not be forwarded, without a full stop. */
export function failureWords({ outcome, bytes, text = '' }: ReplyFacts): string {
  if (outcome === undefined) return text
  if (outcome.kind !== 'responded') return sayOutcome(outcome)
  return bytes === undefined
    ? `the response was ${outcome.status}`
    : `the response has more than ${bytes} bytes`
}

/** The rate limit of an endpoint. */
export const rateWords = ({ limit, per, burst }: NonNullable<ReplyFacts['limit']>): string =>
  `${limit} per ${per}${burst === undefined ? '' : `, ${burst} at once`}`

type Chosen = Pick<ReplyFacts, keyof NonNullable<ReplyFacts['instead']>>

function chosenWords(chosen: Chosen, status: number): string {
  const { kind, template_problem: flaw } = chosen
  const choice = choiceWords(chosen)
  if (flaw !== undefined) return `${choice}: its template could not be filled in (${flaw}): ${status}`
  if (kind === 'default') return `${choice}: ${status}`
  if (kind === 'cut' && chosen.forced === undefined) return `${choice}: reset`
  return kind === 'hang' && chosen.forced === undefined ? `${choice}: hang` : choice
}

/** What chose the reply. */
function choiceWords({ kind, forced, rule, step, no_rule }: Chosen): string {
  if (forced !== undefined) return `forced by the URL: ${forced}`
  const steps = step && `step ${step.number} of ${step.of}`
  if (kind === 'default') return no_rule ? 'no rule matches' : 'no reply is set'
  const of = no_rule ? 'no rule matches' : ruleWords(rule)
  return of ? `${of}${steps ? `: ${steps}` : ''}` : (steps ?? 'fixed')
}

function ruleWords(rule: Chosen['rule']): string | undefined {
  if (rule === undefined || rule === null) return undefined
  return typeof rule === 'number' ? `rule ${rule}` : `rule “${rule}”`
}

/** A difference between a captured request and its forwarded copy, in a sentence. */
export function exchangeChangeWords({ code, came, sent, names = [] }: ExchangeChange): string {
  switch (code) {
    case 'host_added':
      return 'The request had no Host header, which HTTP/1.1 requires, so the sandbox added one.'
    case 'path_alone':
      return `The request target was ${came}, the form for proxies. The sandbox sent only the path.`
    case 'http_version':
      return `The request arrived as HTTP/${came} and was sent as HTTP/${sent}.`
    case 'headers_left_out':
      return `The sandbox did not send the headers ${names.join(', ')}.`
    case 'trailers_left_out':
      return `The sandbox did not send the trailers ${names.join(', ')}.`
  }
}
