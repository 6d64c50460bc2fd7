/** Lists subscriptions as options of a select. */

import { subscriptionName, subscriptions } from '../live/settings.ts'

/** The field for the receiver of an event. */
export const receiver = {
  name: 'subscription_id',
  label: 'Receiver',
  kind: 'select',
  options: () => subscriptionOptions('All subscribers'),
} as const

/** Subscriptions of runs and checks are left out. */
export const subscriptionOptions = (none: string) => [
  ['', none] as const,
  ...(subscriptions.value ?? [])
    .filter(({ identity }) => !/^(run|chk)_/.test(identity))
    .map((one) => [one.id, `${subscriptionName(one)} (${one.identity})`] as const),
]
