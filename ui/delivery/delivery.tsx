import type { Delivery } from '../../server/wire.ts'
import { remaining } from '../../server/words/duration.ts'
import { sayOutcome } from '../../server/words/outcome.ts'
import { DetailFrame } from '../detail/detail-frame.tsx'
import { Family } from '../detail/family.tsx'
import { foundVerdicts } from '../faults/fault-words.ts'
import { deliverySign, middleCut, target } from '../kit/format.ts'
import { Mark } from '../kit/mark.tsx'
import { Measured } from '../kit/measured.tsx'
import { tickedNow } from '../live/clock.ts'
import { isSubscriptionGone } from '../live/settings.ts'
import { Answer, SentRequest } from '../message/exchange.tsx'
import { go } from '../place/navigation.ts'
import { lastNumber } from '../stream/under-way.ts'
import { Attempts } from './attempts.tsx'
import { commandsOf, DeliveryActs } from './delivery-buttons.tsx'
import { DeliveryFault } from './fault-note.tsx'
import { HeldUp } from './held-up.tsx'
import { ResendForm } from './resend-form.tsx'
import { resendTab } from './resending.ts'
import { SentSignature } from './sent-signature.tsx'
import { Waiting } from './waiting.tsx'

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

/** One delivery: what was sent, what was answered, every attempt and what is still to come. */
export function DeliveryDetail({ delivery }: { delivery: Delivery }) {
  const last = delivery.attempts.at(-1)
  const isNumbered = delivery.attempts.length > 1
  return (
    <DetailFrame
      thing={{ kind: 'delivery', data: delivery }}
      title={
        <>
          {delivery.event}{' '}
          <span class="quiet" title={target(delivery.url, location.origin)}>
            → {middleCut(target(delivery.url, location.origin), 56)}
          </span>
        </>
      }
      state={<State delivery={delivery} />}
      acts={<DeliveryActs delivery={delivery} />}
      notice={
        <>
          <Waiting delivery={delivery} />
          <Found delivery={delivery} />
        </>
      }
      commands={commandsOf(delivery)}
      first="request"
      about={[delivery.event_id]}
      tabs={[
        {
          name: 'request',
          title: 'Request',
          body: () => (last ? <SentRequest attempt={last} isNumbered={isNumbered} /> : <NothingSent />),
        },
        { name: 'answer', title: 'Answer', body: () => <LastAnswer attempts={delivery.attempts} /> },
        { name: 'signature', title: 'Signature', body: () => <SentSignature delivery={delivery} /> },
        {
          name: 'attempts',
          title: 'Attempts',
          count: delivery.attempts.length,
          body: () => <Attempts delivery={delivery} />,
        },
        { name: 'fault', title: 'Fault', body: () => <DeliveryFault delivery={delivery} /> },
        {
          name: 'related',
          title: 'Related',
          body: () => <Family of={{ kind: 'delivery', data: delivery }} />,
        },
        ...(isSubscriptionGone(delivery.subscription_id)
          ? []
          : [
              {
                name: resendTab,
                title: 'Resend',
                body: () => <ResendForm key={delivery.id} delivery={delivery} />,
              },
            ]),
      ]}
    />
  )
}

/** What the answers tell of the receiver, whichever tab is open; that of the fault, or without one of the signature, says from what. */
const Found = ({ delivery }: { delivery: Delivery }) =>
  foundVerdicts(delivery).map(({ tone, title }) => (
    <p key={title}>
      <Mark sign={{ tone, text: title }} />{' '}
      <button
        type="button"
        class="link"
        onClick={() => go({ tab: delivery.fault === null ? 'signature' : 'fault' }, 'replace')}
      >
        From what
      </button>
    </p>
  ))

/** While an attempt is under way the answer to the one before stays, and with it what is searched for and folded in it. */
function LastAnswer({ attempts }: Pick<Delivery, 'attempts'>) {
  const [before, last] = [attempts.at(-2), attempts.at(-1)]
  if (last === undefined) return <NothingSent />
  return last.outcome === null && before?.response ? (
    <Answer attempt={before} isNumbered underWay={last.number} />
  ) : (
    <Answer attempt={last} isNumbered={before !== undefined} />
  )
}

const NothingSent = () => <p class="quiet">Nothing has been sent yet.</p>

function State({ delivery }: { delivery: Delivery }) {
  const {
    state,
    attempts_made,
    attempts_max,
    attempts,
    last_outcome,
    reason,
    next_attempt_at,
    scheme,
    fault,
    edited,
  } = delivery
  const tone = deliverySign(delivery).tone
  const made = Math.max(attempts_made, attempts.length)
  const why = reason === null ? last_outcome && sayOutcome(last_outcome) : reason
  return (
    <>
      <Mark sign={{ tone, text: words[state] }} />
      {made > 0 && ` · attempt ${made} of ${Math.max(made, lastNumber(attempts_max, attempts))}`}
      {why && <Measured text={` · ${state === 'sending' ? 'the one before: ' : ''}${why}`} />}
      {(state === 'retrying' || state === 'pending') && next_attempt_at && (
        <Due at={next_attempt_at} delivery={delivery} />
      )}
      {` · ${scheme}`}
      {edited && ' · edited before it was sent'}
      {fault !== null && (
        <>
          {' '}
          <span class="fault">{fault}</span>
        </>
      )}
    </>
  )
}

/** When the next attempt is made, or why it is not although it is due. */
function Due({ at, delivery }: { at: string; delivery: Delivery }) {
  const left = Date.parse(at) - tickedNow()
  const words = `${delivery.state === 'retrying' ? 'next ' : ''}${remaining(left)}`
  return (
    <>
      {' · '}
      {left > 0 ? <Measured text={words} /> : <HeldUp delivery={delivery} soon={words} />}
    </>
  )
}
