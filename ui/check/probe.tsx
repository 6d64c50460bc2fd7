/** One probe of a check: its result, what happened, and how to fix it. */

import type { Check, CheckProbe, ProbeResult } from '../../server/wire.ts'
import { probeFacts, resultWords, sayResult } from '../../server/words/check-report.ts'
import { linesOf } from '../../server/words/markup.ts'
import { Copy } from '../kit/copy.tsx'
import { Fact } from '../kit/fact.tsx'
import type { Tone } from '../kit/format.ts'
import { count } from '../kit/format.ts'
import { dateTime } from '../kit/time.ts'
import { placeOf } from '../place/navigation.ts'
import { PlaceLink } from '../place/place-link.tsx'
import { again } from './checking.ts'

const tones: Record<ProbeResult, Tone> = {
  fail: 'bad',
  warn: 'wait',
  note: 'quiet',
  pass: 'good',
  skip: 'quiet',
  unknown: 'quiet',
}

/** The result as a sign. */
export const resultSign = (result: ProbeResult) => ({
  tone: tones[result],
  shape: resultWords[result].mark,
  text: resultWords[result].word,
})

/** Links beside a probe. A burst has many more. */
const shownDeliveries = 3

function DeliveryLinks({ ids, check }: { ids: readonly string[]; check: string }) {
  return (
    <span class="probe-deliveries">
      {ids.slice(0, shownDeliveries).map((id) => (
        <PlaceLink key={id} to={{ ...placeOf('stream'), run: check, open: id }}>
          {id}
        </PlaceLink>
      ))}
      {ids.length > shownDeliveries && (
        <span class="quiet">and {count(ids.length - shownDeliveries)} more in the stream</span>
      )}
    </span>
  )
}

/** Prose and code in turn, as the text has them. */
export function partsOf(text: string): { isCode: boolean; text: string }[] {
  const parts: { isCode: boolean; text: string }[] = []
  for (const { isCode, text: line } of linesOf(text)) {
    const last = parts.at(-1)
    if (last?.isCode === isCode && isCode) last.text += `\n${line}`
    else parts.push({ isCode, text: line })
  }
  return parts.map((part) => (part.isCode ? { ...part, text: outdented(part.text) } : part))
}

/** Without the indentation that all lines have. */
function outdented(code: string): string {
  const lines = code.split('\n')
  const depth = Math.min(...lines.filter((line) => line !== '').map((line) => line.search(/\S/)))
  return lines.map((line) => line.slice(depth)).join('\n')
}

/** What to change. Code can be copied. */
export const Fix = ({ text }: { text: string }) => (
  <>
    {partsOf(text).map((part, index) =>
      part.isCode ? (
        <div key={index} class="copy-box fix-code">
          <pre>{part.text}</pre>
          <Copy text={part.text} what="the code" />
        </div>
      ) : (
        <p key={index}>{part.text}</p>
      ),
    )}
  </>
)

interface Props {
  probe: CheckProbe
  check: Check
}

/** What was sent, expected and answered, why it matters, and the fix. */
export function ProbeFacts({ probe, check }: Props) {
  const { id, deliveries } = probe
  return (
    <>
      <dl class="facts probe-facts">
        {probeFacts(probe, check.secret_hint, dateTime).map(([name, text]) => (
          <Fact key={name} name={name}>
            {name === 'Fix' ? <Fix text={text} /> : text}
          </Fact>
        ))}
        {deliveries.length > 0 && (
          <Fact name="Deliveries">
            <DeliveryLinks ids={deliveries} check={check.id} />
          </Fact>
        )}
      </dl>
      {check.finished_at !== null && probe.result !== 'skip' && (
        <button
          type="button"
          class="small probe-again"
          aria-label={`Run again: ${id}`}
          aria-busy={isPending(probe, check)}
          // A disabled button would lose the focus.
          aria-disabled={check.state === 'running'}
          onClick={() => check.state !== 'running' && void again(check.id, [id])}
        >
          Run again
        </button>
      )}
    </>
  )
}

/** Whether a probe of an ended check runs again. */
const isPending = ({ id }: CheckProbe, { state, pending }: Check) =>
  state === 'running' && pending.includes(id)

/** The sign of a probe that is still to come. */
export const PendingMark = () => (
  <span class="step-mark" role="img" aria-label="Pending">
    ◌
  </span>
)

/** A probe in one line, which unfolds. */
export function ProbeLine({ probe, check }: Props) {
  const { id, title, headline, severity, result } = probe
  const isWrong = result === 'fail' || result === 'warn' || result === 'note'
  const { tone, shape } = resultSign(result)
  return (
    <li>
      <details class="probe">
        <summary>
          {isPending(probe, check) ? (
            <PendingMark />
          ) : (
            <span class={`step-mark ${tone}`} role="img" aria-label={sayResult(probe)}>
              {shape}
            </span>
          )}
          <span class="probe-title">{isWrong ? headline : title}</span>
          <code class="probe-id">{id}</code>
          {isWrong && <span class="quiet probe-severity">{severity}</span>}
        </summary>
        <ProbeFacts probe={probe} check={check} />
      </details>
    </li>
  )
}
