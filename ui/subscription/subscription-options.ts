import { target } from '../kit/format.ts'
import { subscriptions } from '../live/settings.ts'

/** The subscriptions as the choices of a select; those that belong to a run are its own business. */
export const subscriptionOptions = (none: string) => [
  ['', none] as const,
  ...(subscriptions.value ?? [])
    .filter(({ identity }) => !identity.startsWith('run_'))
    .map(({ id, url, identity }) => [id, `${target(url, location.origin)} (${identity})`] as const),
]
