/** Words the verdict of a capture as a heading. */

import type { Verdict, VerdictResult } from '../../server/wire.ts'
import type { Sign } from '../kit/format.ts'
import { captureSign, causeWords, chiefCause, type Judged } from './capture-sign.ts'

const titles = {
  verified: 'Signature verified',
  failed: 'Verification failed',
  unsigned: 'Not signed',
  unknown_secret: 'Signed, but the secret is unknown',
} as const satisfies Record<VerdictResult, string>

const titlesOfTime: Record<string, string> = {
  stale: 'The signature is valid but too old',
  future: 'The signature is valid but its time is in the future',
}

/** Corresponds to {@link captureSign}. */
export function captureTitle(capture: Judged & { verdict: Pick<Verdict, 'reason'> }): Sign {
  const { verdict, body_omitted, body_cut } = capture
  const { tone } = captureSign(capture)
  if (body_cut) return { tone, text: verdict.reason.replace(/\.$/, '') }
  if (body_omitted) return { tone, text: 'Refused: the body was too large' }
  if (verdict.result === 'failed' && verdict.on_purpose)
    return { tone, text: 'Verification failed, as it should' }
  const chief = verdict.result === 'failed' ? chiefCause(verdict) : undefined
  if (chief === undefined) return { tone, text: titles[verdict.result] }
  const ofCause = chief.proved ? `${titles.failed}: ${causeWords(chief.cause)}` : titles.failed
  return { tone, text: titlesOfTime[chief.cause] ?? ofCause }
}
