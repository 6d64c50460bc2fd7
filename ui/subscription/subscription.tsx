/** The detail of a subscription. */

import { useLayoutEffect, useMemo, useRef, useState } from 'preact/hooks'
import type { CatalogueEvent, HeaderPair, Subscription } from '../../server/wire.ts'
import { addressOf, noAddress } from '../../server/words/address.ts'
import { curlOf } from '../../server/words/curl.ts'
import { fitsPattern } from '../../server/words/pattern.ts'
import { sameAddressWords } from '../../server/words/same-address.ts'
import { dateTime } from '../../server/words/time.ts'
import { Commands } from '../commands/commands.tsx'
import { triggerCommand } from '../commands/simulator-commands.ts'
import { removeOpen } from '../detail/made.tsx'
import { RelatedDeliveries } from '../detail/related.tsx'
import { useFollowingDraft } from '../form/drafts.ts'
import { FormActs, fieldsOf, submits, TextField } from '../form/field.tsx'
import { wordsIn } from '../form/typed.ts'
import { inOneLine } from '../kit/control-marks.ts'
import { Copy } from '../kit/copy.tsx'
import { Fact } from '../kit/fact.tsx'
import { target } from '../kit/format.ts'
import { Mark } from '../kit/mark.tsx'
import { Measured } from '../kit/measured.tsx'
import { ProblemBox } from '../kit/problem.tsx'
import { titled } from '../kit/titled.ts'
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
  changeSubscription,
  isAddressWanted,
  switchSubscriptions,
  unsubscribe,
} from './subscribing.ts'
import { somePatterns, wantsDrafts, wantsOf } from './subscription-form.ts'
import { SubscriptionSecret } from './subscription-secret.tsx'
import { SubscriptionSettings } from './subscription-settings.tsx'

export function SubscriptionDetail({ subscription }: { subscription: Subscription }) {
  const { id, identity, url, events, status, failed_in_a_row, disabled_reason } = subscription
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
  const remove = () =>
    removeOpen({
      said: `Deleted the subscription ${titled(subscriptionName(subscription))}`,
      ids: [id],
      run: () => unsubscribe(id, identity),
    })
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
        {failed_in_a_row > 0 && (
          <>
            {' '}
            · <Mark sign={{ tone: 'bad', text: `${failed_in_a_row} failed in a row` }} />
          </>
        )}
      </p>
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
        <button type="button" class="danger" onClick={remove}>
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
      <SubscriptionSecret subscription={subscription} />
      <Handshake subscription={subscription} />
      <h3 class="label">Events and URL</h3>
      <ChangeForm subscription={subscription} send={send} />
      <h3 class="label">Delivery settings</h3>
      <SubscriptionSettings subscription={subscription} />
      <RelatedDeliveries title="Deliveries" none="None yet." filters={{ subscription_id: id, limit: 10 }} />
      <button
        type="button"
        class="link"
        onClick={() => go({ ...placeOf('stream'), kind: 'deliveries', subscription: id })}
      >
        Show all deliveries in the stream
      </button>
    </div>
  )
}

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

interface ChangeProps {
  subscription: Subscription
  send: ReturnType<typeof useSending>['send']
}

function ChangeForm({ subscription, send }: ChangeProps) {
  const { id, identity } = subscription
  const draft = useFollowingDraft(wantsDrafts, id, wantsOf(subscription))
  const { url, events, description } = draft.form
  const [isWrong, setWrong] = useState(false)
  const field = fieldsOf(draft.form, draft.change, isWrong ? { url: noAddress } : {})
  const form = useRef<HTMLFormElement>(null)
  const isWanted = isAddressWanted.value
  useLayoutEffect(() => {
    if (!isWanted) return
    isAddressWanted.value = false
    const field = form.current?.querySelector('input')
    field?.focus()
    field?.select()
  }, [isWanted])
  const address = addressOf(url)
  const change = { url: address ?? url, events: wordsIn(events), description }
  const submit = async () => {
    setWrong(address === null)
    if (address === null) return
    const done = await send(() => changeSubscription(id, identity, change))
    if (done?.ok) draft.saved(draft.form)
  }
  return (
    <form ref={form} onSubmit={submits(submit)}>
      <TextField label="URL" required {...field('url')} />
      <TextField label="Events" required {...field('events')} />
      <TextField label="Description" {...field('description')} />
      <FormActs title="Save" disabled={!draft.isChanged} draft={draft} />
      {draft.isChanged && (
        <CopyBox text={subscriptionCurl('PATCH', subscription, change)} what="the change as curl" />
      )}
    </form>
  )
}
