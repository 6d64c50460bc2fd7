import type { Capture } from '../../server/wire.ts'
import { duration, outcomeWords } from './format.ts'

type Answered = Pick<Capture, 'reply' | 'duration_ms' | 'exchanges'>

/** What was answered, whether a rule held it back, and how far it came where it was passed on. */
export function answeredWords({ reply, duration_ms, exchanges }: Answered): string {
  if (reply.status === 0)
    return reply.rule.startsWith('being passed on') ? 'being passed on' : 'nothing was answered'
  const forwards = exchanges.filter(({ kind }) => kind === 'forward')
  // Its duration ends before it is passed on, which may take as long as it likes.
  if (forwards.length > 0) return `answered ${reply.status}${passedWords(forwards)}`
  const when =
    reply.delay_ms > 0 ? `after ${duration(reply.delay_ms)} by its rule` : `in ${duration(duration_ms)}`
  return `answered ${reply.status} ${when}`
}

function passedWords(forwards: Answered['exchanges']): string {
  const failed = forwards.filter(({ outcome }) => outcome.kind !== 'responded')
  const [first] = failed
  if (!first) return ', passed on'
  if (failed.length < forwards.length)
    return `, passed on to ${forwards.length - failed.length} of ${forwards.length}`
  return `; passing it on failed: ${outcomeWords(first.outcome)}`
}
