/** Says why no error code is listed, and offers the step that helps. */
import { count } from '../kit/format.ts'
import { titled } from '../kit/titled.ts'
import { NotRead } from '../live/not-read.tsx'
import { go, place } from '../place/navigation.ts'
import { CopyBox } from '../secrets/copy-box.tsx'
import { setPaused } from '../stream/stream.ts'
import { curlFor } from './error.tsx'
import { everyError } from './error-list.ts'
import { errorOf, errors, errorsProblem, heldCalls, metErrors, readErrors } from './errors.ts'

export function ErrorEmpty() {
  if (errorsProblem.value !== null)
    return (
      <div class="empty">
        <NotRead problem={errorsProblem.value} again={readErrors} />
      </div>
    )
  if (errors.value === null) return <div class="empty" aria-busy="true" />
  const { met } = place.value
  const waiting = heldCalls.value
  if (met === 'yes' && waiting > 0)
    return (
      <div class="empty">
        <p>
          Paused. {count(waiting)} {waiting === 1 ? 'new call' : 'new calls'} with an error.
        </p>
        <button type="button" onClick={() => setPaused(false)}>
          Resume
        </button>
      </div>
    )
  if (met === 'yes' && metErrors.value === 0) {
    const example = errorOf('insufficient_funds')
    return (
      <div class="empty">
        <p>No call has returned an error yet.</p>
        {example && (
          <>
            <p class="quiet">Make a call that returns an error</p>
            <CopyBox text={curlFor(example)} what="the command" />
          </>
        )}
        <ShowAll />
      </div>
    )
  }
  return (
    <div class="empty">
      <p>
        No code <Asked />.
      </p>
      <ShowAll />
    </div>
  )
}

const ShowAll = () => (
  <button type="button" onClick={() => go(everyError)}>
    Clear the filter
  </button>
)

/** The filter in words. */
function Asked() {
  const { q, area, status, reached, met } = place.value
  const others = [
    area !== null && `in ${area}`,
    status !== null && `with status ${status}`,
    reached !== null && (reached === 'armed' ? 'reached only by arming' : 'reached by a request'),
    met !== null && (met === 'yes' ? 'returned to a call' : 'not returned yet'),
  ].filter((part) => part !== false)
  return (
    <>
      {q !== '' && (
        <>
          with <code>{titled(q)}</code>
        </>
      )}
      {q !== '' && others.length > 0 && ' '}
      {others.join(', ')}
    </>
  )
}
