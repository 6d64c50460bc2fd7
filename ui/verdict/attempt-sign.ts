/** The sign of an attempt and of its outcome. */
import type { AttemptRow, DeliveryRow, Outcome } from '../../server/wire.ts'
import { outcomeWord } from '../../server/words/short.ts'
import type { Sign } from '../kit/format.ts'

/** The sign of an outcome. `successes` lists the statuses that count as delivered. */
export function outcomeSign(outcome: Outcome, successes: readonly number[]): Sign {
  const text = outcomeWord(outcome)
  // A dropped attempt is deliberate, not a failure.
  if (outcome.kind === 'dropped') return { tone: 'quiet', text }
  const isSuccess = outcome.kind === 'responded' && successes.includes(outcome.status)
  return { tone: isSuccess ? 'good' : 'bad', text }
}

/** The sign of an attempt. If the receiver had to refuse the delivery, a refusal is good. */
export function attemptSign(
  { outcome }: Pick<AttemptRow, 'outcome'>,
  { state }: DeliveryRow,
  successes: readonly number[],
): Sign {
  if (outcome === null) return { tone: 'wait', text: 'under way' }
  if ((state === 'refused' || state === 'wrongly_accepted') && outcome.kind === 'responded') {
    const { status } = outcome
    if (status >= 400 && status < 500) return { tone: 'good', text: `${status} refused` }
    if (successes.includes(status) || (status >= 200 && status < 300))
      return { tone: 'bad', text: `${status} accepted` }
  }
  return outcomeSign(outcome, successes)
}
