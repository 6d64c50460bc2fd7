import type { FaultRule } from '../../server/wire.ts'
import { count } from '../kit/format.ts'

const ordinal = (number: number): string => {
  const tail =
    number % 100 >= 11 && number % 100 <= 13 ? 'th' : ({ 1: 'st', 2: 'nd', 3: 'rd' }[number % 10] ?? 'th')
  return `${count(number)}${tail}`
}

/** Which of its matches a rule touches, and where it comes from if nobody added it by hand; empty for all of them. */
export function ruleWhen({ every, probability, first, source }: FaultRule): string {
  return [
    every !== null && every > 1 && `every ${ordinal(every)} match`,
    probability !== null && `with probability ${probability}`,
    first !== null && (first === 1 ? 'only the first match' : `only the first ${count(first)} matches`),
    source === 'config' && 'from the config',
  ]
    .filter((part) => part !== false)
    .join(' · ')
}

/** In the order in which deliveries are held against them: those of the config, which each start makes anew, then the oldest. */
export const inTheirOrder = (newestFirst: readonly FaultRule[]): FaultRule[] =>
  newestFirst.toReversed().toSorted((a, b) => Number(b.source === 'config') - Number(a.source === 'config'))

/** Its first matches are over: it stays listed and does nothing more. */
export const isSpent = ({ first, matched }: Pick<FaultRule, 'first' | 'matched'>): boolean =>
  first !== null && matched >= first

/** How many deliveries it matched, and how many of them it touched. */
export const ruleTally = ({ fired, matched }: FaultRule): string =>
  `fired ${count(fired)} · matched ${count(matched)}`

/** What is left of one that was removed, as an order that makes it again; null where nothing is that would still fire. */
export function ruleAgain(rule: FaultRule) {
  const { fault, event, subscription_id, every, probability, first, matched } = rule
  // Made again it counts from its beginning.
  if (isSpent(rule) || (first !== null && every !== null && first - matched < every)) return null
  return {
    fault,
    event,
    ...(subscription_id !== null && { subscription_id }),
    ...(every !== null && { every }),
    ...(probability !== null && { probability }),
    ...(first !== null && { first: first - matched }),
  }
}
