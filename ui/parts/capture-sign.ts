import type { CaptureRow, VerdictResult } from '../../server/wire.ts'
import type { Sign } from './format.ts'

const signs = {
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

type Judged = Pick<CaptureRow, 'verdict' | 'body_omitted' | 'body_cut'>

/** What a capture's row says: the verdict, or the first cause of its failing. */
export function captureSign({ verdict, body_omitted, body_cut }: Judged): Sign {
  if (body_cut) return { tone: 'wait', text: 'cut off' }
  if (body_omitted) return { tone: 'wait', text: '413 · not checked' }
  const cause = verdict.causes[0]?.cause
  if (verdict.result !== 'failed' || cause === undefined) return signs[verdict.result]
  return { tone: timing.has(cause) ? 'wait' : 'bad', text: cause.replaceAll('_', ' ') }
}

/** The same as the head of a finding. */
export function captureTitle(capture: Judged): Sign {
  const { verdict, body_omitted, body_cut } = capture
  const { tone } = captureSign(capture)
  if (body_cut) return { tone, text: 'Not checked: the sender went away before the body was complete' }
  if (body_omitted) return { tone, text: 'Not checked: the body was over the limit' }
  const ofTime = verdict.result === 'failed' ? timing.get(verdict.causes[0]?.cause ?? '') : undefined
  return { tone, text: ofTime ?? titles[verdict.result] }
}

/** The status that was answered, where it is not a good one and the sign does not say it already. */
export function replyBeside({ reply, body_omitted, body_cut }: CaptureRow): number | null {
  return body_cut || body_omitted || (reply.status >= 200 && reply.status < 300) ? null : reply.status
}
