import type { ExchangeChange, ReplyFacts } from '../wire.ts'
import { sayOutcome } from './outcome.ts'
import { plural } from './plural.ts'

/** What an endpoint answered with a status, and what chose that answer: a part of a sentence, such as `forwarded to URL: 202`. */
export function replyWords(reply: ReplyFacts & { status: number }): string {
  const { url_problem: flaw } = reply
  return flaw === undefined ? kindWords(reply) : `${kindWords(reply)}; ${flaw.given} ${flaws[flaw.problem]}`
}

const flaws = {
  not_forcible: 'is no answer that can be forced',
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
      return `none: the sender went away after ${plural(bytes, 'byte')}`
    case 'refused':
      return `refused: ${reply.refused?.message}`
    case 'unknown':
      return reply.text ?? ''
    default:
      return chosenWords(reply, status)
  }
}

/** Why the body of a request is not whole, in a sentence. */
export function cutWords(reply: ReplyFacts): string {
  if (reply.refused) return reply.refused.message
  const { bytes, text } = reply
  return text ?? `The sender went away after ${plural(bytes ?? 0, 'byte')}.`
}

/** Why a request could not be forwarded, without a full stop. */
export function failureWords({ outcome, bytes, text = '' }: ReplyFacts): string {
  if (outcome === undefined) return text
  if (outcome.kind !== 'responded') return sayOutcome(outcome)
  return bytes === undefined ? `the answer was ${outcome.status}` : `the answer has more than ${bytes} bytes`
}

/** How many requests an endpoint takes. */
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

/** What chose the answer. */
function choiceWords({ kind, forced, rule, step, no_rule }: Chosen): string {
  if (forced !== undefined) return `forced by the URL: ${forced}`
  const steps = step && `step ${step.number} of ${step.of}`
  if (kind === 'default') return no_rule ? 'no rule matches' : 'no reply is set'
  const of = no_rule ? 'no rule matches: otherwise' : ruleWords(rule)
  return of ? `${of}${steps ? `: ${steps}` : ''}` : (steps ?? 'fixed')
}

function ruleWords(rule: Chosen['rule']): string | undefined {
  if (rule === undefined || rule === null) return undefined
  return typeof rule === 'number' ? `rule ${rule}` : `rule “${rule}”`
}

/** What of a captured request did not go on as it had come. */
export function exchangeChangeWords({ code, came, sent, names = [] }: ExchangeChange): string {
  switch (code) {
    case 'host_added':
      return 'It came without a Host, which HTTP/1.1 has to have.'
    case 'path_alone':
      return `It asked for ${came}, as proxies are asked; other servers are asked for the path alone.`
    case 'http_version':
      return `It came as HTTP/${came} and went on as HTTP/${sent}.`
    case 'headers_left_out':
      return `Without the headers ${names.join(', ')}.`
    case 'trailers_left_out':
      return `Without the trailers ${names.join(', ')}.`
  }
}
