import { resendCommand, sandboxCurl } from '../commands/curl.ts'
import { actOnDelivery, actsAt } from '../delivery/delivery-acts.ts'
import { openResend, resend } from '../delivery/resending.ts'
import { say } from '../live/refusal.ts'
import type { DeliveryAct } from '../live/routes/delivery.ts'
import { rows } from '../stream/stream.ts'
import { diffOf, openTab, type ThingAct } from './act.ts'
import { copyActs } from './copying.ts'

const address = (id: string, act: string) => `/sandbox/deliveries/${id}/${act}`

const titles = {
  'attempt-now': 'Attempt it now',
  cancel: 'Cancel it',
  release: 'Release: let the next deliveries start',
  abort: 'Abort the attempt under way',
} as const satisfies Record<DeliveryAct, string>

/** What its state allows; of one that is not listed only the sandbox knows. */
function actsNow(id: string): DeliveryAct[] {
  const entry = rows.get(id)
  return entry?.kind === 'delivery' ? actsAt(entry.data.state) : []
}

/** A delivery has but one request; what two of them look like beside each other is seen where they were captured. */
async function diff(id: string): Promise<void> {
  if (await diffOf({ delivery_id: id })) return
  openTab(id, 'attempts')
  say('It was not captured here, so its bytes cannot be laid beside others. These are its attempts.')
}

/** What can be done to a delivery. */
export const deliveryActs = (id: string): ThingAct[] => [
  {
    name: 'resend',
    title: 'Resend',
    key: 'r',
    run: () => resend(id),
    command: () => [
      { what: 'the resend as a command', text: resendCommand(id) },
      { what: 'the resend as curl', text: sandboxCurl('POST', address(id, 'resend'), {}) },
    ],
  },
  { name: 'edit', title: 'Edit and resend', key: 'e', run: () => openResend(id, 'body') },
  { name: 'fault', title: 'Resend with a fault', key: 'x', run: () => openResend(id, 'fault') },
  ...actsNow(id).map((act) => ({
    name: act,
    title: titles[act],
    run: () => actOnDelivery(id, act),
    command: () => [{ what: `${act} as curl`, text: sandboxCurl('POST', address(id, act)) }],
  })),
  { name: 'signature', title: 'Show the signature', key: 'v', run: () => openTab(id, 'signature') },
  { name: 'diff', title: 'Lay it beside another', key: 'd', run: () => diff(id) },
  ...copyActs('delivery', id),
]
