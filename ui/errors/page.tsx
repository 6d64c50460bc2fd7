/** The Errors view: error codes, their counts, and armed errors. */
import { inOneLine } from '../kit/control-marks.ts'
import '../styles/things.css'
import { sandboxCurl } from '../commands/curl.ts'
import { NotHere } from '../detail/not-here.tsx'
import { Copy } from '../kit/copy.tsx'
import { Split } from '../kit/split.tsx'
import { go, place } from '../place/navigation.ts'
import { ArmWithoutCode } from './arm-form.tsx'
import { newAnswer } from './arm-order.ts'
import { ArmedList } from './armed.tsx'
import { ErrorDetail } from './error.tsx'
import { ErrorTools } from './error-tools.tsx'
import { armedErrors, errorOf, errors, metErrors } from './errors.ts'
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
