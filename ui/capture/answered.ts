import type { Capture } from '../../server/wire.ts'
import { duration } from '../../server/words/duration.ts'
import { sayOutcome } from '../../server/words/outcome.ts'
import { answeredWords as toldWords } from '../../server/words/short.ts'

type Answered = Pick<Capture, 'reply' | 'duration_ms' | 'exchanges'>

/** What was answered, whether a rule held it back, and how far it came where it was passed on. */
export function answeredWords({ reply, duration_ms, exchanges }: Answered): string {
  const told = toldWords(reply)
  if (reply.status === 0) return told
  const forwards = exchanges.filter(({ kind }) => kind === 'forward')
  // Its duration ends before it is passed on, which may take as long as it likes.
  if (forwards.length > 0) return `${told}${passedWords(forwards)}`
  const when =
    reply.delay_ms > 0 ? `after ${duration(reply.delay_ms)} by its rule` : `in ${duration(duration_ms)}`
  return `${told} ${when}`
}

function passedWords(forwards: Answered['exchanges']): string {
  const failed = forwards.filter(({ outcome }) => outcome.kind !== 'responded')
  const [first] = failed
  if (!first) return ', passed on'
  if (failed.length < forwards.length)
    return `, passed on to ${forwards.length - failed.length} of ${forwards.length}`
  return `; passing it on failed: ${sayOutcome(first.outcome)}`
}
