/** Words the banner of a failed delivery. */

import { findingMoves } from '../../../server/findings/advice.ts'
import { receiverFinding, receiverMoves } from '../../../server/findings/receiver.ts'
import type { Trouble } from '../../../server/findings/troubles.ts'
import type { Delivery, Finding } from '../../../server/wire.ts'
import { buttons, type Move, type MoveKind, receiverWords, retryWords } from '../../../server/words/advice.ts'
import { inOneLine } from '../../kit/control-marks.ts'
import { target } from '../../kit/format.ts'
import { middleCut } from '../../kit/middle-cut.ts'

/** The action of a banner button. */
export type Mend =
  | { kind: 'connect' | 'reload' | 'data' }
  | { kind: MoveKind; id: string; subscription_id: string }
  | { kind: 'subscription' | 'enable'; id: string }
  | { kind: 'subscribe'; event: string }
  | { kind: 'advance'; to: string }
  | { kind: 'resume' | 'run'; id: string }

/** What happened, why, and the buttons that fix it, best first. */
export interface Banner {
  /** The same key for the same failure. A dismissed banner stays hidden until the failure happens again. */
  key: string
  /** Groups repeated failures. Defaults to the key. */
  about?: string
  tone: 'bad' | 'wait'
  what: string
  /** The record that `what` is about. */
  open?: string
  why: string
  /** The fix or the start of the response. Both load later and use the remaining room. */
  fix?: string
  says?: string
  mends: { title: string; mend: Mend }[]
}

const lineShown = 120
const addressShown = 48

/** The findings in the newest response of a failure. */
export interface Answered {
  /** What the response shows about the receiver, and the fix. */
  finding: Finding | null
  moves: Move[]
  /** The start of the response's first line. */
  line: string
}

/** The findings in the newest response of a delivery. */
export function answeredBy(delivery: Delivery): Answered | null {
  const last = delivery.attempts.findLast(({ outcome }) => outcome?.kind === 'responded')
  if (last === undefined) return null
  const body = last.response?.body ?? ''
  // The first line of an HTML page says nothing. Frameworks put the thrown error in <pre>, or in the title.
  const [, thrown = body] = /<pre>([^<]+)/.exec(body) ?? /<title>([^<]+)/.exec(body) ?? []
  const [line = ''] = thrown
    .replace(/&(?:quot|#39);/g, "'")
    .trim()
    .split(/\r?\n/)
  return {
    // The status already shows a crash.
    finding:
      delivery.findings.find((one) => one.code !== 'failed_inside' || one.evidence.cause !== 'unknown') ??
      null,
    moves: findingMoves(delivery),
    line: inOneLine(line.length > lineShown ? `${line.slice(0, lineShown)}…` : line),
  }
}

export function troubleBanner(
  { row, refusals, answer }: Trouble & { answer?: Answered | undefined },
  own: string,
): Banner {
  const { id, subscription_id } = row
  const found = receiverFinding(row, refusals)
  const { summary, fix } = receiverWords(found, row, middleCut(target(row.url, own), addressShown))
  const finding = answer?.finding
  // A finding that says the reason needs no look at the secret and the signature.
  const isSaid = finding != null && found.code === 'refuses_signature'
  const moves = [
    ...(answer?.moves ?? []),
    ...(isSaid ? [{ kind: 'show' as const }] : receiverMoves(found, row)),
  ]
  const retry = found.code === 'failed' || found.code === 'nothing_listens' ? retryWords(row) : ''
  const isWorseThanOnce = found.code === 'refuses_signature' ? found.times > 1 : found.code !== 'failed'
  return {
    key: `${found.code}:${subscription_id}:${id}`,
    about: `${found.code}:${subscription_id}`,
    tone: isWorseThanOnce ? 'bad' : 'wait',
    what: `${summary}.`,
    open: id,
    why: `${finding ? `${finding.summary}.` : fix} ${retry}`.trim(),
    ...(finding && { fix: finding.fix }),
    ...(!finding && found.code === 'failed' && answer?.line && { says: answer.line }),
    mends: [...new Set(moves.map(({ kind }) => kind))].flatMap((kind) => {
      const title = buttons[kind]
      return title === undefined ? [] : [{ title, mend: { kind, id, subscription_id } }]
    }),
  }
}
