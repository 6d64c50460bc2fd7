/** Signs of a capture's verdict, reply and mistakes for its row. */

import type { CaptureRow, Cause, GivenReply, Mistake, Verdict, VerdictResult } from '../../server/wire.ts'
import { answeredWords, toldSender } from '../../server/words/short.ts'
import { capitalized, type Sign, type Tone } from '../kit/format.ts'

/** The sign of each verification result. */
export const verdictWords = {
  verified: { tone: 'good', text: 'verified' },
  failed: { tone: 'bad', text: 'failed' },
  unsigned: { tone: 'quiet', text: 'unsigned' },
  unknown_secret: { tone: 'wait', text: 'no secret' },
} as const satisfies Record<VerdictResult, Sign>

/** A valid signature at a wrong time differs from a wrong signature. */
const ofTime = ['stale', 'future']

/** The parts of a capture that decide its sign. */
export interface Judged {
  verdict: Pick<Verdict, 'result' | 'on_purpose'> & { causes: readonly Pick<Cause, 'cause' | 'proved'>[] }
  body_omitted: boolean
  body_cut: boolean
  reply: Pick<GivenReply, 'status' | 'kind' | 'to' | 'instead' | 'detail'>
}

/** The first proved cause, else the first possible one. */
export const chiefCause = <C extends { proved: boolean }>({ causes }: { causes: readonly C[] }) =>
  causes.find(({ proved }) => proved) ?? causes[0]

/** `body_only_signed` as words. */
export const causeWords = (cause: string): string => cause.replaceAll('_', ' ')

/** The verdict, or the chief cause of a failed one, unless the sandbox spoilt the request on purpose. */
export function captureSign({ verdict, body_omitted, body_cut, reply }: Judged): Sign {
  // Status 0: the sender disconnected without a response. Another status: the sandbox refused the request midway.
  if (body_cut)
    return reply.status === 0
      ? { tone: 'wait', text: 'cut off' }
      : { tone: 'bad', text: `${reply.status} · refused` }
  if (body_omitted) return { tone: 'bad', text: '413 · too large' }
  if (verdict.result === 'failed' && verdict.on_purpose) return { tone: 'good', text: 'failed, as it should' }
  const cause = chiefCause(verdict)?.cause
  if (verdict.result !== 'failed' || cause === undefined) return verdictWords[verdict.result]
  return { tone: ofTime.includes(cause) ? 'wait' : 'bad', text: causeWords(cause) }
}

/**
 * The sign of an unsuccessful reply, unless the verdict shows it. Also shows that the endpoint's own reply replaced a
 * failed forwarding.
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

/** The mistakes of a request apart from its signature. */
export const mistakeSigns = {
  duplicate: { tone: 'wait', text: 'duplicate' },
  out_of_order: { tone: 'wait', text: 'out of order' },
  stale: { tone: 'wait', text: 'stale' },
  unknown_event: { tone: 'bad', text: 'unknown event' },
  schema_violation: { tone: 'bad', text: 'schema' },
} as const satisfies Record<Mistake['mistake'], { tone: Tone; text: string }>

/**
 * The mistakes that a row warns of. The sandbox's own retry repeats its id on purpose, and comes later than newer events
 * because its receiver did not accept the event before.
 */
export function faultsOf({ delivery_id, mistakes }: Pick<CaptureRow, 'delivery_id' | 'mistakes'>): Mistake[] {
  const isOwnRetry =
    delivery_id !== null &&
    mistakes.some(
      ({ answered, same_body }) =>
        answered !== undefined && (answered < 200 || answered > 299) && same_body !== false,
    )
  return isOwnRetry
    ? mistakes.filter(({ mistake }) => mistake !== 'duplicate' && mistake !== 'out_of_order')
    : mistakes
}
