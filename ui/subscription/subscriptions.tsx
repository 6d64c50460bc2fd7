/** The view that lists all subscriptions. */

import { useEffect } from 'preact/hooks'
import { inOneLine } from '../kit/control-marks.ts'
import '../styles/things.css'
import type { Subscription } from '../../server/wire.ts'
import { sayHealth } from '../../server/words/health.ts'
import { MadeList } from '../detail/made.tsx'
import { useDraft } from '../form/drafts.ts'
import { Form, orderOf, typedOf } from '../form/form.tsx'
import { Cut } from '../kit/cut-text.tsx'
import { target } from '../kit/format.ts'
import { Mark } from '../kit/mark.tsx'
import { Measured } from '../kit/measured.tsx'
import { throttle } from '../kit/pace.ts'
import { titled } from '../kit/titled.ts'
import { afterFrames } from '../live/frames.ts'
import { isLeaving } from '../live/pending.ts'
import { getSubscriptions } from '../live/routes.ts'
import { catalogue, subscriptionName, subscriptions } from '../live/settings.ts'
import { besideTold } from '../live/told.ts'
import { Back } from '../place/back.tsx'
import { fromHere, place } from '../place/navigation.ts'
import { callerOf, type SubscribeForm as Order, subscribe } from './subscribing.ts'
import { healthSign, SubscriptionDetail } from './subscription.tsx'
import { newFields, somePatterns, subscribeDrafts } from './subscription-form.tsx'

export function Subscriptions() {
  const to = place.value.event ?? '*'
  useHealth()
  return (
    <MadeList
      title="Subscriptions"
      make="Subscribe"
      labels={{ one: 'Subscription', form: 'Subscribe' }}
      all={subscriptions.value?.filter(({ id }) => !isLeaving(id))}
      idOf={({ id }) => id}
      none="No subscriptions yet. Subscribe to send events to your receiver."
      card={(subscription) => <CardText subscription={subscription} />}
      detail={(one) =>
        one === null ? (
          <SubscribeForm key={to} to={to} />
        ) : (
          <SubscriptionDetail key={one.id} subscription={one} />
        )
      }
      gone={(id) => (
        <>
          <p>No such subscription: it was deleted, or belongs to another sandbox.</p>
          <p class="quiet">
            <code>{inOneLine(id)}</code>
          </p>
        </>
      )}
    />
  )
}

function CardText({ subscription }: { subscription: Subscription }) {
  const { url, events, identity, scheme, status, health } = subscription
  const isEnabled = status === 'enabled'
  return (
    <>
      <span class="card-title">{titled(subscriptionName(subscription))}</span>
      <Mark sign={isEnabled ? healthSign(health) : { tone: 'quiet', text: status }} />
      <span class="card-address">
        <Cut text={target(url, location.origin)} />
      </span>
      <span class="card-about">
        {/* The sign beside the title shows the last delivery. */}
        <Measured text={sayHealth({ ...health, last: null })} />
      </span>
      <span class="card-about">
        <code>{somePatterns(events)}</code> · {identity} · {scheme}
      </span>
    </>
  )
}

/** How often the health is read again at most, ms. */
const restMs = 2000

const readHealth = () =>
  besideTold(async () => {
    const read = await getSubscriptions()
    if (read.ok) subscriptions.value = read.value.subscriptions
  })

/** Deliveries change the health of their subscription, but announce only themselves. */
function useHealth(): void {
  useEffect(() => {
    const again = throttle(restMs, readHealth)
    again()
    return afterFrames(['delivery'], again)
  }, [])
}

export function SubscribeForm({ to }: { to: string }) {
  const draft = useDraft(subscribeDrafts, to, () =>
    typedOf(newFields, { events: [to], identity: callerOf().identity }),
  )
  const send = async () => {
    const goOn = fromHere()
    const made = await subscribe({ ...blank, ...orderOf(newFields, draft.form) })
    if (!made.ok) return made
    draft.startOver()
    goOn({ open: made.value })
    return made
  }
  const names = catalogue.value?.map((one) => one.event).join(', ')
  return (
    <div class="form-pane">
      <Back />
      <h2>Subscribe</h2>
      <p class="quiet">
        Calls <code>POST /api/v0.1/webhooks</code> of the emulated platform, as your code would.
      </p>
      <Form rows={newFields} draft={draft} title="Subscribe" send={send} />
      {names !== undefined && <p class="quiet">Known events: {names}</p>}
    </div>
  )
}

const blank: Order = { url: '', events: [], description: '' }
