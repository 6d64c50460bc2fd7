import type { Endpoint, FixedReply, Reply } from '../../wire.ts'
import { plural } from '../../words/plural.ts'

/** `503 after 500 ms` */
function sayAnswer({ status, outcome, delay_ms = 0 }: FixedReply): string {
  const answer = outcome ?? String(status)
  return delay_ms === 0 ? answer : `${answer} after ${delay_ms} ms`
}

const sayAnswers = (answers: FixedReply | readonly FixedReply[]): string =>
  [answers].flat().map(sayAnswer).join(', then ')

/** Headers, body and the like, as the API takes them; '' where there is none. */
function moreOf({ status: _, outcome: __, delay_ms: ___, ...more }: FixedReply): string {
  return Object.keys(more).length === 0 ? '' : ` with ${JSON.stringify(more)}`
}

/** As {@link sayAnswers}, with all that is answered. */
const sayWhole = (answers: FixedReply | readonly FixedReply[]): string =>
  [answers]
    .flat()
    .map((answer) => `${sayAnswer(answer)}${moreOf(answer)}`)
    .join(', then ')

/** A line of answers that hold more than what the line of the endpoint says. */
const wholeLine = (says: string, answers: FixedReply | readonly FixedReply[]): string[] =>
  [answers].flat().some((answer) => moreOf(answer) !== '') ? [`  ${says} ${sayWhole(answers)}`] : []

function sayReply(reply: Reply | null): string {
  if (reply === null) return '200'
  if (!('rules' in reply)) return sayAnswers(reply)
  const { rules, otherwise } = reply
  return `by ${plural(rules.length, 'rule')}, otherwise ${otherwise ? sayAnswers(otherwise) : '200'}`
}

/** What an endpoint does with what it gets: `passes on to http://…, else answers 503, then 200; at most 5 per 1s` */
function sayEndpoint({ reply, forward_to, rate_limit }: Endpoint): string {
  const passes = forward_to.length > 0
  // Nothing is made up for who is not there: 502 tells the sender why.
  const answers = `answers ${passes && reply === null ? '502' : sayReply(reply)}`
  const does = passes ? `passes on to ${forward_to.join(' and ')}, else ${answers}` : answers
  if (rate_limit === null) return does
  const { limit, per, burst } = rate_limit
  return `${does}; at most ${limit} per ${per}${burst === undefined ? '' : `, ${burst} at once`}`
}

/** `http://127.0.0.1:4400/in/demo answers 200; 3 captures` */
export const endpointLine = (endpoint: Endpoint): string =>
  `${endpoint.url} ${sayEndpoint(endpoint)}; ${plural(endpoint.captures, 'capture')}`

/** What is answered beside the status, the rules of a reply one a line, and what signatures are held against. */
export function endpointDetails({ reply, scheme, scheme_options, secret }: Endpoint): string[] {
  const { rules = [], otherwise } = reply !== null && 'rules' in reply ? reply : {}
  return [
    ...(reply === null || 'rules' in reply ? [] : wholeLine('answers', reply)),
    ...rules.map(
      ({ name, when, reply: answers }, at) =>
        `  rule ${at + 1}${name === undefined ? '' : ` “${name}”`}: ${sayWhole(answers)} where ${JSON.stringify(when)}`,
    ),
    ...(otherwise === undefined ? [] : wholeLine('otherwise', otherwise)),
    ...(scheme === null ? [] : [`  signed by ${scheme}, and by nothing else`]),
    ...(Object.keys(scheme_options).length === 0 ? [] : [`  its options ${JSON.stringify(scheme_options)}`]),
    ...(secret === null ? [] : [`  secret ${secret}`]),
  ]
}
