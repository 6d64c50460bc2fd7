import type { Endpoint, Subscription } from '../../server/wire.ts'

/** How many of each a reset can keep: what runs have of their own goes with them. */
export function keptSizes(
  subscriptions: readonly Pick<Subscription, 'identity' | 'url'>[],
  endpoints: readonly Pick<Endpoint, 'url'>[],
) {
  const ofRuns = subscriptions.filter(({ identity }) => identity.startsWith('run_'))
  const gone = new Set(ofRuns.map(({ url }) => url))
  return {
    subscriptions: subscriptions.length - ofRuns.length,
    endpoints: endpoints.filter(({ url }) => !gone.has(url)).length,
  }
}
