/** The replies that no rule chooses. */
import { Failure } from '../../failures.ts'
import type { HeaderPair, RateLimit, ReplyFacts } from '../../wire.ts'
import { plural } from '../../words/plural.ts'
import { rateWords } from '../../words/reply.ts'
import { type ChosenReply, replyOf, typeOfJson } from './chosen.ts'

/** No reply: the client has disconnected. */
export const nobody = (received: number): ChosenReply =>
  replyOf({ why: { kind: 'sender_gone', bytes: received }, status: 0, body: '' })

const closes: HeaderPair = ['connection', 'close']

/** The reply to a body over the limit. */
export const tooLarge = (limit: number): ChosenReply =>
  refusal(
    { kind: 'too_large', bytes: limit },
    new Failure('body_too_large', `The body is larger than ${plural(limit, 'byte')}.`),
    closes,
  )

/** The reply to an unreadable request. */
export const notRead = (failure: Failure): ChosenReply =>
  refusal({ kind: 'refused', refused: { code: failure.code, message: failure.message } }, failure, closes)

/** The reply to a request beyond an endpoint's rate limit. */
export function tooMany(limit: RateLimit, retryAfterS: number): ChosenReply {
  const failure = new Failure(
    'rate_limited',
    `This endpoint accepts ${rateWords(limit)}.`,
    `Send the request again in ${retryAfterS} s, as Retry-After says.`,
  )
  return refusal({ kind: 'rate_limited', limit }, failure, ['retry-after', String(retryAfterS)])
}

/** The reply to a request that this endpoint has forwarded before. */
export const inCircle = (way: string[]): ChosenReply =>
  refusal(
    { kind: 'forward_circle', way },
    new Failure('forward_circle', `The request goes round in a circle: ${way.join(' → ')}.`),
  )

function refusal(why: ReplyFacts, failure: Failure, ...headers: HeaderPair[]): ChosenReply {
  return replyOf({
    why,
    status: failure.status,
    headers: [typeOfJson, ...headers],
    body: JSON.stringify(failure.body()),
  })
}
