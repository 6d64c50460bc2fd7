/** Says why the list is empty, and offers the step that helps. */
import { searchHint } from '../../server/words/search-hint.ts'
import { count } from '../kit/format.ts'
import { titled } from '../kit/titled.ts'
import { NotRead } from '../live/not-read.tsx'
import { go, place } from '../place/navigation.ts'
import { everyDelivery } from '../place/place.ts'
import { shownText } from '../secrets/secrets.ts'
import { filtersInWords } from '../stream/matching.ts'
import { hasOlder, loadOlder, loadProblem, paused, reload, setPaused, shown } from '../stream/stream.ts'
import { isFilterFlawed } from './filter-flaw.ts'
import { NothingYet } from './nothing-yet.tsx'

export function StreamEmpty() {
  const { q, run } = place.value
  const { fresh } = shown.value
  const problem = loadProblem.value
  if (problem?.code === 'invalid_query' || isFilterFlawed.value)
    return (
      <div class="empty">
        <p>No results: the filter has a mistake.</p>
        <button type="button" onClick={() => go({ q: '' })}>
          Clear the filter
        </button>
      </div>
    )
  if (problem !== null)
    return (
      <div class="empty">
        <NotRead problem={problem} again={reload} />
      </div>
    )
  if (paused.value && fresh > 0)
    return (
      <div class="empty">
        <p>Paused. {count(fresh)} new.</p>
        <button type="button" class="primary" onClick={() => setPaused(false)}>
          Resume
        </button>
      </div>
    )
  const narrowed = filtersInWords(place.value)
  return q !== '' || narrowed !== '' || run !== null ? <FilteredOut narrowed={narrowed} /> : <NothingYet />
}

/** Repeats the filter, and offers to clear it. */
function FilteredOut({ narrowed }: { narrowed: string }) {
  const { kind, q, endpoint, run } = place.value
  return (
    <div class="empty">
      <p>
        {kind === 'failed' ? 'No failures' : `No ${kind === 'all' ? 'records' : kind}`}
        {endpoint !== null && ` at /in/${titled(endpoint)}`}
        {run !== null && ` of ${titled(run)}`}
        {narrowed !== '' && ` of ${narrowed}`}
        {q !== '' && (
          <>
            {' '}
            with <code>{titled(shownText(q))}</code>
          </>
        )}
        .
      </p>
      {q !== '' && <p class="quiet">{searchHint}</p>}
      {paused.value && <p class="quiet">The list is paused and does not show new records.</p>}
      {hasOlder.value && (
        <button type="button" onClick={() => void loadOlder()}>
          Load older
        </button>
      )}
      <button
        type="button"
        class="primary"
        onClick={() => go({ q: '', endpoint: null, run: null, ...everyDelivery })}
      >
        Clear the filter
      </button>
    </div>
  )
}
