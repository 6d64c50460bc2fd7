/** The detail of an error code: meaning, cause, and the form that arms it. */
import type { ErrorEntry } from '../../server/wire.ts'
import { errorCurl, operationOf } from '../commands/curl.ts'
import { RelatedCalls } from '../detail/related.tsx'
import { Copy } from '../kit/copy.tsx'
import { Fact } from '../kit/fact.tsx'
import { count } from '../kit/format.ts'
import { Mark } from '../kit/mark.tsx'
import { health } from '../live/health.ts'
import { Body } from '../message/body.tsx'
import { Back } from '../place/back.tsx'
import { ArmForm, useArmDraft } from './arm-form.tsx'
import type { ArmForm as Form } from './arm-order.ts'

/** A call to this sandbox that returns the code. */
export const curlFor = (entry: Pick<ErrorEntry, 'code' | 'operations'>): string =>
  errorCurl(
    entry,
    health.value?.platform ?? {
      base_url: `${location.origin}/api/v0.1`,
      authorization: 'demo',
      identity: 'demo',
    },
  )

export function ErrorDetail({ entry }: { entry: ErrorEntry }) {
  const { code, status, type, area, meaning, message, retry, advice, reached_by, operations, met } = entry
  const draft = useArmDraft(code)
  return (
    <div class="form-pane">
      <Back />
      <h2>
        <code>{code}</code>
      </h2>
      <p class="thing-state">
        {status} {type} · {area} ·{' '}
        {met === 0 ? (
          'not returned yet'
        ) : (
          <Mark sign={{ tone: 'good', text: `returned ${met === 1 ? 'once' : `${count(met)} times`}` }} />
        )}
      </p>
      <div class="acts">
        <Copy text={curlFor(entry)} label="Copy as curl" />
        <Copy text={location.href} label="Link" what="to this page" />
        <a href={`/sandbox/docs#error-${code}`}>Open in the API reference</a>
      </div>
      <dl class="facts">
        <Fact name="Meaning">{meaning}</Fact>
        <Fact name="Cause">{reached_by ?? 'No request causes this error. Arm it.'}</Fact>
        {operations.length > 0 && (
          <Fact name="Returned by">
            <AnsweredBy operations={operations} form={draft.form} onChange={draft.change} />
          </Fact>
        )}
        <Fact name="Retry">
          {retry ? 'Yes.' : 'No.'} {advice}
        </Fact>
      </dl>
      <h3 class="label">Arm this error</h3>
      <ArmForm code={code} draft={draft} />
      <h3 class="label">Example</h3>
      <Body text={JSON.stringify({ Message: message, Status: status, Code: code, Type: type })} />
      <RelatedCalls
        title="Calls that returned this error"
        none="No calls yet."
        filters={{ code, limit: 10 }}
        again={met}
      />
    </div>
  )
}

interface Props {
  operations: readonly string[]
  form: Form
  onChange: (form: Form) => void
}

/** The number shown at first: every operation can return some codes. */
const shown = 8

function AnsweredBy({ operations, form, onChange }: Props) {
  const rest = operations.slice(shown)
  const buttons = (names: readonly string[]) => (
    <div class="operations wrapping">
      {names.map((name) => {
        const { method, path } = operationOf(name)
        const isChosen = form.method === method && form.path === path
        return (
          <button
            key={name}
            type="button"
            class="small"
            aria-label={`Arm at ${name}`}
            aria-pressed={isChosen}
            onClick={() => onChange({ ...form, ...(isChosen ? { method: '', path: '' } : { method, path }) })}
          >
            <b>{method}</b> {path}
          </button>
        )
      })}
    </div>
  )
  return (
    <div class="answered-by">
      {buttons(operations.slice(0, shown))}
      {rest.length > 0 && (
        <details>
          <summary>and {rest.length} more</summary>
          {buttons(rest)}
        </details>
      )}
      <p class="quiet">Choose {operations.length === 1 ? 'the' : 'an'} operation to arm the code there.</p>
    </div>
  )
}
