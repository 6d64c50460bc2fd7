/** The buttons of a delivery, and the same actions as commands. */
import type { Delivery } from '../../server/wire.ts'
import { type Change, offerWords } from '../../server/words/changes.ts'
import type { Command } from '../commands/commands.tsx'
import { buttonCommands, joined, resendCommand } from '../commands/curl.ts'
import { Key } from '../kit/icon.tsx'
import type { DeliveryAct } from '../live/routes/delivery.ts'
import { isSubscriptionGone } from '../live/settings.ts'
import { go, placeOf } from '../place/navigation.ts'
import { actOnDelivery, actsAt, isAsked } from './delivery-acts.ts'
import { openResend, resend, subscriptionGone } from './resending.ts'

export function DeliveryActs({ delivery }: { delivery: Delivery }) {
  const { id, state } = delivery
  return (
    <>
      {isSubscriptionGone(delivery.subscription_id) ? <SubscribeAgain /> : <ResendButtons id={id} />}
      {actsAt(state).includes('cancel') && (
        <>
          {/* The button stays during an attempt, so that attempts do not move the page. */}
          <ActButton
            id={id}
            act="attempt-now"
            isOff={state === 'sending'}
            {...(state === 'sending' && { title: 'An attempt is under way' })}
          />
          <ActButton id={id} act="cancel" />
        </>
      )}
    </>
  )
}

const buttons = {
  'attempt-now': 'Attempt now',
  cancel: 'Cancel',
  release: 'Release',
  abort: 'Abort',
} as const satisfies Record<DeliveryAct, string>

const changes: Record<DeliveryAct, Change | null> = {
  'attempt-now': 'attempt',
  cancel: 'deliveryEnd',
  // It ends nothing: the attempt keeps waiting.
  release: null,
  abort: 'deliveryEnd',
}

interface ActProps {
  id: string
  act: DeliveryAct
  /** Whether the action is unavailable now. */
  isOff?: boolean
  class?: string
  title?: string | undefined
}

export const ActButton = ({ id, act, isOff = false, ...rest }: ActProps) => (
  <button
    type="button"
    data-once
    aria-disabled={isOff}
    aria-busy={isAsked(act, id)}
    title={(changes[act] && offerWords(changes[act])) ?? undefined}
    {...rest}
    onClick={() => {
      if (!isOff) void actOnDelivery(id, act)
    }}
  >
    {buttons[act]}
  </button>
)

const SubscribeAgain = () => (
  <>
    <button type="button" onClick={() => go(placeOf('subscriptions'))}>
      Subscribe
    </button>
    <span class="quiet">{subscriptionGone}</span>
  </>
)

const ResendButtons = ({ id }: { id: string }) => (
  <>
    <button
      type="button"
      data-once
      class="primary"
      title={offerWords('resend') ?? undefined}
      aria-busy={isAsked('resend', id)}
      onClick={() => void resend(id)}
    >
      Resend <Key name="r" />
    </button>
    <button type="button" onClick={() => openResend(id, 'body')}>
      Edit<span class="unseen"> and resend</span> <Key name="e" />
    </button>
    <button type="button" onClick={() => openResend(id, 'fault')}>
      <span class="unseen">Resend with a </span>Fault <Key name="x" />
    </button>
  </>
)

/** One action as a command, and as a request. */
export const actCommands = (id: string, act: DeliveryAct): Command[] =>
  buttonCommands(buttons[act], joined([`${act} ${id}`]), {
    path: `/sandbox/deliveries/${id}/${act}`,
    what: act,
  })

/** All actions as commands. */
export function commandsOf(delivery: Delivery): Command[] {
  const { id, fault, subscription_id, state } = delivery
  const resending = (button: string, body: { body?: string; fault?: string }): Command[] =>
    buttonCommands(button, resendCommand(id, body), { path: `/sandbox/deliveries/${id}/resend`, body })
  const resends = [
    ...resending('Resend', {}),
    ...resending('Edit and resend', { body: '{"edited":true}' }),
    ...resending('Resend with a fault', { fault: fault ?? 'tamper(signature)' }),
  ]
  return [
    ...(isSubscriptionGone(subscription_id) ? [] : resends),
    ...actsAt(state).flatMap((act) => actCommands(id, act)),
  ]
}
