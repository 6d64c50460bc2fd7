/** The Errors view: error codes, their counts, and armed errors. */
import { inOneLine } from '../kit/control-marks.ts'
import '../styles/things.css'
import { sandboxCurl } from '../commands/curl.ts'
import { NotHere } from '../detail/not-here.tsx'
import { Narrowing, type Options } from '../kit/choice.tsx'
import { Copy } from '../kit/copy.tsx'
import { count } from '../kit/format.ts'
import { Split } from '../kit/split.tsx'
import { go, place } from '../place/navigation.ts'
import { meetings, type Place, reaches } from '../place/place.ts'
import { Search } from '../place/search.tsx'
import { paused, setPaused } from '../stream/stream.ts'
import { ArmWithoutCode } from './arm-form.tsx'
import { newAnswer } from './arm-order.ts'
import { ArmedList } from './armed.tsx'
import { ErrorDetail } from './error.tsx'
import { everyError, findErrors, foundBeyond, foundErrors, isFiltered, tallyOf } from './error-list.ts'
import { armedErrors, errorOf, errors, heldCalls, metErrors } from './errors.ts'
import { ErrorList } from './rows.tsx'

export function Errors() {
  const { open } = place.value
  return (
    <Split
      open={open}
      detailLabel={open === newAnswer ? 'Arm a response without an error code' : 'Error code'}
      list={
        <>
          <div class="list-head">
            <h2>Errors</h2>
            <span class="quiet" role="status">
              {errors.value === null ? 'loading' : `${metErrors.value} of ${errors.value.length} returned`}
            </span>
            <span class="spring" />
            <button type="button" onClick={() => go({ open: newAnswer })}>
              Arm without error code
            </button>
          </div>
          <ArmedNow />
          <ErrorTools />
          <ErrorList />
        </>
      }
      detail={<Chosen open={open} />}
    />
  )
}

function ArmedNow() {
  const armed = armedErrors.value
  const example = sandboxCurl('POST', '/sandbox/armed-errors', {
    code: 'insufficient_funds',
    times: 1,
  })
  return (
    <section class="armed-now" aria-labelledby="armed-now">
      <h3 id="armed-now" class="label">
        Armed errors
      </h3>
      {armed !== null && armed.length > 0 ? (
        <ArmedList armed={armed} label="Armed errors" />
      ) : (
        // The same height before loading, so that nothing below moves.
        <p class="quiet" style={armed === null ? { visibility: 'hidden' } : {}}>
          None. Choose an error code to arm it, or arm one from a terminal.{' '}
          <Copy text={example} label="Copy as curl" what="an example" />
        </p>
      )}
    </section>
  )
}

function Chosen({ open }: { open: string | null }) {
  if (open === newAnswer) return <ArmWithoutCode />
  const entry = errorOf(open)
  if (entry) return <ErrorDetail key={entry.code} entry={entry} />
  if (open === null)
    return (
      <div class="empty">
        <p class="quiet">Choose an error code to see its meaning and its cause, and to arm it.</p>
        <p class="quiet keys">
          <kbd>j</kbd> <kbd>k</kbd> move · <kbd>Enter</kbd> open · <kbd>Esc</kbd> close · <kbd>/</kbd> search
          · <kbd>a</kbd> arm · <kbd>c</kbd> copy as curl · <kbd>?</kbd> all keys
        </p>
      </div>
    )
  if (errors.value === null) return <div class="empty" aria-busy="true" />
  return (
    <NotHere>
      <p class="quiet">The platform has no error code named {inOneLine(open)}.</p>
    </NotHere>
  )
}

type Name = 'area' | 'status' | 'reached' | 'met'

const reachWords = { naturally: 'a request', armed: 'arming only' } as const
const metWords = { yes: 'returned', no: 'not returned' } as const

export function ErrorTools() {
  const all = errors.value ?? []
  const left = (change: Partial<Place>) => findErrors(all, { ...place.value, ...change }).length
  const tallied = (name: 'area' | 'status'): Options =>
    tallyOf(all, name).map(([value]) => [value, `${value} (${left({ [name]: value })})`])
  return (
    <>
      <div class="tools">
        <Search over="codes, meanings, areas, messages, operations" />
      </div>
      <div class="tools-under error-filters">
        <Filter name="area" label="Area" every="all areas" options={tallied('area')} />
        <Filter name="status" label="Status" every="all statuses" options={tallied('status')} />
        <Filter
          name="reached"
          label="Cause"
          every="any cause"
          options={reaches.map((one) => [one, `${reachWords[one]} (${left({ reached: one })})`])}
        />
        <Filter
          name="met"
          label="Returned to a call"
          every="returned or not"
          options={meetings.map((one) => [one, `${metWords[one]} (${left({ met: one })})`])}
        />
        <span class="spring" />
        <Size />
      </div>
    </>
  )
}

function Filter({ name, ...rest }: { name: Name; label: string; every: string; options: Options }) {
  return <Narrowing {...rest} chosen={place.value[name]} onPick={(value) => go({ [name]: value || null })} />
}

function Size() {
  const waiting = heldCalls.value
  return (
    <div class="movement">
      {paused.value && (
        <button type="button" class="small link" onClick={() => setPaused(false)}>
          paused{waiting > 0 && `, ${count(waiting)} new`} · resume
        </button>
      )}
      {isFiltered(place.value) && (
        <>
          <span class="quiet">
            {foundErrors.value.length + foundBeyond.value.length}
            <span class="so"> found</span>
          </span>
          <button type="button" class="small" onClick={() => go(everyError)}>
            Clear
          </button>
        </>
      )}
    </div>
  )
}
