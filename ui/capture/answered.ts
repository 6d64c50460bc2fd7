/** Words for the response to a capture and for its forwards. */
import type { Capture } from '../../server/wire.ts'
import { duration } from '../../server/words/duration.ts'
import { sayOutcome } from '../../server/words/outcome.ts'
import { answeredWords as toldWords } from '../../server/words/short.ts'

type Answered = Pick<Capture, 'reply' | 'duration_ms' | 'exchanges'>

/** The response, its delay, and the result of its forwards. */
export function answeredWords({ reply, duration_ms, exchanges }: Answered): string {
  const told = toldWords(reply)
  if (reply.status === 0) return told
  const forwards = exchanges.filter(({ kind }) => kind === 'forward')
  // The duration ends before the forward, which may take any time.
  if (forwards.length > 0) return `${told}${passedWords(forwards)}`
  const when =
    reply.delay_ms > 0 ? `after a delay of ${duration(reply.delay_ms)}` : `in ${duration(duration_ms)}`
  return `${told} ${when}`
}

function passedWords(forwards: Answered['exchanges']): string {
  const failed = forwards.filter(({ outcome }) => outcome.kind !== 'responded')
  const [first] = failed
  if (!first) return ', forwarded'
  if (failed.length < forwards.length)
    return `, forwarded to ${forwards.length - failed.length} of ${forwards.length}`
  return `; forwarding failed: ${sayOutcome(first.outcome)}`
}
