/** Proposes completions for the filter field. */
import type { Listed } from '../../server/words/filter-names.ts'
import { go } from '../place/navigation.ts'
import type { FilterPiece } from '../stream/filter-text.ts'
import { rows } from '../stream/span.ts'
import { type Proposal, proposals } from './filter-proposals.ts'
import { closedValues, knownValues, patternsOf, readCauses } from './filter-values.ts'
import { recentFilters, savedFilters } from './saved-filters.ts'
import { placeOfFilter } from './saving.ts'

export { around, putAt } from '../kit/menu.tsx'
export { shownText } from '../secrets/secrets.ts'
export { withProposal } from './filter-proposals.ts'

/** The proposals at the caret. An empty field starts with saved and recent filters. */
export function complete(text: string, caret: number, kinds: readonly Listed[]): Offer[] {
  void readCauses()
  const values = knownValues.value
  const event = patternsOf(values.event ?? [], seenEvents())
  const going: Offer[] = proposals(text, caret, kinds, { ...values, event })
  if (text.trim() !== '') return going
  const saved = savedFilters().map(
    (one): Offer => ({ text: one.name, about: 'saved', go: () => go(placeOfFilter(one)) }),
  )
  const recent = recentFilters().map((q): Offer => ({ text: q, about: 'lately', isWhole: true }))
  return [...saved, ...recent.slice(0, 4), ...going]
}

/** Whether the last value is only the start of a known value: the sandbox would refuse it. */
export function isPartOfValue({ name, value }: FilterPiece): boolean {
  const part = value.slice(value.lastIndexOf(',') + 1)
  const all = closedValues.value
  const known = (name !== null && Object.hasOwn(all, name) && all[name]) || []
  return !known.includes(part) && known.some((one) => one.startsWith(part))
}

/** The event names in the list. */
function seenEvents(): string[] {
  const names = new Set<string>()
  for (const { kind, data } of rows.all()) if (kind !== 'call' && data.event !== null) names.add(data.event)
  return [...names].toSorted()
}

/** A proposal, or a place to go to. */
export interface Offer extends Proposal {
  go?: () => void
}
