/** The acts on a delivery: resend, edit, fault, cancel, compare. */

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
  'attempt-now': 'Attempt now',
  cancel: 'Cancel',
  release: 'Release: let the next deliveries start',
  abort: 'Abort the current attempt',
} as const satisfies Record<DeliveryAct, string>

/** The acts that the delivery's state allows. None if the list does not hold the delivery. */
function actsNow(id: string): DeliveryAct[] {
  const entry = rows.get(id)
  return entry?.kind === 'delivery' ? actsAt(entry.data.state) : []
}

/** A delivery stores one request. The comparison therefore uses two captures. */
async function diff(id: string): Promise<void> {
  if (await diffOf({ delivery_id: id })) return
  openTab(id, 'attempts')
  say(
    'Nothing to compare: this sandbox has no capture of the delivery, or no other capture. The attempts are shown instead.',
  )
}

export const deliveryActs = (id: string): ThingAct[] => [
  {
    name: 'resend',
    title: 'Resend',
    changes: 'resend',
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
    changes: act === 'attempt-now' ? ('attempt' as const) : ('deliveryEnd' as const),
    run: () => actOnDelivery(id, act),
    command: () => [{ what: `${act} as curl`, text: sandboxCurl('POST', address(id, act)) }],
  })),
  { name: 'signature', title: 'Show the signature', key: 'v', run: () => openTab(id, 'signature') },
  { name: 'diff', title: 'Compare with another capture', key: 'd', run: () => diff(id) },
  ...copyActs('delivery', id),
]
