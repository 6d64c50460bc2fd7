import type { Capture, Verdict } from '../../server/wire.ts'
import { Copy } from '../parts/copy.tsx'
import { bytes, type Sign, type Tone, verdictSign, verdictTitles } from '../parts/format.ts'
import { Secret } from '../parts/secret.tsx'
import { type SignedPart, signedParts } from '../parts/signed-parts.ts'
import { endpoints } from '../state/settings.ts'

/** What verification says: the finding, why, the fix, and everything it was computed from. */
export function Signature({ capture }: { capture: Capture }) {
  const { verdict } = capture
  const secret = endpoints.value?.find((one) => one.name === capture.endpoint)?.secret ?? null
  return (
    <>
      <Finding verdict={verdict} />
      {verdict.causes.length > 0 && <Causes verdict={verdict} />}
      {verdict.signed_content !== null && (
        <Signed scheme={verdict.scheme} content={verdict.signed_content} size={capture.body_size} />
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
      <Checks verdict={verdict} />
    </>
  )
}

const shapes = { good: '✓', bad: '✕', wait: '◷', quiet: '–' } as const satisfies Record<Tone, string>

/** A right signature of the wrong time is another finding than a wrong one. */
function headOf(verdict: Verdict): Sign {
  const causes = verdict.causes.map(({ cause }) => cause)
  if (causes.includes('stale')) return { tone: 'wait', text: 'The signature fits, but is too old' }
  if (causes.includes('future')) return { tone: 'wait', text: 'The signature fits, but its time lies ahead' }
  return { tone: verdictSign(verdict.result).tone, text: verdictTitles[verdict.result] }
}

function Finding({ verdict }: { verdict: Verdict }) {
  const { tone, text } = headOf(verdict)
  const proved = verdict.causes.find((cause) => cause.proved)
  const isSaidBelow = verdict.causes.some((cause) => cause.fix === verdict.hint)
  return (
    <div class={`finding ${tone}`}>
      <h3>
        <span aria-hidden="true">{shapes[tone]} </span>
        {text}
      </h3>
      {proved && <p>Proved: {proved.detail}</p>}
      {verdict.reason !== proved?.detail && <p>{verdict.reason}</p>}
      {verdict.hint && !isSaidBelow && <p>{verdict.hint}</p>}
    </div>
  )
}

function Causes({ verdict }: { verdict: Verdict }) {
  return (
    <section>
      <h3 class="label">{verdict.causes.some((cause) => cause.proved) ? 'Fix' : 'What it may be'}</h3>
      <ul class="causes">
        {verdict.causes.map(({ cause, proved, detail, fix }) => (
          <li key={cause}>
            <div class="cause-head">
              <code>{cause}</code>
              <span class={`mark ${proved ? 'bad' : 'quiet'}`}>{proved ? 'proved' : 'possible'}</span>
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

const titles = {
  id: 'webhook-id',
  timestamp: 'timestamp',
  body: 'body as received',
} as const satisfies Record<SignedPart['role'], string>

/** The whole body stands under Request; here it only has to be recognised. */
const mostShown = 4000

function Signed({ scheme, content, size }: { scheme: string | null; content: string; size: number }) {
  const parts = signedParts(scheme, content)
  return (
    <section>
      <h3 class="label">Signed string</h3>
      <div class="signed">
        {parts.map(({ role, text }, index) => (
          <span key={role}>
            {index > 0 && '.'}
            <span class={`part ${role}`}>{text.slice(0, mostShown)}</span>
            {text.length > mostShown && (
              <span class="quiet"> … {text.length - mostShown} more characters</span>
            )}
          </span>
        ))}
      </div>
      <p class="legend quiet">
        {parts.map(({ role }) => (
          <span key={role} class={role}>
            {titles[role]}
            {role === 'body' && `, ${bytes(size)}`}
          </span>
        ))}
      </p>
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

function Checks({ verdict }: { verdict: Verdict }) {
  if (verdict.checks.length === 0) return null
  return (
    <section>
      <h3 class="label">Checks</h3>
      <ul class="checks">
        {verdict.checks.map(({ name, ok, detail }) => (
          <li key={name}>
            <span class={`mark ${ok ? 'good' : 'bad'}`}>
              <span aria-hidden="true">{ok ? '✓' : '✕'} </span>
              {name}
              <span class="unseen">{ok ? ', passed' : ', failed'}</span>
            </span>{' '}
            <span class="quiet">{detail}</span>
          </li>
        ))}
      </ul>
    </section>
  )
}
