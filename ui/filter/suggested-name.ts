import type { Place } from '../place/place.ts'

/** Suggests a name from the filter text. */
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
