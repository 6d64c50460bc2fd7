import type { Delivery } from '../../server/wire.ts'
import type { Command } from '../parts/commands.tsx'
import { copiesOf } from '../parts/copy-as.ts'
import { CopyMenu } from '../parts/copy-menu.tsx'
import { resendCommand, sandboxCurl } from '../parts/curl.ts'
import { joined } from '../parts/simulator-commands.ts'
import { actOnDelivery } from '../state/acts.ts'
import type { DeliveryAct } from '../state/delivery-routes.ts'
import { openResend, resend } from '../state/resending.ts'

const isOpen = ({ state }: Delivery) => state === 'pending' || state === 'retrying'

const Key = ({ letter }: { letter: string }) => (
  <span class="key" aria-hidden="true">
    {letter}
  </span>
)

import { LikeThis } from './like-this.tsx'

/** What can be done to a delivery now. */
export function DeliveryActs({ delivery }: { delivery: Delivery }) {
  const { id } = delivery
  return (
    <>
      <button type="button" class="primary" onClick={() => void resend(id)}>
        Resend <Key letter="r" />
      </button>
      <button type="button" onClick={() => openResend(id, 'body')}>
        Edit<span class="unseen"> and resend</span> <Key letter="e" />
      </button>
      <button type="button" onClick={() => openResend(id, 'fault')}>
        <span class="unseen">Resend with a </span>Fault <Key letter="x" />
      </button>
      {isOpen(delivery) && (
        <>
          <button type="button" onClick={() => void actOnDelivery(id, 'attempt-now')}>
            Attempt now
          </button>
          <button type="button" onClick={() => void actOnDelivery(id, 'cancel')}>
            Cancel
          </button>
        </>
      )}
      <CopyMenu items={copiesOf({ kind: 'delivery', value: delivery })} />
      <LikeThis kind="delivery" data={delivery} />
    </>
  )
}

const buttons = {
  'attempt-now': 'Attempt now',
  cancel: 'Cancel',
  release: 'Release',
  abort: 'Abort',
} as const satisfies Record<DeliveryAct, string>

/** What can be done to a delivery as it stands, besides sending it again. */
const actsNow = (delivery: Delivery): DeliveryAct[] =>
  isOpen(delivery) ? ['attempt-now', 'cancel'] : delivery.state === 'sending' ? ['release', 'abort'] : []

/** One act on a delivery as a command, and as a request. */
export const actCommands = (id: string, act: DeliveryAct): Command[] => [
  { button: buttons[act], what: `${act} as a command`, text: joined([`npx webhook-sandbox ${act} ${id}`]) },
  {
    button: buttons[act],
    what: `${act} as curl`,
    text: sandboxCurl('POST', `${location.origin}/sandbox/deliveries/${id}/${act}`),
  },
]

/** The same acts as commands. */
export function commandsOf(delivery: Delivery): Command[] {
  const { id, fault } = delivery
  const resending = (button: string, edits: { body?: string; fault?: string }): Command[] => [
    { button, what: `${button} as a command`, text: resendCommand(id, edits) },
    {
      button,
      what: `${button} as curl`,
      text: sandboxCurl('POST', `${location.origin}/sandbox/deliveries/${id}/resend`, edits),
    },
  ]
  return [
    ...resending('Resend', {}),
    ...resending('Edit and resend', { body: '{"edited":true}' }),
    ...resending('Resend with a fault', { fault: fault ?? 'tamper(signature)' }),
    ...actsNow(delivery).flatMap((act) => actCommands(id, act)),
  ]
}
