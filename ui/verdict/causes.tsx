/** Shows the causes of a failed verification. */

import type { Cause } from '../../server/wire.ts'
import { Copy } from '../kit/copy.tsx'
import { Fact } from '../kit/fact.tsx'
import type { Tone } from '../kit/format.ts'
import { Difference } from '../message/difference.tsx'
import { Masked } from '../secrets/masked.tsx'
import { chiefCause } from './capture-sign.ts'

/** Each cause with its evidence, the expected and received values, and the fix. */
export function Causes({ causes, tone }: { causes: readonly Cause[]; tone: Tone }) {
  const chief = chiefCause({ causes })
  return (
    <section>
      <h3 class="label">{chief?.proved ? 'Cause' : 'Possible causes'}</h3>
      <ul class="causes">
        {causes.map((cause) => (
          <li key={`${cause.cause} ${cause.detail}`}>
            <CauseOf cause={cause} tone={cause.proved ? tone : 'quiet'} isSaid={cause === chief} />
          </li>
        ))}
      </ul>
    </section>
  )
}

function CauseOf({ cause, tone, isSaid }: { cause: Cause; tone: Tone; isSaid: boolean }) {
  const { cause: word, proved, detail, fix, diff, expected, received } = cause
  return (
    <>
      <div class="cause-head">
        <code>{word}</code>
        <span class={`mark ${tone}`}>{proved ? 'proved' : 'possible'}</span>
      </div>
      {/* The finding above shows the detail of a proved chief cause. */}
      {!(isSaid && proved) && <p>{detail}</p>}
      {diff !== null && <Difference difference={diff} />}
      {diff === null ? (
        <Values expected={expected} received={received} />
      ) : (
        // The difference is visible above. In full, both values look alike.
        <details class="in-full">
          <summary>Full values</summary>
          <Values expected={expected} received={received} />
        </details>
      )}
      <div class="fix">
        <p>
          <b>Fix</b> {fix}
        </p>
        <Copy text={fix} label="Copy fix" />
      </div>
    </>
  )
}

function Values({ expected, received }: Pick<Cause, 'expected' | 'received'>) {
  if (expected === null && received === null) return null
  return (
    <dl class="facts values">
      {expected !== null && <Value name="Expected" text={expected} />}
      {received !== null && <Value name="Received" text={received} />}
    </dl>
  )
}

/** The request tab shows the whole body. */
const mostShown = 1000

const Value = ({ name, text }: { name: string; text: string }) => (
  <Fact name={name}>
    <code>
      <Masked text={text.slice(0, mostShown)} />
      {text.length > mostShown && ` … ${text.length - mostShown} more characters`}
    </code>
  </Fact>
)
