/** Describes fault rules in words. */

import type { FaultRule } from '../../server/wire.ts'
import { count } from '../kit/format.ts'
import { isRuleSpent } from '../live/spent.ts'

const ordinal = (number: number): string => {
  const tail =
    number % 100 >= 11 && number % 100 <= 13 ? 'th' : ({ 1: 'st', 2: 'nd', 3: 'rd' }[number % 10] ?? 'th')
  return `${count(number)}${tail}`
}

/** Which matches a rule affects, and its source unless added by hand. Empty if the rule affects all matches. */
export function ruleWhen({ every, probability, first, source }: FaultRule): string {
  return [
    every !== null && every > 1 && `every ${ordinal(every)} match`,
    probability !== null && `with probability ${probability}`,
    first !== null && (first === 1 ? 'only the first match' : `only the first ${count(first)} matches`),
    source === 'config' && 'from the configuration',
  ]
    .filter((part) => part !== false)
    .join(' · ')
}

/** The order in which the sandbox tries the rules: rules of the config, then the oldest first. */
export const inTheirOrder = (newestFirst: readonly FaultRule[]): FaultRule[] =>
  newestFirst.toReversed().toSorted((a, b) => Number(b.source === 'config') - Number(a.source === 'config'))

/** How many deliveries the rule matched, and how many got the fault. */
export const ruleTally = ({ fired, matched }: FaultRule): string =>
  `fired ${count(fired)} · matched ${count(matched)}`

/** The rest of a removed rule, as a request that adds it again. Null if the rule would not fire again. */
export function ruleAgain(rule: FaultRule) {
  const { fault, event, subscription_id, every, probability, first, matched } = rule
  // A new rule counts its matches from zero.
  if (isRuleSpent(rule) || (first !== null && every !== null && first - matched < every)) return null
  return {
    fault,
    event,
    ...(subscription_id !== null && { subscription_id }),
    ...(every !== null && { every }),
    ...(probability !== null && { probability }),
    ...(first !== null && { first: first - matched }),
  }
}
