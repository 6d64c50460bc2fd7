/** The list of error codes; codes that only the reference names are under a heading. */
import { computed } from '@preact/signals'
import type { ErrorEntry } from '../../server/wire.ts'
import { rowHeight } from '../kit/appearance.ts'
import { count } from '../kit/format.ts'
import { Mark } from '../kit/mark.tsx'
import { titled } from '../kit/titled.ts'
import { VirtualList } from '../kit/virtual-list.tsx'
import { NotRead } from '../live/not-read.tsx'
import { isErrorSpent } from '../live/spent.ts'
import { asLink } from '../place/as-link.ts'
import { go, place } from '../place/navigation.ts'
import { CopyBox } from '../secrets/copy-box.tsx'
import { setPaused } from '../stream/stream.ts'
import { curlFor } from './error.tsx'
import { activeError, errorLines, everyError, openError } from './error-list.ts'
import { armedErrors, errorOf, errors, errorsProblem, heldCalls, metErrors, readErrors } from './errors.ts'

/** A row has room for two lines of small text: no meaning is cut in a window of 1440 px. */
const errorHeight = computed(() => Math.round(rowHeight.value * 1.3))

export function ErrorList() {
  const lines = errorLines.value
  if (lines.length === 0) return <ErrorEmpty />
  const active = lines.findIndex((line) => line !== 'beyond' && line.code === activeError.value)
  return (
    <VirtualList
      label="Error codes"
      count={lines.length}
      rowHeight={errorHeight.value}
      active={active}
      activeKey={activeError.value ?? ''}
      keyAt={(index) => {
        const line = lines[index]
        return line === undefined || line === 'beyond' ? 'beyond' : line.code
      }}
      row={(index, slot) => {
        const line = lines[index]
        if (line === undefined) return null
        return line === 'beyond' ? (
          <div key={slot} class="row error-beyond quiet" role="presentation">
            In the platform’s reference, but not in its list of error codes
          </div>
        ) : (
          <ErrorRow key={slot} entry={line} index={index} isActive={index === active} />
        )
      }}
    />
  )
}

function ErrorRow({ entry, index, isActive }: { entry: ErrorEntry; index: number; isActive: boolean }) {
  const { code, meaning, met, status } = entry
  const isArmed = armedErrors.value?.some((one) => one.code === code && !isErrorSpent(one))
  return (
    // biome-ignore lint/a11y/useFocusableInteractive: the list holds the focus and the keys; its rows are named by aria-activedescendant
    <div
      id={`row-${index}`}
      role="option"
      aria-selected={isActive}
      class={isActive ? 'row error active' : 'row error'}
      {...asLink({ open: code }, () => openError(code))}
    >
      <code class="error-code">{code}</code>
      <span class="error-meaning quiet" title={meaning}>
        {meaning}
      </span>
      {isArmed && <span class="fault">armed</span>}
      {met > 0 && (
        <span class="error-met">
          <Mark sign={{ tone: 'good', text: met === 1 ? 'met' : `${count(met)} ×` }} />
        </span>
      )}
      <span class="number error-status">{status}</span>
    </div>
  )
}

function ErrorEmpty() {
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
