/** The Signature tab of a capture: finding, proof, fix, and the evidence. */
import type { Capture, Verdict } from '../../server/wire.ts'
import { bytes } from '../../server/words/size.ts'
import { familyWords, ownerWords } from '../../server/words/verdict.ts'
import { Fact } from '../kit/fact.tsx'
import type { Tone } from '../kit/format.ts'
import { endpoints, recipeOf } from '../live/settings.ts'
import { triedWords } from '../message/difference-words.ts'
import { SignedBytes, SignedString } from '../message/signed-string.tsx'
import { Secret } from '../secrets/secret.tsx'
import { captureSign, chiefCause } from '../verdict/capture-sign.ts'
import { captureTitle } from '../verdict/capture-title.ts'
import { Causes } from '../verdict/causes.tsx'
import { ShowHandler } from '../verdict/show-handler.tsx'
import { VerifyWith } from './verify-with.tsx'

/** @param props.isSpoilt whether the head says that the sandbox spoilt the signature, which needs no other cause */
export function Signature({ capture, isSpoilt }: { capture: Capture; isSpoilt: boolean }) {
  const { verdict } = capture
  const isChecked = !capture.body_cut && !capture.body_omitted
  return (
    <>
      {!isSpoilt && <Finding capture={capture} />}
      {isChecked && !isSpoilt && verdict.causes.length > 0 && (
        <Causes causes={verdict.causes} tone={captureSign(capture).tone} />
      )}
      {isChecked && !isSpoilt && <Tried verdict={verdict} />}
      {isChecked && verdict.scheme !== null && <ShowHandler of={{ capture_id: capture.id }} />}
      <Signed capture={capture} />
      <Facts capture={capture} />
      {isChecked && <Checks capture={capture} />}
      {isChecked && <VerifyWith key={capture.id} capture={capture} />}
    </>
  )
}

function Signed({ capture: { verdict, body, body_base64, body_size } }: { capture: Capture }) {
  const recipe = recipeOf(verdict.scheme)
  const title = `body as received, ${bytes(body_size)}`
  if (verdict.signed_content !== null)
    return <SignedString recipe={recipe} content={verdict.signed_content} body={{ text: body, title }} />
  return recipe !== null && body_base64 !== null && <SignedBytes recipe={recipe} title={title} />
}

function Facts({ capture: { verdict, endpoint } }: { capture: Capture }) {
  const secret = endpoints.value?.find((one) => one.name === endpoint)?.secret ?? null
  return (
    <dl class="facts">
      <Value name="Scheme" value={verdict.scheme} />
      <Value name="Expected" value={verdict.expected} />
      <Value name="Received" value={verdict.received} />
      {verdict.secret_of !== null && <Fact name="Secret">of {ownerWords(verdict.secret_of)}</Fact>}
      {secret !== null && (
        <Fact name="Endpoint secret">
          <Secret secret={secret} of={endpoint} />
        </Fact>
      )}
    </dl>
  )
}

const shapes = { good: '✓', bad: '✕', wait: '◷', quiet: '–' } as const satisfies Record<Tone, string>

function Finding({ capture }: { capture: Capture }) {
  const { verdict } = capture
  const { tone, text } = captureTitle(capture)
  const isChecked = !capture.body_cut && !capture.body_omitted
  const chief = chiefCause(verdict)
  const proved = chief?.proved ? chief : undefined
  const isSaidBelow = verdict.causes.some((cause) => cause.fix === verdict.hint)
  return (
    <div class={`finding ${tone}`}>
      <h3>
        <span aria-hidden="true">{shapes[tone]} </span>
        {text}
      </h3>
      {proved && isChecked && <p>Proved: {proved.detail}</p>}
      {isChecked && verdict.reason_code !== proved?.cause && <p>{verdict.reason}</p>}
      {verdict.hint && !isSaidBelow && <p>{verdict.hint}</p>}
      {isChecked && <Search verdict={verdict} />}
    </div>
  )
}

/** The state of the search for a cause, until one is proved. */
function Search({ verdict }: { verdict: Verdict }) {
  if (!verdict.explained) return <p aria-live="polite">Searching for the cause…</p>
  if (verdict.tried === null || verdict.causes.some(({ proved }) => proved)) return null
  return <p>No cause is proved: no combination that the sandbox tried gives the received signature.</p>
}

/** The size of the search, and its kinds if it found nothing. */
function Tried({ verdict: { tried, causes } }: { verdict: Verdict }) {
  if (tried === null) return null
  const isProved = causes.some(({ proved }) => proved)
  return (
    <section>
      <p class="quiet">{triedWords(tried)}</p>
      {!isProved && (
        <ul class="tried">
          {tried.families.map((family) => (
            <li key={family}>{familyWords[family]}</li>
          ))}
        </ul>
      )}
    </section>
  )
}

const Value = ({ name, value }: { name: string; value: string | null }) =>
  value === null ? null : (
    <Fact name={name}>
      <code>{value}</code>
    </Fact>
  )

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
  if (verdict.checks.length === 0) return null
  // If the verdict is not "failed", a check that did not pass was skipped.
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
