import { useEffect } from 'preact/hooks'
import { actOnDelivery, attemptTo } from '../state/acts.ts'
import { banner, dismiss, watchForTrouble } from '../state/banner-facts.ts'
import type { Banner as BannerWords, Mend } from '../state/banners.ts'
import { orderClock } from '../state/clock-moves.ts'
import { go, openThing, placeOf, sectionOf } from '../state/navigation.ts'
import { resend } from '../state/resending.ts'
import { retryNow } from '../state/session.ts'
import { subscriptions } from '../state/settings.ts'
import { actOnRun } from '../state/simulator.ts'
import { changeSubscription } from '../state/subscribing.ts'
import '../styles/banner.css'

/** The most urgent failure: what happened, why, and the buttons that mend it. */
export function Banner() {
  useEffect(() => void watchForTrouble(), [])
  const told = banner.value
  return (
    <div class="banner-place" role="status">
      {told !== null && <Told key={told.key} told={told} />}
    </div>
  )
}

function Told({ told }: { told: BannerWords }) {
  const { tone, what, why, mends } = told
  return (
    <div class={`banner ${tone}`}>
      <p>
        <strong>
          <span aria-hidden="true">{tone === 'bad' ? '✕ ' : '! '}</span>
          {what}
        </strong>{' '}
        {why}
      </p>
      <span class="banner-acts">
        {mends.map(({ title, mend: how }, index) => (
          <button
            key={title}
            type="button"
            class={index === 0 ? 'small primary' : 'small'}
            onClick={() => void mend(how)}
          >
            {title}
          </button>
        ))}
        <button type="button" class="small" aria-label={`Dismiss: ${what}`} onClick={() => dismiss(told)}>
          Dismiss
        </button>
      </span>
    </div>
  )
}

async function mend(how: Mend): Promise<void> {
  switch (how.kind) {
    case 'connect':
      return retryNow()
    case 'reload':
      return location.reload()
    case 'data':
      return go({ ...placeOf('settings'), tab: 'data' })
    case 'attempt-now':
      return void (await actOnDelivery(how.id, 'attempt-now'))
    case 'resend':
      return resend(how.id)
    case 'delivery':
      return openThing(how.id)
    case 'signature':
      return openThing(how.id, 'signature')
    case 'subscription':
      return go({ ...placeOf('subscriptions'), open: how.id })
    case 'subscribe':
      return go({ ...placeOf('subscriptions'), open: 'new', event: how.event })
    case 'enable': {
      const one = subscriptions.value?.find(({ id }) => id === how.id)
      if (one) await attemptTo(changeSubscription(one.id, one.identity, { status: 'STATUS_ENABLED' }))
      return
    }
    case 'advance':
      return orderClock({ words: `To ${how.to}`, order: { set: how.to } })
    case 'resume':
      return actOnRun(how.id, 'resume')
    case 'run':
      return go(sectionOf('scenarios', how.id))
  }
}
