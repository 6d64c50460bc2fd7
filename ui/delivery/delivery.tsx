/** The detail of a delivery: what happened in one line, the finding and the fix, the attempts. */
import { isOfSignature, refusedIn } from '../../server/findings/advice.ts'
import { receiverFinding } from '../../server/findings/receiver.ts'
import type { Attempt, Delivery } from '../../server/wire.ts'
import { receiverWords } from '../../server/words/advice.ts'
import { onPurpose, sayAnswer } from '../../server/words/delivery.ts'
import { remaining } from '../../server/words/duration.ts'
import { sayReasonBeside } from '../../server/words/reason.ts'
import { DetailFrame } from '../detail/detail-frame.tsx'
import { Family } from '../detail/family.tsx'
import { RunLink } from '../detail/run-link.tsx'
import { foundVerdicts } from '../faults/fault-words.ts'
import { deliverySign, target } from '../kit/format.ts'
import { Mark } from '../kit/mark.tsx'
import { Measured } from '../kit/measured.tsx'
import { middleCut } from '../kit/middle-cut.ts'
import { tickedNow } from '../live/clock.ts'
import { endpoints, isSubscriptionGone, receiverName, subscriptions } from '../live/settings.ts'
import { Answer, SentRequest } from '../message/exchange.tsx'
import { Finding } from '../message/finding.tsx'
import { go, placeOf } from '../place/navigation.ts'
import { PlaceLink } from '../place/place-link.tsx'
import { Masked } from '../secrets/masked.tsx'
import { lastNumber } from '../stream/under-way.ts'
import { Attempts } from './attempts.tsx'
import { commandsOf, DeliveryActs } from './delivery-buttons.tsx'
import { DeliveryFault } from './fault-note.tsx'
import { HeldUp } from './held-up.tsx'
import { ResendForm } from './resend-form.tsx'
import { resendTab } from './resending.ts'
import { Refused, SentSignature } from './sent-signature.tsx'
import { Waiting } from './waiting.tsx'

const words = {
  pending: 'waiting for the first attempt',
  sending: 'attempt under way',
  retrying: 'failed, will be retried',
  succeeded: 'succeeded',
  failed: 'failed',
  cancelled: 'cancelled',
  refused: 'refused, as it should be',
  wrongly_accepted: 'accepted, but your receiver should refuse it',
} as const satisfies Record<Delivery['state'], string>

export function DeliveryDetail({ delivery }: { delivery: Delivery }) {
  const { check_id } = delivery
  const last = delivery.attempts.at(-1)
  const isNumbered = delivery.attempts.length > 1
  return (
    <DetailFrame
      thing={{ kind: 'delivery', data: delivery }}
      title={
        <>
          {delivery.event}{' '}
          <span class="quiet" title={target(delivery.url, location.origin)}>
            → {receiverName.value(delivery)}
          </span>
        </>
      }
      state={<State delivery={delivery} />}
      acts={check_id === null ? <DeliveryActs delivery={delivery} /> : <ShowCheck id={check_id} />}
      purpose={check_id === null && purposeOf(delivery)}
      cause={causeTab(delivery)}
      notice={
        check_id === null ? (
          <>
            <Waiting delivery={delivery} />
            <Found delivery={delivery} />
          </>
        ) : (
          <OfCheck id={check_id} attempt={last} />
        )
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
        { name: 'answer', title: 'Response', body: () => <LastAnswer attempts={delivery.attempts} /> },
        { name: 'signature', title: 'Signature', body: () => <SentSignature delivery={delivery} /> },
        {
          name: 'attempts',
          title: 'Attempts',
          count: delivery.attempts.length,
          body: () => <Attempts delivery={delivery} />,
        },
        ...(check_id === null
          ? [{ name: 'fault', title: 'Fault', body: () => <DeliveryFault delivery={delivery} /> }]
          : []),
        {
          name: 'related',
          title: 'Related',
          body: () => <Family of={{ kind: 'delivery', data: delivery }} />,
        },
        ...(check_id !== null || isSubscriptionGone(delivery.subscription_id)
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

/** The response says why a delivery failed; without a response, the attempts do. */
function causeTab({ state, attempts }: Delivery): string | undefined {
  if (state !== 'failed' && state !== 'retrying' && state !== 'wrongly_accepted') return undefined
  return attempts.at(-1)?.response ? 'answer' : 'attempts'
}

/** The endpoint of the sandbox that answered by its own rules: nobody's mistake. */
function endpointOf({ url }: Delivery) {
  const own = `${location.origin}/in/`
  const name = url.startsWith(own) ? url.slice(own.length).split(/[/?]/)[0] : undefined
  return endpoints.value?.find((one) => one.name === name && one.forward_to.length === 0)
}

/** The fault of the delivery, else the failure that an endpoint of the sandbox answered as set. */
function purposeOf(delivery: Delivery) {
  const { attempts, fault, fault_parts } = delivery
  const touched = attempts.findLast((one) => one.fault !== null)
  if (touched !== undefined || fault !== null)
    return (
      <>
        {onPurpose(touched ?? { fault, fault_parts, signed_content: null })}
        {touched !== undefined && attempts.length > 1 && ` (attempt ${touched.number})`}{' '}
        <button type="button" class="link" onClick={() => go({ tab: 'fault' }, 'replace')}>
          Show changes
        </button>
      </>
    )
  const endpoint = causeTab(delivery) === undefined ? undefined : endpointOf(delivery)
  return (
    endpoint && (
      <>
        Answered on purpose by the endpoint{' '}
        <PlaceLink to={{ ...placeOf('endpoints'), open: endpoint.name }}>{endpoint.name}</PlaceLink>
      </>
    )
  )
}

const ShowCheck = ({ id }: { id: string }) => (
  <button type="button" class="primary" onClick={() => go({ ...placeOf('check'), open: id })}>
    Show check
  </button>
)

/** The check that sent the delivery, and its probe. The check says what the response shows. */
function OfCheck({ id, attempt }: { id: string; attempt: Attempt | undefined }) {
  const [change] = attempt?.changes ?? []
  return (
    <div class="finding quiet">
      <p>
        Sent by the check <RunLink id={id} />
        {change && (
          <>
            , probe <code>{change.fault}</code>: {change.detail}
          </>
        )}
      </p>
    </div>
  )
}

/** The finding and the fix. A link opens the tab with the evidence. */
function Found({ delivery }: { delivery: Delivery }) {
  // The sandbox does not diagnose its own answers.
  if (endpointOf(delivery) !== undefined) return null
  const refused = refusedIn(delivery)
  const signer = subscriptions.value?.find(({ id }) => id === delivery.subscription_id)
  const isChecked = refused !== undefined && signer !== undefined && isOfSignature(refused, delivery)
  // The check says more than the row alone, and adds the receiver's mistake to what a fault showed.
  if (isChecked && delivery.findings.length === 0)
    return <Refused attempt={refused} delivery={delivery} signer={signer} />
  const shown = shownFindings(delivery).map(({ tone, title, fix, evidence }) => (
    <Finding key={title} sign={{ tone, text: title }}>
      <p>
        {fix}{' '}
        {evidence !== null && (
          <button type="button" class="link" onClick={() => go({ tab: evidence }, 'replace')}>
            Why?
          </button>
        )}
      </p>
    </Finding>
  ))
  return (
    <>
      {shown}
      {isChecked && delivery.fault !== null && (
        <Refused attempt={refused} delivery={delivery} signer={signer} />
      )}
    </>
  )
}

/** What the responses show; else what the row alone shows, where that is more than the state line says. */
function shownFindings(delivery: Delivery) {
  const { state, fault, url } = delivery
  const evidence = fault === null ? 'signature' : 'fault'
  const found = foundVerdicts(delivery)
  if (found.length > 0) return found.map((one) => ({ ...one, evidence }))
  if (state !== 'failed' && state !== 'retrying' && state !== 'wrongly_accepted') return []
  const finding = receiverFinding(delivery)
  if (finding.code === 'failed' || finding.code === 'not_reached') return []
  const { summary, fix } = receiverWords(finding, delivery, middleCut(target(url, location.origin), 56))
  const isOfSignature = finding.code === 'refuses_signature' || finding.code === 'accepted_forged'
  return [{ tone: 'bad' as const, title: summary, fix, evidence: isOfSignature ? evidence : null }]
}

/** The newest response. During an attempt the previous response stays, with its search and its folds. */
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

/** What happened, in one line. */
function State({ delivery }: { delivery: Delivery }) {
  const { state, attempts_made, attempts_max, attempts, next_attempt_at, scheme, edited } = delivery
  const tone = deliverySign(delivery).tone
  const isAllowed = delivery.reason_code === 'may_refuse'
  const made = Math.max(attempts_made, attempts.length)
  const why = reasonWords(delivery)
  return (
    <>
      <Mark sign={{ tone, text: isAllowed ? 'refused, which is allowed' : words[state] }} />
      {why !== '' && <Masked text={`: ${why}`} />}
      {made > 0 && ` · attempt ${made} of ${Math.max(made, lastNumber(attempts_max, attempts))}`}
      {(state === 'retrying' || state === 'pending') && next_attempt_at && (
        <Due at={next_attempt_at} delivery={delivery} />
      )}
      {` · ${scheme}`}
      {edited && ' · edited before it was sent'}
    </>
  )
}

/** The status with its name and the receiver's own words; then what else made the delivery end so. */
function reasonWords({ state, reason_facts, last_outcome, attempts }: Delivery): string {
  const ended = attempts.findLast(({ outcome }) => outcome !== null)
  const isOver = state !== 'succeeded' && state !== 'pending'
  const answer = last_outcome && isOver ? sayAnswer(last_outcome, ended?.response ?? null) : ''
  // The state says the rest of these reasons.
  const isSaid = reason_facts === null || /^(?:refused|may_refuse|wrongly_accepted)$/.test(reason_facts.code)
  const beside = isSaid ? undefined : sayReasonBeside(reason_facts, last_outcome)
  const why = [answer, beside].filter(Boolean).join('; ')
  return why !== '' && state === 'sending' ? `previous attempt: ${why}` : why
}

/** When the next attempt starts; for an overdue attempt, what it waits for. */
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
