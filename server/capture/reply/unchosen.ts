import { Failure } from '../../failures.ts'
import type { HeaderPair, RateLimit } from '../../wire.ts'
import { plural } from '../../words/plural.ts'
import { type ChosenReply, replyOf, typeOfJson } from './chosen.ts'

/** How the rule of what is being passed on begins; the address follows. The index `captures_passing` goes by it. */
export const passingRule = 'being passed on to '

/** The rule of what was being passed on when the sandbox ended without having its say, as after a kill. */
export const cutRule = (rule: string) =>
  `forward to ${rule.slice(passingRule.length)} cut short: the sandbox ended while it was passed on`

/** The answer to a sender that is gone: none. */
export const nobody = (received: number): ChosenReply =>
  replyOf({ rule: `none: the sender went away after ${plural(received, 'byte')}`, status: 0, body: '' })

const closes: HeaderPair = ['connection', 'close']

/** The answer to a body over the limit. */
export const tooLarge = (limit: number): ChosenReply =>
  refusal(
    `body over ${plural(limit, 'byte')}`,
    new Failure('body_too_large', `The body is larger than ${plural(limit, 'byte')}.`),
    closes,
  )

/** How the rule of what could not be read begins; the reason follows. */
export const refusedRule = 'refused: '

/** The answer to what could not be read. */
export const notRead = (failure: Failure): ChosenReply =>
  refusal(refusedRule + failure.message, failure, closes)

/** The answer to a request beyond an endpoint's limit. */
export function tooMany({ limit, per, burst }: RateLimit, retryAfterS: number): ChosenReply {
  const most = `${limit} per ${per}${burst === undefined ? '' : `, ${burst} at once`}`
  const failure = new Failure(
    'rate_limited',
    `This endpoint takes ${most}.`,
    `Send it again in ${retryAfterS} s, as Retry-After says.`,
  )
  return refusal(`rate limit: ${most}`, failure, ['retry-after', String(retryAfterS)])
}

/** The answer to what was passed on from this endpoint before, by whatever way it came back. */
export const inCircle = (way: readonly string[]): ChosenReply =>
  refusal(
    `not passed on: it goes in a circle, ${way.join(' → ')}`,
    new Failure('forward_circle', `It goes in a circle: ${way.join(' → ')}.`),
  )

function refusal(rule: string, failure: Failure, ...headers: HeaderPair[]): ChosenReply {
  return replyOf({
    rule,
    status: failure.status,
    headers: [typeOfJson, ...headers],
    body: JSON.stringify(failure.body()),
  })
}
