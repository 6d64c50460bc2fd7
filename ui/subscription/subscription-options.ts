/** Lists subscriptions as options of a select. */

import { target } from '../kit/format.ts'
import { subscriptions } from '../live/settings.ts'

/** Subscriptions of runs and checks are left out. */
export const subscriptionOptions = (none: string) => [
  ['', none] as const,
  ...(subscriptions.value ?? [])
    .filter(({ identity }) => !/^(run|chk)_/.test(identity))
    .map(({ id, url, identity }) => [id, `${target(url, location.origin)} (${identity})`] as const),
]
