import type { FaultRule } from '../../wire.ts'
import { fitsPattern } from '../../words/pattern.ts'

/** A row of a standing rule: the fault, and the deliveries that get it. */
export interface RuleRecord extends Omit<FaultRule, 'fault_parts' | 'created_at'> {
  /** In microseconds. */
  created_at: number
}

/** Whether a rule is meant for a delivery. Runs are worlds of their own: what a run's subscription gets is met by rules that name it only. */
export const isMeantFor = (
  rule: Pick<RuleRecord, 'event' | 'subscription_id'>,
  delivery: { event: string; subscriptionId: string; isOfRun: boolean },
): boolean =>
  fitsPattern(rule.event, delivery.event) &&
  (rule.subscription_id === null ? !delivery.isOfRun : rule.subscription_id === delivery.subscriptionId)

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
