/** Whether what was set a number of times still has an effect. */
import type { ArmedError, FaultRule } from '../../server/wire.ts'

/** A spent error has fired as often as allowed. It stays listed, without effect. */
export const isErrorSpent = ({ times, fired }: Pick<ArmedError, 'times' | 'fired'>): boolean =>
  times !== null && fired >= times

/** Whether all matches of a limited rule are used up. */
export const isRuleSpent = ({ first, matched }: Pick<FaultRule, 'first' | 'matched'>): boolean =>
  first !== null && matched >= first
