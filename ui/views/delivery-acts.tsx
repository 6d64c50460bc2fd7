import type { Delivery } from '../../server/wire.ts'
import type { Command } from '../parts/commands.tsx'
import { Copy } from '../parts/copy.tsx'
import { curlOf, resendCommand, sandboxCurl } from '../parts/curl.ts'
import { actOnDelivery } from '../state/acts.ts'
import type { DeliveryAct } from '../state/delivery-routes.ts'
import { openResend, resend } from '../state/resending.ts'

const isOpen = ({ state }: Delivery) => state === 'pending' || state === 'retrying'

const Key = ({ letter }: { letter: string }) => (
  <span class="key" aria-hidden="true">
    {letter}
  </span>
)

/** What can be done to a delivery now. */
export function DeliveryActs({ delivery }: { delivery: Delivery }) {
  const { id } = delivery
  const request = delivery.attempts.at(-1)?.request
  return (
    <>
      <button type="button" class="primary" onClick={() => void resend(id)}>
        Resend <Key letter="r" />
      </button>
      <button type="button" onClick={() => openResend(id, 'body')}>
        Edit and resend <Key letter="e" />
      </button>
      <button type="button" onClick={() => openResend(id, 'fault')}>
        Resend with a fault <Key letter="x" />
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
      {request && request.body_base64 === null && <Copy text={curlOf(request)} label="Copy as curl" />}
    </>
  )
}

const actsNow = (delivery: Delivery): DeliveryAct[] =>
  isOpen(delivery) ? ['attempt-now', 'cancel'] : delivery.state === 'sending' ? ['release', 'abort'] : []

/** The same acts as commands. */
export function commandsOf(delivery: Delivery): Command[] {
  const act = (name: string, body?: unknown) =>
    sandboxCurl('POST', `${location.origin}/sandbox/deliveries/${delivery.id}/${name}`, body)
  return [
    { what: 'the resend as a command', text: resendCommand(delivery.id) },
    { what: 'the resend as curl', text: act('resend', {}) },
    ...actsNow(delivery).map((name) => ({ what: `${name} as curl`, text: act(name) })),
  ]
}
