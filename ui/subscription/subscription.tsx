/** The detail of a subscription. */

import { Fragment } from 'preact'
import { useLayoutEffect, useMemo, useRef } from 'preact/hooks'
import type { CatalogueEvent, HeaderPair, Subscription } from '../../server/wire.ts'
import { curlOf } from '../../server/words/curl.ts'
import { healthParts } from '../../server/words/health.ts'
import { fitsPattern } from '../../server/words/pattern.ts'
import { sameAddressWords } from '../../server/words/same-address.ts'
import { Commands } from '../commands/commands.tsx'
import { sandboxCurl } from '../commands/curl.ts'
import { triggerCommand } from '../commands/simulator-commands.ts'
import { RelatedDeliveries } from '../detail/related.tsx'
import { useFollowingDraft } from '../form/drafts.ts'
import { changesOf, Form } from '../form/form.tsx'
import { inOneLine } from '../kit/control-marks.ts'
import { Copy } from '../kit/copy.tsx'
import { Fact } from '../kit/fact.tsx'
import { capitalized, type Sign, type Tone, target } from '../kit/format.ts'
import { Mark } from '../kit/mark.tsx'
import { Measured } from '../kit/measured.tsx'
import { dateTime } from '../kit/time.ts'
import { titled } from '../kit/titled.ts'
import { ProblemBox } from '../live/problem.tsx'
import { catalogue, subscriptionName } from '../live/settings.ts'
import { useSending } from '../live/use-loaded.ts'
import { Back } from '../place/back.tsx'
import { go, placeOf } from '../place/navigation.ts'
import { PlaceLink } from '../place/place-link.tsx'
import { CopyBox } from '../secrets/copy-box.tsx'
import { sendEvent } from '../stream/looking.ts'
import { Handshake } from './handshake.tsx'
import {
  callerOf,
  editSubscription,
  isAddressWanted,
  removeSubscription,
  switchSubscriptions,
} from './subscribing.ts'
import {
  formOf,
  somePatterns,
  subscriptionDrafts,
  subscriptionFields,
  withScheme,
} from './subscription-form.tsx'
import { SubscriptionSecret } from './subscription-secret.tsx'

export function SubscriptionDetail({ subscription }: { subscription: Subscription }) {
  const { id, identity, url, events, status, disabled_reason } = subscription
  const { problem, send } = useSending()
  const address = target(url, location.origin)
  const isEnabled = status === 'enabled'
  const known = catalogue.value
  // Checks thousands of patterns once, not at each drawing.
  const wanted = useMemo(() => firstWanted(events, known ?? []), [events, known])
  const sent = isEnabled && wanted !== undefined ? { event: wanted, subscription_id: id } : undefined
  const unmatched = useMemo(() => (known === null ? [] : unmatchedIn(events, known)), [events, known])
  const switched = { status: isEnabled ? 'STATUS_DISABLED' : 'STATUS_ENABLED' } as const
  const turn = () => send(() => switchSubscriptions([subscription], !isEnabled))
  return (
    <div class="form-pane">
      <Back />
      <h2 title={address}>{titled(subscriptionName(subscription))}</h2>
      <p class="thing-state">
        <Mark sign={{ tone: isEnabled ? 'good' : 'quiet', text: status }} />{' '}
        <span class="quiet">
          {disabled_reason !== null && `by the sandbox: ${disabled_reason} `}· of {identity} · since{' '}
          <Measured text={dateTime(subscription.created_time)} />
        </span>
      </p>
      <Health subscription={subscription} />
      <div class="acts">
        {sent && (
          <button type="button" class="primary" onClick={() => void sendEvent(sent.event, sent)}>
            Send {sent.event}
          </button>
        )}
        <button type="button" onClick={() => go({ ...placeOf('check'), open: 'new', subscription: id })}>
          Check this receiver
        </button>
        <button type="button" onClick={() => void turn()}>
          {isEnabled ? 'Disable' : 'Enable'}
        </button>
        <Copy text={id} label="Copy id" />
        <button type="button" class="danger" onClick={() => removeSubscription(subscription)}>
          Delete
        </button>
      </div>
      {subscription.same_address.length > 0 && (
        <p class="quiet" role="note">
          {sameAddressWords(subscription.same_address)}.
        </p>
      )}
      {unmatched.length > 0 && <Unmatched patterns={unmatched} />}
      {problem && <ProblemBox problem={problem} />}
      <Commands
        commands={[
          ...(sent === undefined ? [] : [{ what: 'the event as a command', text: triggerCommand(sent) }]),
          {
            what: isEnabled ? 'disabling as curl' : 'enabling as curl',
            text: subscriptionCurl('PATCH', subscription, switched),
          },
          { what: 'deleting as curl', text: subscriptionCurl('DELETE', subscription) },
        ]}
      />
      <dl class="facts">
        <Fact name="Id">
          <code>{id}</code>
        </Fact>
      </dl>
      <RelatedDeliveries
        title="Last deliveries"
        none="None yet."
        filters={{ subscription_id: id, limit: 10 }}
      />
      <h3 class="label">Settings</h3>
      <SettingsForm key={id} subscription={subscription} />
      <h3 class="label">Secret</h3>
      <SubscriptionSecret subscription={subscription} />
      <Handshake subscription={subscription} />
    </div>
  )
}

const lastTone = (last: NonNullable<Subscription['health']['last']>): Tone =>
  last.state === 'failed' || last.state === 'wrongly_accepted' ? 'bad' : 'good'

/** The state of the receiver in one word. A receiver with waiting retries never shows success. */
export function healthSign({ last, retrying }: Subscription['health']): Sign {
  const tone = last === null ? 'quiet' : lastTone(last)
  if (retrying > 0 && tone !== 'bad') return { tone: 'wait', text: 'retrying' }
  return { tone, text: last?.state.replaceAll('_', ' ') ?? 'enabled' }
}

/** The figures of the last deliveries. Each leads to its list. */
function Health({ subscription: { id, health, failed_in_a_row } }: { subscription: Subscription }) {
  const list = { ...placeOf('stream'), kind: 'deliveries', subscription: id } as const
  const tones = {
    last: health.last && lastTone(health.last),
    failed: 'bad',
    retrying: 'wait',
    rate: null,
  } as const
  return (
    <p class="thing-state" role="status">
      {health.last === null && <span class="quiet">No delivery has ended yet. </span>}
      {healthParts(health, dateTime).map(({ about, text, q }, index) => (
        <Fragment key={about}>
          {index > 0 && ' · '}
          <PlaceLink to={{ ...list, q, open: about === 'last' ? (health.last?.delivery_id ?? null) : null }}>
            <Figure tone={tones[about]} text={about === 'last' ? capitalized(text) : text} />
          </PlaceLink>
        </Fragment>
      ))}
      {failed_in_a_row > 1 && ` · ${failed_in_a_row} failed in a row`} ·{' '}
      <PlaceLink to={list}>All deliveries</PlaceLink>
    </p>
  )
}

const Figure = ({ tone, text }: { tone: Tone | null; text: string }) =>
  tone === null ? <Measured text={text} /> : <Mark sign={{ tone, text }} />

/** A matching event, preferably `card.created`. Undefined if no known event matches. */
const firstWanted = (patterns: readonly string[], known: readonly CatalogueEvent[]): string | undefined =>
  ['card.created', ...known.map(({ event }) => event)].find((event) =>
    patterns.some((pattern) => fitsPattern(pattern, event)),
  )

const unmatchedIn = (patterns: readonly string[], known: readonly CatalogueEvent[]) =>
  patterns.filter((pattern) => !known.some(({ event }) => fitsPattern(pattern, event)))

/** The platform accepts patterns without a known event, and warns only in a header. */
function Unmatched({ patterns }: { patterns: readonly string[] }) {
  return (
    <p role="status">
      <Mark sign={{ tone: 'wait', shape: '!', text: 'No known event matches' }} />{' '}
      <code>{inOneLine(somePatterns(patterns))}</code>.{' '}
      <PlaceLink to={placeOf('simulate')}>All known events</PlaceLink>
    </p>
  )
}

/** A call to the platform as the subscription's owner. */
function subscriptionCurl(method: 'PATCH' | 'DELETE', { id, identity }: Subscription, body?: object): string {
  return curlOf({
    method,
    url: `${location.origin}/api/v0.1/webhooks/${id}`,
    headers: [
      ['Authorization', callerOf(identity).authorization],
      ['Identity', identity],
      ...(body === undefined ? [] : [['Content-Type', 'application/json'] as HeaderPair]),
    ],
    body: body === undefined ? '' : JSON.stringify(body),
  })
}

/** Everything of the subscription that its owner sets: one draft, one Save. */
function SettingsForm({ subscription }: { subscription: Subscription }) {
  const { id } = subscription
  const draft = useFollowingDraft(subscriptionDrafts, id, formOf(subscription))
  const { form, before } = draft
  const pane = useRef<HTMLDivElement>(null)
  const isWanted = isAddressWanted.value
  useLayoutEffect(() => {
    if (!isWanted) return
    isAddressWanted.value = false
    const field = pane.current?.querySelector('input')
    field?.focus()
    field?.select()
  }, [isWanted])
  const change = changesOf(subscriptionFields, form, before)
  const send = async () => {
    const done = await editSubscription(subscription, change)
    if (done.ok) draft.saved(form)
    return done
  }
  return (
    <div ref={pane}>
      <Form
        rows={subscriptionFields}
        draft={{ ...draft, change: (next) => draft.change(withScheme(next, form, before)) }}
        title="Save"
        send={send}
        disabled={!draft.isChanged}
      >
        {draft.isChanged && (
          <CopyBox
            text={sandboxCurl('PATCH', `/sandbox/subscriptions/${id}`, change)}
            what="the change as curl"
          />
        )}
      </Form>
    </div>
  )
}
