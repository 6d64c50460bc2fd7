/** Summarizes an endpoint's reply in one line. */

import type { FixedReply, Reply } from '../../server/wire.ts'
import { duration } from '../../server/words/duration.ts'
import { many } from '../kit/format.ts'

/** @param before the previous step. A second response in a row omits the verb. */
function stepWords({ status, outcome, delay_ms = 0 }: FixedReply, before?: FixedReply): string {
  if (outcome === 'hang') return 'sends no response'
  const verb = before !== undefined && before.outcome === undefined ? '' : 'replies '
  const what = outcome === 'reset' ? 'resets the connection' : `${verb}${status}`
  return delay_ms === 0 ? what : `${what} after ${duration(delay_ms)}`
}

/** Examples: `replies 503, then 200 after 500 ms`, `sends no response`, `replies by 2 rules`. */
export function replyWords(reply: Reply | null): string {
  if (reply === null) return 'replies 200'
  if ('rules' in reply) return `replies by ${many(reply.rules.length, 'rule')}`
  const steps = [reply].flat()
  return steps.map((step, index) => stepWords(step, steps[index - 1])).join(', then ')
}
