import type { Capture } from '../../server/wire.ts'

/** What a capture was answered with, as far as its row tells. */
export type Told = Pick<Capture['reply'], 'status' | 'rule'>

/** Whether the answer is still to come: it will be that of the address the capture is being passed on to. */
export const isPassing = ({ status, rule }: Told): boolean =>
  status === 0 && rule.startsWith('being passed on to ')

/** Whether it could not be passed on to the address whose answer was to be its own. */
export const isUnforwarded = ({ rule }: Told): boolean => rule.startsWith('forward to ')

/** What the sender was told: `503`, or in words that it was nothing. Of silences only the rule tells which. */
export function toldSender(reply: Told): string {
  if (reply.status !== 0) return `${reply.status}`
  if (isPassing(reply)) return 'not answered yet'
  return /: reset(;|$)/.test(reply.rule) ? 'reset' : 'no answer'
}

/** The same as a part of a sentence: `answered 503`. */
export const toldWords = (reply: Told): string =>
  reply.status === 0 ? toldSender(reply) : `answered ${reply.status}`
