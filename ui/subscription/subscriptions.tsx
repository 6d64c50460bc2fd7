/** The view that lists all subscriptions. */

import { inOneLine } from '../kit/control-marks.ts'
import '../styles/things.css'
import type { Subscription } from '../../server/wire.ts'
import { MadeList } from '../detail/made.tsx'
import { target } from '../kit/format.ts'
import { Mark } from '../kit/mark.tsx'
import { titled } from '../kit/titled.ts'
import { subscriptionName, subscriptions } from '../live/settings.ts'
import { isLeaving } from '../live/undo.ts'
import { place } from '../place/navigation.ts'
import { SubscribeForm } from './subscribe-form.tsx'
import { SubscriptionDetail } from './subscription.tsx'
import { somePatterns } from './subscription-form.ts'

export function Subscriptions() {
  const to = place.value.event ?? '*'
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
  const { url, events, identity, scheme, status } = subscription
  return (
    <>
      <span class="card-title" title={target(url, location.origin)}>
        {titled(subscriptionName(subscription))}
      </span>
      <Mark sign={{ tone: status === 'enabled' ? 'good' : 'quiet', text: status }} />
      <span class="quiet">
        <code>{somePatterns(events)}</code> · {identity} · {scheme}
      </span>
    </>
  )
}
