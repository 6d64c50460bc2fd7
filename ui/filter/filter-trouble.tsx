/** Shows the mistake in the filter with a fix to click, or the kinds that the filter hides. */
import { useEffect } from 'preact/hooks'
import { notSearchable } from '../../server/words/search-hint.ts'
import { go, place } from '../place/navigation.ts'
import { shownText } from '../secrets/secrets.ts'
import { kindsAsked } from '../stream/asked.ts'
import { loadProblem, searchLag } from '../stream/stream.ts'
import { asWordsNote, filterFlaw, leftOutWords } from './filter-check.ts'
import { isFilterFlawed } from './filter-flaw.ts'
import { closedValues, readCauses } from './filter-values.ts'

export function FilterTrouble() {
  const { q } = place.value
  const kinds = kindsAsked(place.value)
  useEffect(() => {
    if (/\bcause:/.test(q)) void readCauses()
  }, [q])
  const flaw = filterFlaw(q, kinds, closedValues.value)
  const refused = loadProblem.value?.code === 'invalid_query' ? loadProblem.value : null
  const isFlawed = flaw !== null
  useEffect(() => {
    isFilterFlawed.value = isFlawed
    return () => {
      isFilterFlawed.value = false
    }
  }, [isFlawed])
  if (flaw === null && refused === null) {
    const words = leftOutWords(q, kinds) ?? asWordsNote(q)
    return (
      <>
        {words !== null && <p class="filter-note quiet">{shownText(words)}</p>}
        {searchLag.value > 0 && <p class="filter-note quiet">{notSearchable(searchLag.value)}</p>}
      </>
    )
  }
  const { mended = null, term = null } = flaw ?? {}
  return (
    <div class="filter-note bad" role="alert" id="filter-trouble">
      <span>
        <span aria-hidden="true">✕ </span>
        {shownText(flaw?.message ?? refused?.message ?? '')}
      </span>
      {mended !== null ? (
        <span>
          Did you mean{' '}
          <button type="button" class="small" onClick={() => go({ q: mended })}>
            <code>{term !== null && shownText(term)}</code>
          </button>
        </span>
      ) : (
        flaw === null && <span class="quiet">{refused?.fix}</span>
      )}
    </div>
  )
}
