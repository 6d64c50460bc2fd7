import type { SchemeName } from '../signing/recipes.ts'
import type { Verdict } from '../wire.ts'
import type { Facts } from './facts.ts'
import { withInstead } from './instead.ts'
import { withoutScheme } from './own-header.ts'
import { explainHeaders, hasReadings } from './search/explain.ts'
import { fixesOf, unsigned } from './verdicts.ts'

/**
 * The verdict on a request without the header of its signature: where another header holds what belongs there, that is named.
 * @param known how the scheme is known: it is set, or the other headers show it
 * @param isQuick whether looking for it is left for later
 */
export function withoutSignature(facts: Facts, known: 'set' | 'shown', isQuick: boolean): Verdict {
  const header = facts.presented.signatureHeader
  const wanted = { scheme: facts.recipe.scheme as SchemeName, header }
  const verdict = withInstead(unsigned(wanted, known), facts.input)
  const isSet = known === 'set'
  if (isQuick) {
    const { explained } = isSet ? verdict : withoutScheme(facts.input, true)
    return { ...verdict, explained: explained && !hasReadings(facts) }
  }
  const { causes, tried } = explainHeaders(facts)
  const [first] = causes
  if (!isSet && (!first || causes.some(isOfOther))) {
    // It has headers of the scheme by chance: a recipe of one's own says more than several mistakes at once.
    const own = withoutScheme(facts.input, false)
    if (own.causes.length > 0) return own
  }
  return first ? { ...verdict, reason: first.detail, hint: fixesOf(causes), causes, tried } : verdict
}

const isOfOther = ({ cause }: Verdict['causes'][number]) => cause === 'other_scheme'
