import { inOneLine } from '../kit/control-marks.ts'
import '../styles/things.css'
import type { Subscription } from '../../server/wire.ts'
import { NotHere } from '../detail/not-here.tsx'
import { target } from '../kit/format.ts'
import { Mark } from '../kit/mark.tsx'
import { listShare } from '../kit/preferences.ts'
import { Split } from '../kit/split.tsx'
import { titled } from '../kit/titled.ts'
import { subscriptions } from '../live/settings.ts'
import { isLeaving } from '../live/undo.ts'
import { Card } from '../place/card.tsx'
import { go, place } from '../place/navigation.ts'
import { SubscribeForm } from './subscribe-form.tsx'
import { SubscriptionDetail } from './subscription.tsx'
import { somePatterns } from './subscription-form.ts'

/** Who wants which events, where, signed how. */
export function Subscriptions() {
  const { open } = place.value
  const all = subscriptions.value?.filter(({ id }) => !isLeaving(id))
  const chosen = all?.find((one) => one.id === open)
  return (
    <Split
      share={listShare}
      open={open}
      detailLabel={chosen || (open !== null && open !== 'new') ? 'Subscription' : 'Subscribe'}
      list={
        <>
          <div class="list-head">
            <h2>Subscriptions</h2>
            <span class="spring" />
            <button type="button" onClick={() => go({ open: 'new' })}>
              Subscribe
            </button>
          </div>
          {all?.length === 0 && <p class="empty quiet">Nobody is subscribed. Say where events should go.</p>}
          <ul class="cards">
            {all?.map((one) => (
              <SubscriptionCard key={one.id} subscription={one} active={one === chosen} />
            ))}
          </ul>
        </>
      }
      detail={<Chosen one={chosen} open={open} isRead={all !== undefined} />}
    />
  )
}

interface ChosenProps {
  one: Subscription | undefined
  open: string | null
  isRead: boolean
}

function Chosen({ one, open, isRead }: ChosenProps) {
  if (one) return <SubscriptionDetail key={one.id} subscription={one} />
  if (open === null || open === 'new') {
    const to = place.value.event ?? '*'
    return <SubscribeForm key={to} to={to} />
  }
  if (!isRead) return <div class="empty" aria-busy="true" />
  return (
    <NotHere>
      <p>There is no such subscription here: it was deleted, or is of another sandbox.</p>
      <p class="quiet">
        <code>{inOneLine(open)}</code>
      </p>
      <button type="button" onClick={() => go({ open: 'new' })}>
        Subscribe anew
      </button>
    </NotHere>
  )
}

function SubscriptionCard({ subscription, active }: { subscription: Subscription; active: boolean }) {
  const { url, events, identity, scheme, status, id } = subscription
  return (
    <Card id={id} isChosen={active}>
      <span class="card-title" title={target(url, location.origin)}>
        {titled(target(url, location.origin))}
      </span>
      <Mark
        sign={status === 'enabled' ? { tone: 'good', text: 'enabled' } : { tone: 'quiet', text: 'disabled' }}
      />
      <span class="quiet">
        <code>{somePatterns(events)}</code> · {identity} · {scheme}
      </span>
    </Card>
  )
}
