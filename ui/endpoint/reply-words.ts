import type { FixedReply, Reply } from '../../server/wire.ts'
import { duration } from '../../server/words/duration.ts'
import { many } from '../kit/format.ts'

/** @param before the step before it, whose verb holds on */
function stepWords({ status, outcome, delay_ms = 0 }: FixedReply, before?: FixedReply): string {
  if (outcome === 'hang') return 'never answers'
  const verb = before !== undefined && before.outcome === undefined ? '' : 'answers '
  const what = outcome === 'reset' ? 'cuts the connection' : `${verb}${status}`
  return delay_ms === 0 ? what : `${what} after ${duration(delay_ms)}`
}

/** What an endpoint answers: `answers 503, then 200 after 500 ms`, `never answers`, `answers by 2 rules`. */
export function replyWords(reply: Reply | null): string {
  if (reply === null) return 'answers 200'
  if ('rules' in reply) return `answers by ${many(reply.rules.length, 'rule')}`
  const steps = [reply].flat()
  return steps.map((step, index) => stepWords(step, steps[index - 1])).join(', then ')
}
