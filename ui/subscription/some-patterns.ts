import { count } from '../kit/format.ts'

/** How many patterns of a subscription are named before the rest is only counted: there may be thousands. */
const named = 12

/** The patterns of a subscription in a line that can be read: `card.*, kyc.*`, and behind the first twelve `and 9,988 more`. */
export function somePatterns(patterns: readonly string[]): string {
  const more = patterns.length - named
  return more > 0 ? `${patterns.slice(0, named).join(', ')} and ${count(more)} more` : patterns.join(', ')
}
