import type { Attempt, Delivery } from '../../server/wire.ts'
import { Body } from '../parts/body.tsx'
import { Copy } from '../parts/copy.tsx'
import { curlOf } from '../parts/curl.ts'
import { deliverySign, middleCut, outcomeWords, remaining, target } from '../parts/format.ts'
import { Headers } from '../parts/headers.tsx'
import { Mark } from '../parts/mark.tsx'
import { actOnDelivery } from '../state/acts.ts'
import { nowSecond } from '../state/clock.ts'
import { Attempts } from './attempts.tsx'
import { DetailFrame } from './detail-frame.tsx'
import { useLooked } from './first-minutes.tsx'
import { RelatedCaptures, RelatedDeliveries, ThingLink } from './related.tsx'
import { SentSignature } from './sent-signature.tsx'

const words = {
  pending: 'waiting for its first attempt',
  sending: 'an attempt is under way',
  retrying: 'waiting for the next attempt',
  succeeded: 'succeeded',
  failed: 'failed',
  cancelled: 'cancelled',
  refused: 'refused, as it should be',
  wrongly_accepted: 'accepted although it should have been refused',
} as const satisfies Record<Delivery['state'], string>

const isOpen = (delivery: Delivery) => ['pending', 'retrying'].includes(delivery.state)

/** One delivery: what was sent, what was answered, every attempt and what is still to come. */
export function DeliveryDetail({ delivery }: { delivery: Delivery }) {
  const last = delivery.attempts.at(-1)
  useLooked(delivery.state === 'succeeded')
  return (
    <DetailFrame
      title={
        <>
          {delivery.event}{' '}
          <span class="quiet" title={delivery.url}>
            → {middleCut(target(delivery.url, location.origin), 56)}
          </span>
        </>
      }
      state={<State delivery={delivery} />}
      acts={<Acts delivery={delivery} last={last} />}
      first="request"
      about={[delivery.event_id]}
      tabs={[
        { name: 'request', title: 'Request', body: () => <Request attempt={last} /> },
        { name: 'answer', title: 'Answer', body: () => <Answer attempt={last} /> },
        { name: 'signature', title: 'Signature', body: () => <SentSignature delivery={delivery} /> },
        {
          name: 'attempts',
          title: 'Attempts',
          count: delivery.attempts.length,
          body: () => <Attempts delivery={delivery} />,
        },
        { name: 'related', title: 'Related', body: () => <Related delivery={delivery} /> },
      ]}
    />
  )
}

function State({ delivery }: { delivery: Delivery }) {
  const { state, attempts_made, attempts_max, attempts, last_outcome, reason, next_attempt_at, scheme } =
    delivery
  const tone = deliverySign(delivery).tone
  const made = Math.max(attempts_made, attempts.length)
  const why = reason ?? (last_outcome && outcomeWords(last_outcome))
  return (
    <>
      <Mark sign={{ tone, text: words[state] }} />
      {made > 0 && ` · attempt ${made} of ${Math.max(made, attempts_max)}`}
      {why && ` · ${why}`}
      {state === 'retrying' && next_attempt_at && <Due at={next_attempt_at} />}
      {` · ${scheme}`}
    </>
  )
}

const Due = ({ at }: { at: string }) => <> · next {remaining(Date.parse(at) - nowSecond.value * 1000)}</>

function Acts({ delivery, last }: { delivery: Delivery; last: Attempt | undefined }) {
  return (
    <>
      <button type="button" class="primary" onClick={() => void actOnDelivery(delivery.id, 'resend')}>
        Resend
      </button>
      {isOpen(delivery) && (
        <>
          <button type="button" onClick={() => void actOnDelivery(delivery.id, 'attempt-now')}>
            Attempt now
          </button>
          <button type="button" onClick={() => void actOnDelivery(delivery.id, 'cancel')}>
            Cancel
          </button>
        </>
      )}
      {last && <Copy text={curlOf(last.request)} label="Copy as curl" />}
    </>
  )
}

function Request({ attempt }: { attempt: Attempt | undefined }) {
  if (attempt === undefined) return <p class="quiet">Nothing has been sent yet.</p>
  return (
    <>
      <p class="request-line">
        <code>
          <b>{attempt.request.method}</b> {attempt.request.url}
        </code>
      </p>
      <Headers pairs={attempt.request.headers} />
      <Body text={attempt.request.body} />
    </>
  )
}

function Answer({ attempt }: { attempt: Attempt | undefined }) {
  if (attempt === undefined) return <p class="quiet">Nothing has been sent yet.</p>
  if (attempt.response === null) {
    const why =
      attempt.outcome === null ? 'Waiting for the answer.' : `No answer: ${outcomeWords(attempt.outcome)}.`
    return <p>{why}</p>
  }
  const { status, headers, body, truncated } = attempt.response
  return (
    <>
      <p class="request-line">
        <code>
          <b>{status}</b>
        </code>
      </p>
      <Headers pairs={headers} />
      <Body text={body} />
      {truncated && <p class="quiet">The answer was longer; only its beginning is kept.</p>}
    </>
  )
}

function Related({ delivery }: { delivery: Delivery }) {
  return (
    <>
      <section class="related">
        <h3>Event</h3>
        <ThingLink id={delivery.event_id} kind="event" name={delivery.event} about={delivery.event_id} />
      </section>
      <RelatedCaptures
        title="Captures"
        none="It was not captured here."
        filters={{ delivery_id: delivery.id }}
      />
      <RelatedDeliveries
        title="Deliveries of this event"
        none="There is no other."
        filters={{ event_id: delivery.event_id }}
      />
    </>
  )
}
