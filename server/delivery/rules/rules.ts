import type { FaultRule } from '../../wire.ts'
import { fitsPattern } from '../../words/pattern.ts'

/** A standing rule: the fault that it puts on deliveries, and on which. Times in microseconds. */
export interface RuleRecord {
  seq: number
  id: string
  /** Canonical. */
  fault: string
  /** A pattern of names. */
  event: string
  subscriptionId: string | null
  every: number | null
  probability: number | null
  first: number | null
  /** Those of the config are made anew at each start. */
  source: FaultRule['source']
  matched: number
  fired: number
  createdAt: number
}

/** Whether a rule is meant for a delivery. Runs are worlds of their own: what a run's subscription gets is met by rules that name it only. */
export const isMeantFor = (
  rule: Pick<RuleRecord, 'event' | 'subscriptionId'>,
  delivery: { event: string; subscriptionId: string; isOfRun: boolean },
): boolean =>
  fitsPattern(rule.event, delivery.event) &&
  (rule.subscriptionId === null ? !delivery.isOfRun : rule.subscriptionId === delivery.subscriptionId)

/**
 * Whether a rule fires at the delivery that is its `matched`-th. All that it says has to hold.
 * @param draw a fraction in [0, 1) that follows from the seed
 */
export function fires(
  { matched, every, first, probability }: Pick<RuleRecord, 'matched' | 'every' | 'first' | 'probability'>,
  draw: number,
): boolean {
  if (first !== null && matched > first) return false
  if (every !== null && matched % every !== 0) return false
  return probability === null || draw < probability
}
