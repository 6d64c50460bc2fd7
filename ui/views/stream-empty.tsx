import { CopyBox } from '../parts/copy.tsx'
import { count } from '../parts/format.ts'
import { ProblemBox } from '../parts/problem.tsx'
import { sendEvent } from '../state/acts.ts'
import { matchingOf, matchingWords } from '../state/matching.ts'
import { go, place } from '../state/navigation.ts'
import { everyDelivery } from '../state/place.ts'
import {
  hasOlder,
  loading,
  loadOlder,
  loadProblem,
  paused,
  reload,
  setPaused,
  shown,
} from '../state/stream.ts'

/** Why the list is empty, and the one move that fills it. */
export function StreamEmpty() {
  const { kind, q, endpoint, run } = place.value
  const narrowed = matchingWords(matchingOf({ ...place.value, q: '' }))
  if (loadProblem.value?.code === 'invalid_query')
    return (
      <div class="empty">
        <p>Nothing is listed: the filter cannot be read.</p>
        <button type="button" onClick={() => go({ q: '' })}>
          Clear the filter
        </button>
      </div>
    )
  if (loadProblem.value !== null)
    return (
      <div class="empty">
        <ProblemBox problem={loadProblem.value} />
        <button type="button" onClick={() => void reload()}>
          Read again
        </button>
      </div>
    )
  if (loading.value) return <div class="empty" aria-busy="true" />
  if (paused.value && shown.value.fresh > 0)
    return (
      <div class="empty">
        <p>Paused. {count(shown.value.fresh)} waiting.</p>
        <button type="button" onClick={() => setPaused(false)}>
          Resume
        </button>
      </div>
    )
  if (q !== '' || narrowed !== '' || kind !== 'all' || endpoint !== null || run !== null)
    return (
      <div class="empty">
        <p>
          {kind === 'failed' ? 'Nothing failed' : `No ${kind === 'all' ? 'rows' : kind}`}
          {endpoint !== null && ` at /in/${endpoint}`}
          {run !== null && ` of ${run}`}
          {narrowed !== '' && ` of ${narrowed}`}
          {q !== '' && (
            <>
              {' '}
              with <code>{q}</code>
            </>
          )}
          {q === '' && ' yet'}.
        </p>
        {hasOlder.value && (
          <button type="button" onClick={() => void loadOlder()}>
            Read further back
          </button>
        )}
        <button
          type="button"
          onClick={() => go({ kind: 'all', q: '', endpoint: null, run: null, ...everyDelivery })}
        >
          Clear the filter
        </button>
      </div>
    )
  const command = `curl -X POST ${location.origin}/sandbox/events -H 'content-type: application/json' -d '{"event":"card.created"}'`
  return (
    <div class="empty">
      <p>Nothing has happened yet.</p>
      <button type="button" class="primary" onClick={() => void sendEvent('card.created')}>
        Send card.created
      </button>
      <p class="quiet">or from a terminal</p>
      <CopyBox text={command} what="the command" />
    </div>
  )
}
