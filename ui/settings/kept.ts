/** Counts the subscriptions and endpoints that a reset can keep. */

import type { Endpoint, Subscription } from '../../server/wire.ts'

/** Those of runs do not count: a reset deletes them with their runs. */
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
