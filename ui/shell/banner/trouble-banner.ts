import { findingMoves } from '../../../server/findings/advice.ts'
import { receiverFinding, receiverMoves } from '../../../server/findings/receiver.ts'
import type { Trouble } from '../../../server/findings/troubles.ts'
import type { Delivery, Finding } from '../../../server/wire.ts'
import { buttons, type Move, type MoveKind, receiverWords, retryWords } from '../../../server/words/advice.ts'
import { inOneLine } from '../../kit/control-marks.ts'
import { middleCut, target } from '../../kit/format.ts'

/** What mends a failure; the page carries it out. */
export type Mend =
  | { kind: 'connect' | 'reload' | 'data' }
  | { kind: MoveKind; id: string; subscription_id: string }
  | { kind: 'subscription' | 'enable'; id: string }
  | { kind: 'subscribe'; event: string }
  | { kind: 'advance'; to: string }
  | { kind: 'resume' | 'run'; id: string }

/** A failure in sight: what happened, why, and what mends it, the best first. */
export interface Banner {
  /** The same for the same failure: one that was dismissed stays away until it happens again. */
  key: string
  /** What it goes on about, however often that happens; without it, its key. */
  about?: string
  tone: 'bad' | 'wait'
  what: string
  why: string
  /** What to do by the answer, or the beginning of what was answered: either is read later, and takes the room that is left. */
  fix?: string
  says?: string
  mends: { title: string; mend: Mend }[]
}

const lineShown = 120
const addressShown = 48

/** What the newest answer of a trouble says beside its status. */
export interface Answered {
  /** What it shows of the receiver, and what to do about that. */
  finding: Finding | null
  moves: Move[]
  /** The beginning of its first line. */
  line: string
}

/** What the newest answer to a delivery says. */
export function answeredBy(delivery: Delivery): Answered | null {
  const last = delivery.attempts.findLast(({ outcome }) => outcome?.kind === 'responded')
  if (last === undefined) return null
  const body = last.response?.body ?? ''
  // The first line of a page says nothing: frameworks write what was thrown into it, or at least its title.
  const [, thrown = body] = /<pre>([^<]+)/.exec(body) ?? /<title>([^<]+)/.exec(body) ?? []
  const [line = ''] = thrown
    .replace(/&(?:quot|#39);/g, "'")
    .trim()
    .split(/\r?\n/)
  return {
    // That it crashed, its status says already.
    finding: delivery.findings.find(({ code }) => code !== 'failed_inside') ?? null,
    moves: findingMoves(delivery),
    line: inOneLine(line.length > lineShown ? `${line.slice(0, lineShown)}…` : line),
  }
}

/** What to say of a delivery that went wrong. */
export function troubleBanner(
  { row, refusals, answer }: Trouble & { answer?: Answered | undefined },
  own: string,
): Banner {
  const { id, subscription_id } = row
  const found = receiverFinding(row, refusals)
  const { summary, fix } = receiverWords(found, row, middleCut(target(row.url, own), addressShown))
  const finding = answer?.finding
  const moves = [...(answer?.moves ?? []), ...receiverMoves(found, row)]
  const retry = found.code === 'failed' || found.code === 'nothing_listens' ? retryWords(row) : ''
  const isWorseThanOnce = found.code === 'refuses_signature' ? found.times > 1 : found.code !== 'failed'
  return {
    key: `${found.code}:${subscription_id}:${id}`,
    about: `${found.code}:${subscription_id}`,
    tone: isWorseThanOnce ? 'bad' : 'wait',
    what: `${summary}.`,
    why: `${finding ? `${finding.summary}.` : fix} ${retry}`.trim(),
    ...(finding && { fix: finding.fix }),
    ...(!finding && found.code === 'failed' && answer?.line && { says: answer.line }),
    mends: [...new Set(moves.map(({ kind }) => kind))].flatMap((kind) => {
      const title = buttons[kind]
      return title === undefined ? [] : [{ title, mend: { kind, id, subscription_id } }]
    }),
  }
}
