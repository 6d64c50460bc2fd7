/** Decides whether a fault rule applies to a delivery and fires. */
import type { FaultRule } from '../../wire.ts'
import { fitsPattern } from '../../words/pattern.ts'

/** A fault rule: the fault, and which deliveries get it. */
export interface RuleRecord extends Omit<FaultRule, 'fault_parts' | 'created_at'> {
  /** In microseconds. */
  created_at: number
}

/**
 * Whether a rule applies to a delivery. Runs are isolated: their deliveries only match rules that name the run's
 * subscription.
 */
export const isMeantFor = (
  rule: Pick<RuleRecord, 'event' | 'subscription_id'>,
  delivery: { event: string; subscriptionId: string; isOfRun: boolean },
): boolean =>
  fitsPattern(rule.event, delivery.event) &&
  (rule.subscription_id === null ? !delivery.isOfRun : rule.subscription_id === delivery.subscriptionId)

/**
 * Whether a rule fires at its `matched`-th delivery. All its conditions must hold.
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
