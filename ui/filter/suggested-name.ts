/** Suggests a name for a filter. */

import type { Place } from '../place/place.ts'

/** The kind, state, event and words of the filter, at most 40 letters. */
export function suggestedName({ kind, q, endpoint, run, state, event, subscription }: Place): string {
  const parts = [
    kind === 'all' ? null : kind,
    state?.replaceAll('_', ' '),
    event,
    endpoint === null ? null : `/in/${endpoint}`,
    run,
    subscription,
    q.replace(/\b[a-z_]+:/g, ''),
  ]
  return parts
    .filter((part) => part != null && part !== '')
    .join(' ')
    .slice(0, 40)
}
