import type { Capture } from '../../server/wire.ts'
import { captureSign, captureTitle } from '../parts/capture-sign.ts'
import { Copy } from '../parts/copy.tsx'
import { bytes, type Tone } from '../parts/format.ts'
import { Secret } from '../parts/secret.tsx'
import { SignedString } from '../parts/signed-string.tsx'
import { endpoints } from '../state/settings.ts'

/** What verification says: the finding, why, the fix, and everything it was computed from. */
export function Signature({ capture }: { capture: Capture }) {
  const { verdict } = capture
  const secret = endpoints.value?.find((one) => one.name === capture.endpoint)?.secret ?? null
  return (
    <>
      <Finding capture={capture} />
      {verdict.causes.length > 0 && <Causes capture={capture} />}
      {verdict.signed_content !== null && (
        <SignedString
          scheme={verdict.scheme}
          content={verdict.signed_content}
          body={`body as received, ${bytes(capture.body_size)}`}
        />
      )}
      <dl class="facts">
        <Fact name="Scheme" value={verdict.scheme} />
        <Fact name="Expected" value={verdict.expected} />
        <Fact name="Received" value={verdict.received} />
        {verdict.secret_of !== null && (
          <div>
            <dt>Secret</dt>
            <dd>of {verdict.secret_of}</dd>
          </div>
        )}
        {secret !== null && (
          <div>
            <dt>Endpoint’s secret</dt>
            <dd>
              <Secret secret={secret} of={capture.endpoint} />
            </dd>
          </div>
        )}
      </dl>
      <Checks capture={capture} />
    </>
  )
}

const shapes = { good: '✓', bad: '✕', wait: '◷', quiet: '–' } as const satisfies Record<Tone, string>

function Finding({ capture }: { capture: Capture }) {
  const { verdict } = capture
  const { tone, text } = captureTitle(capture)
  const isChecked = !capture.body_cut && !capture.body_omitted
  const proved = verdict.causes.find((cause) => cause.proved)
  const isSaidBelow = verdict.causes.some((cause) => cause.fix === verdict.hint)
  return (
    <div class={`finding ${tone}`}>
      <h3>
        <span aria-hidden="true">{shapes[tone]} </span>
        {text}
      </h3>
      {proved && isChecked && <p>Proved: {proved.detail}</p>}
      {isChecked && verdict.reason !== proved?.detail && <p>{verdict.reason}</p>}
      {verdict.hint && !isSaidBelow && <p>{verdict.hint}</p>}
    </div>
  )
}

function Causes({ capture }: { capture: Capture }) {
  const { verdict } = capture
  return (
    <section>
      <h3 class="label">{verdict.causes.some((cause) => cause.proved) ? 'Fix' : 'What it may be'}</h3>
      <ul class="causes">
        {verdict.causes.map(({ cause, proved, detail, fix }) => (
          <li key={cause}>
            <div class="cause-head">
              <code>{cause}</code>
              <span class={`mark ${proved ? captureSign(capture).tone : 'quiet'}`}>
                {proved ? 'proved' : 'possible'}
              </span>
              <span class="spring" />
              <Copy text={fix} label="Copy fix" />
            </div>
            {!proved && <p class="quiet">{detail}</p>}
            <p>{fix}</p>
          </li>
        ))}
      </ul>
    </section>
  )
}

function Fact({ name, value }: { name: string; value: string | null }) {
  if (value === null) return null
  return (
    <div>
      <dt>{name}</dt>
      <dd>
        <code>{value}</code>
      </dd>
    </div>
  )
}

const checkWords = { good: 'passed', bad: 'failed', wait: 'failed', quiet: 'not checked' } as const

function CheckMark({ name, state }: { name: string; state: Tone }) {
  return (
    <span class={`mark ${state}`}>
      <span aria-hidden="true">{shapes[state]} </span>
      {name}
      <span class="unseen">, {checkWords[state]}</span>
    </span>
  )
}

function Checks({ capture }: { capture: Capture }) {
  const { verdict } = capture
  if (verdict.checks.length === 0 || capture.body_omitted || capture.body_cut) return null
  // Where the verdict is not a failed one, a check that did not pass was not to be made.
  const failing = verdict.result === 'failed' ? captureSign(capture).tone : 'quiet'
  return (
    <section>
      <h3 class="label">Checks</h3>
      <ul class="checks">
        {verdict.checks.map(({ name, ok, detail }) => (
          <li key={name}>
            <CheckMark name={name} state={ok ? 'good' : failing} /> <span class="quiet">{detail}</span>
          </li>
        ))}
      </ul>
    </section>
  )
}
