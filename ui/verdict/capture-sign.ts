import type { Cause, GivenReply, Mistake, Verdict, VerdictResult } from '../../server/wire.ts'
import { answeredWords, toldSender } from '../../server/words/short.ts'
import { capitalized, type Sign, type Tone } from '../kit/format.ts'

/** Each result as a row says it. */
export const verdictWords = {
  verified: { tone: 'good', text: 'verified' },
  failed: { tone: 'bad', text: 'failed' },
  unsigned: { tone: 'quiet', text: 'unsigned' },
  unknown_secret: { tone: 'wait', text: 'no secret' },
} as const satisfies Record<VerdictResult, Sign>

/** A right signature of the wrong time: another finding than a wrong one. */
const ofTime = ['stale', 'future']

/** What a sign is made of: a row as it is kept, or a whole capture. */
export interface Judged {
  verdict: Pick<Verdict, 'result'> & { causes: readonly Pick<Cause, 'cause' | 'proved'>[] }
  body_omitted: boolean
  body_cut: boolean
  reply: Pick<GivenReply, 'status' | 'kind' | 'to' | 'instead' | 'detail'>
}

/** The cause that says most: the first that is proved, else the first that is likely. */
export const chiefCause = <C extends { proved: boolean }>({ causes }: { causes: readonly C[] }) =>
  causes.find(({ proved }) => proved) ?? causes[0]

/** `body_only_signed` as words. */
export const causeWords = (cause: string): string => cause.replaceAll('_', ' ')

/** What a capture's row says: the verdict, or the chief cause of its failing. */
export function captureSign({ verdict, body_omitted, body_cut, reply }: Judged): Sign {
  // Who went away was told nothing; what was refused in the middle was not cut by its sender.
  if (body_cut)
    return reply.status === 0
      ? { tone: 'wait', text: 'cut off' }
      : { tone: 'bad', text: `${reply.status} · refused` }
  if (body_omitted) return { tone: 'bad', text: '413 · too large' }
  const cause = chiefCause(verdict)?.cause
  if (verdict.result !== 'failed' || cause === undefined) return verdictWords[verdict.result]
  return { tone: ofTime.includes(cause) ? 'wait' : 'bad', text: causeWords(cause) }
}

/**
 * What the sender was told, where that is no good status and the sign does not say it already; or that the endpoint's own reply
 * stood in for that of the address it was to be passed on to.
 */
export function replyBeside({ reply, body_omitted, body_cut }: Judged): (Sign & { title: string }) | null {
  const isGood = reply.status >= 200 && reply.status < 300
  const isStandIn = reply.kind === 'forward_failed' || (reply.kind === 'cut' && reply.to !== null)
  if (body_cut || body_omitted || (isGood && !isStandIn)) return null
  return {
    tone: reply.kind === 'forwarding' ? 'wait' : 'bad',
    text: isGood ? 'not forwarded' : toldSender(reply),
    title: capitalized(isStandIn ? reply.detail : answeredWords(reply)),
  }
}

/** What is wrong with a request beside its signature, in the words of its badge. */
export const mistakeSigns = {
  duplicate: { tone: 'wait', text: 'duplicate' },
  out_of_order: { tone: 'wait', text: 'out of order' },
  stale: { tone: 'wait', text: 'stale' },
  unknown_event: { tone: 'bad', text: 'unknown event' },
  schema_violation: { tone: 'bad', text: 'schema' },
} as const satisfies Record<Mistake['mistake'], { tone: Tone; text: string }>
