import type { ErrorEntry } from '../../server/wire.ts'
import { errorCurl } from '../commands/curl.ts'
import { RelatedCalls } from '../detail/related.tsx'
import { useDraft } from '../form/drafts.ts'
import { Copy } from '../kit/copy.tsx'
import { Fact } from '../kit/fact.tsx'
import { count } from '../kit/format.ts'
import { Mark } from '../kit/mark.tsx'
import { health } from '../live/health.ts'
import { Body } from '../message/body.tsx'
import { Back } from '../place/back.tsx'
import { AnsweredBy } from './answered-by.tsx'
import { ArmForm } from './arm-form.tsx'
import { armDrafts, nextCall } from './arm-order.ts'

/** A call to this sandbox that is answered with the code. */
export const curlFor = (entry: Pick<ErrorEntry, 'code' | 'operations'>): string =>
  errorCurl(
    entry,
    health.value?.platform ?? {
      base_url: `${location.origin}/api/v0.1`,
      authorization: 'demo',
      identity: 'demo',
    },
  )

/** One error code: what it means, how a client meets it, and how to make it come. */
export function ErrorDetail({ entry }: { entry: ErrorEntry }) {
  const { code, status, type, area, meaning, message, retry, advice, reached_by, operations, met } = entry
  const { form, change } = useDraft(armDrafts, code, () => nextCall)
  return (
    <div class="form-pane">
      <Back />
      <h2>
        <code>{code}</code>
      </h2>
      <p class="thing-state">
        {status} {type} · {area} ·{' '}
        {met === 0 ? (
          'not met yet'
        ) : (
          <Mark sign={{ tone: 'good', text: `met ${met === 1 ? 'once' : `${count(met)} times`}` }} />
        )}
      </p>
      <div class="acts">
        <Copy text={curlFor(entry)} label="Copy as curl" />
        <Copy text={location.href} label="Link" what="to this" />
        <a href={`/sandbox/docs#error-${code}`}>In the reference</a>
      </div>
      <dl class="facts">
        <Fact name="Means">{meaning}</Fact>
        <Fact name="Reached by">{reached_by ?? 'Arming only: no request makes it.'}</Fact>
        {operations.length > 0 && (
          <Fact name="Answered by">
            <AnsweredBy operations={operations} form={form} onChange={change} />
          </Fact>
        )}
        <Fact name="Try again">
          {retry ? 'Yes.' : 'No.'} {advice}
        </Fact>
      </dl>
      <h3 class="label">Arm it</h3>
      <ArmForm
        armed={{ kind: 'code', code }}
        button={`Arm ${code}`}
        form={form}
        onChange={change}
        onArmed={() => armDrafts.forget(code)}
      />
      <h3 class="label">Example</h3>
      <Body text={JSON.stringify({ Message: message, Status: status, Code: code, Type: type })} />
      <RelatedCalls
        title="Calls answered with it"
        none="None yet."
        filters={{ code, limit: 10 }}
        again={met}
      />
    </div>
  )
}
