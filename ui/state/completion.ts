import { type Proposal, proposals } from '../parts/filter-proposals.ts'
import type { Listed } from '../parts/filter-text.ts'
import { knownValues, readCauses } from './filter-values.ts'
import { go } from './navigation.ts'
import { placeOfFilter, recentFilters, savedFilters } from './saved-filters.ts'

export { withProposal } from '../parts/filter-proposals.ts'

/** What can be taken at the caret: in an empty field what was saved and filtered for lately, then what goes on from it. */
export function complete(text: string, caret: number, kinds: readonly Listed[]): Offer[] {
  void readCauses()
  const going: Offer[] = proposals(text, caret, kinds, knownValues.value)
  if (text.trim() !== '') return going
  const saved = savedFilters().map(
    (one): Offer => ({ text: one.name, about: 'saved', go: () => go(placeOfFilter(one)) }),
  )
  const recent = recentFilters().map((q): Offer => ({ text: q, about: 'lately', isWhole: true }))
  return [...saved, ...recent.slice(0, 4), ...going]
}
/** A proposal, or somewhere to go. */
export interface Offer extends Proposal {
  go?: () => void
}
