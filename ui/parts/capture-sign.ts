import type { Cause, Mistake, Verdict, VerdictResult } from '../../server/wire.ts'
import { capitalized, type Sign, type Tone } from './format.ts'
import { isPassing, type Told, toldSender, toldWords } from './told-sender.ts'

/** Each result as a row says it. */
export const verdictWords = {
  verified: { tone: 'good', text: 'verified' },
  failed: { tone: 'bad', text: 'failed' },
  unsigned: { tone: 'quiet', text: 'unsigned' },
  unknown_secret: { tone: 'wait', text: 'no secret' },
} as const satisfies Record<VerdictResult, Sign>
const titles = {
  verified: 'Signature verified',
  failed: 'Verification failed',
  unsigned: 'Not signed',
  unknown_secret: 'Signed, but no secret is known',
} as const satisfies Record<VerdictResult, string>

/** A right signature of the wrong time: another finding than a wrong one. */
const timing = new Map([
  ['stale', 'The signature fits, but is too old'],
  ['future', 'The signature fits, but its time lies ahead'],
])

/** What a sign is made of: a row as it is kept, or a whole capture. */
interface Judged {
  verdict: Pick<Verdict, 'result'> & { causes: readonly Pick<Cause, 'cause' | 'proved'>[] }
  body_omitted: boolean
  body_cut: boolean
  reply: Told
}

/** The cause that says most: the first that is proved, else the first that is likely. */
export const chiefCause = <C extends { proved: boolean }>({ causes }: { causes: readonly C[] }) =>
  causes.find(({ proved }) => proved) ?? causes[0]

/** `body_only_signed` as words. */
const causeWords = (cause: string): string => cause.replaceAll('_', ' ')

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
  return { tone: timing.has(cause) ? 'wait' : 'bad', text: causeWords(cause) }
}

/** The same as the head of a finding. */
export function captureTitle(capture: Judged & { verdict: Pick<Verdict, 'reason'> }): Sign {
  const { verdict, body_omitted, body_cut } = capture
  const { tone } = captureSign(capture)
  if (body_cut) return { tone, text: verdict.reason.replace(/\.$/, '') }
  if (body_omitted) return { tone, text: 'Refused: the body was too large' }
  const chief = verdict.result === 'failed' ? chiefCause(verdict) : undefined
  if (chief === undefined) return { tone, text: titles[verdict.result] }
  const ofCause = chief.proved ? `${titles.failed}: ${causeWords(chief.cause)}` : titles.failed
  return { tone, text: timing.get(chief.cause) ?? ofCause }
}

/** What the sender was told, where that is no good status and the sign does not say it already. */
export function replyBeside({ reply, body_omitted, body_cut }: Judged): (Sign & { title: string }) | null {
  if (body_cut || body_omitted || (reply.status >= 200 && reply.status < 300)) return null
  const tone = isPassing(reply) ? 'wait' : 'bad'
  return { tone, text: toldSender(reply), title: capitalized(toldWords(reply)) }
}

/** What is wrong with a request beside its signature, in the words of its badge. */
export const mistakeSigns = {
  duplicate: { tone: 'wait', text: 'duplicate' },
  out_of_order: { tone: 'wait', text: 'out of order' },
  stale: { tone: 'wait', text: 'stale' },
  unknown_event: { tone: 'bad', text: 'unknown event' },
  schema_violation: { tone: 'bad', text: 'schema' },
} as const satisfies Record<Mistake['mistake'], { tone: Tone; text: string }>
