/** Runs the button of a banner. */

import { actOnDelivery } from '../../delivery/delivery-acts.ts'
import { resend } from '../../delivery/resending.ts'
import { link } from '../../live/live.ts'
import { attemptTo } from '../../live/refusal.ts'
import { subscriptions } from '../../live/settings.ts'
import { go, openThing, placeOf, sectionOf } from '../../place/navigation.ts'
import { orderClock } from '../../simulator/clock-moves.ts'
import { actOnRun } from '../../simulator/orders.ts'
import { isAddressWanted, switchSubscriptions } from '../../subscription/subscribing.ts'
import type { Mend } from './trouble-banner.ts'

export async function mend(how: Mend): Promise<void> {
  switch (how.kind) {
    case 'connect':
      return link.value.state === 'lost' ? link.value.retry() : undefined
    case 'reload':
      return location.reload()
    case 'data':
      return go({ ...placeOf('settings'), tab: 'data' })
    case 'attempt_now':
      return actOnDelivery(how.id, 'attempt-now')
    case 'resend':
      return resend(how.id)
    case 'show':
      return openThing(how.id)
    case 'show_answer':
      return openThing(how.id, 'answer')
    case 'show_signature':
      return openThing(how.id, 'signature')
    case 'subscription':
      return go({ ...placeOf('subscriptions'), open: how.id })
    case 'show_secret':
      return go({ ...placeOf('subscriptions'), open: how.subscription_id })
    case 'change_address':
      isAddressWanted.value = true
      return go({ ...placeOf('subscriptions'), open: how.subscription_id })
    case 'subscribe':
      return go({ ...placeOf('subscriptions'), open: 'new', event: how.event })
    case 'enable': {
      const one = subscriptions.value?.find(({ id }) => id === how.id)
      if (one) await attemptTo(switchSubscriptions([one], true))
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
