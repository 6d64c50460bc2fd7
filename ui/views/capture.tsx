import type { Capture } from '../../server/wire.ts'
import { Body } from '../parts/body.tsx'
import { captureTitle } from '../parts/capture-sign.ts'
import { Copy } from '../parts/copy.tsx'
import { curlOf } from '../parts/curl.ts'
import { bytes, dateTime, duration } from '../parts/format.ts'
import { Headers } from '../parts/headers.tsx'
import { Mark } from '../parts/mark.tsx'
import { DetailFrame } from './detail-frame.tsx'
import { useLooked } from './first-minutes.tsx'
import { RelatedCaptures, ThingLink } from './related.tsx'
import { Signature } from './signature.tsx'

const withQuery = ({ path, query }: Capture) => (query === '' ? path : `${path}?${query.replace(/^\?/, '')}`)

/** What was answered, and whether the rule held it back. */
function answered({ body_cut, reply, duration_ms }: Capture): string {
  if (body_cut) return 'nothing was answered'
  const when =
    reply.delay_ms > 0 ? `after ${duration(reply.delay_ms)} by its rule` : `in ${duration(duration_ms)}`
  return `answered ${reply.status} ${when}`
}

/** One received request: its bytes, what verification says of them, and what was answered. */
export function CaptureDetail({ capture }: { capture: Capture }) {
  const { verdict } = capture
  useLooked(verdict.result === 'verified')
  const title = (
    <>
      {capture.method} {capture.path}{' '}
      <span class="quiet">
        {capture.peer !== '' && `from ${capture.peer}`}
        {capture.event && ` · ${capture.event}`}
      </span>
    </>
  )
  const state = (
    <>
      <Mark sign={captureTitle(capture)} /> · {answered(capture)} · {bytes(capture.body_size)}
    </>
  )
  const curl =
    capture.body === null
      ? null
      : curlOf({ ...capture, url: location.origin + withQuery(capture), body: capture.body })
  return (
    <DetailFrame
      title={title}
      state={state}
      acts={curl && <Copy text={curl} label="Copy as curl" />}
      first="signature"
      about={[capture.webhook_id ?? '', capture.delivery_id ?? '']}
      tabs={[
        { name: 'request', title: 'Request', body: () => <Request capture={capture} /> },
        { name: 'signature', title: 'Signature', body: () => <Signature capture={capture} /> },
        { name: 'answer', title: 'Reply', body: () => <Reply capture={capture} /> },
        { name: 'related', title: 'Related', body: () => <Related capture={capture} /> },
      ]}
    />
  )
}

function Request({ capture }: { capture: Capture }) {
  const { body_omitted, body_cut, body_size, verdict } = capture
  const missing = body_omitted
    ? `The body of ${bytes(body_size)} is over the limit: it was answered 413 and not kept. ${verdict.hint ?? ''}`
    : body_cut && capture.body === null && capture.body_base64 === null
      ? 'The sender went away before the body was complete.'
      : null
  return (
    <>
      <p class="request-line">
        <code>
          <b>{capture.method}</b> {withQuery(capture)} <span class="quiet">HTTP/{capture.http_version}</span>
        </code>
      </p>
      <p class="quiet">{dateTime(capture.received_at)}</p>
      <Headers pairs={capture.headers} />
      <Body text={capture.body} base64={capture.body_base64} missing={missing} />
      {capture.trailers.length > 0 && <Headers title="Trailers" pairs={capture.trailers} />}
    </>
  )
}

function Reply({ capture: { reply, body_cut, duration_ms, endpoint } }: { capture: Capture }) {
  if (body_cut) return <p>Nothing was answered: the sender went away before the body was complete.</p>
  return (
    <dl class="facts">
      <div>
        <dt>Status</dt>
        <dd>
          <code>{reply.status}</code>
        </dd>
      </div>
      <div>
        <dt>Rule</dt>
        <dd>{reply.rule}</dd>
      </div>
      <div>
        <dt>After</dt>
        <dd>{duration(duration_ms)}</dd>
      </div>
      <div>
        <dt>Endpoint</dt>
        <dd>
          <code>{endpoint}</code>
        </dd>
      </div>
    </dl>
  )
}

function Related({ capture }: { capture: Capture }) {
  const { webhook_id, delivery_id, event } = capture
  const isOurs = webhook_id?.startsWith('evt_') ?? false
  return (
    <>
      {isOurs && webhook_id !== null && (
        <section class="related">
          <h3>Event</h3>
          <ThingLink id={webhook_id} kind="event" name={event ?? webhook_id} about={webhook_id} />
        </section>
      )}
      {delivery_id !== null && (
        <section class="related">
          <h3>Delivery</h3>
          <ThingLink id={delivery_id} kind="delivery" name={event ?? delivery_id} about={delivery_id} />
        </section>
      )}
      {webhook_id === null ? (
        <p class="quiet">It carries no webhook-id, so nothing else is known to belong to it.</p>
      ) : (
        <RelatedCaptures
          title="Captures with this webhook-id"
          none="There is none."
          filters={{ webhook_id }}
        />
      )}
    </>
  )
}
